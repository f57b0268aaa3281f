public import Records

/// A range as written: a number, `400..<500`, `400...499`, `4xx`, or the bounds of `atLeast` and the like.
public struct NumberRange: Sendable, Hashable {
  /// The least number, or nil for no bound.
  public var lower: Number?
  /// Whether the lower bound is excluded.
  public var excludesLower = false
  /// The greatest number, or nil for no bound.
  public var upper: Number?
  /// Whether the upper bound is excluded.
  public var excludesUpper = false

  /// A range from `lower` to `upper`, both included.
  public init(from lower: Number?, to upper: Number?) {
    self.lower = lower
    self.upper = upper
  }

  /// One number.
  public init(_ number: Number) {
    self.init(from: number, to: number)
  }

  /// Whether the range is empty because its bounds are crossed.
  public var isEmpty: Bool {
    guard let lower, let upper else { return false }
    return upper < lower || (upper == lower && (excludesLower || excludesUpper))
  }

  /// Parses a range or class; nil if the text is neither. A class is `[1-9]xx`.
  public init?(_ text: String) {
    if let range = Self.bounds(text, separator: "..<") {
      self.init(from: range.lower, to: range.upper)
      excludesUpper = true
    } else if let range = Self.bounds(text, separator: "...") {
      self.init(from: range.lower, to: range.upper)
    } else if let hundreds = Self.hundreds(text) {
      self.init(from: .integer(hundreds * 100), to: .integer(hundreds * 100 + 99))
    } else {
      return nil
    }
  }

  /// Resembles a range, so that a message can explain the mistake.
  static func looksLikeRange(_ text: String) -> Bool {
    var digits = false
    for scalar in text.unicodeScalars {
      switch scalar {
      case "0"..."9": digits = true
      case ".", "-", "<", " ", "x", "X", "=": continue
      default: return false
      }
    }
    return digits
  }

  private static func hundreds(_ text: String) -> Int64? {
    let bytes = Array(text.utf8)
    guard bytes.count == 3, bytes[1] == UInt8(ascii: "x"), bytes[2] == UInt8(ascii: "x"),
      bytes[0] >= UInt8(ascii: "1"), bytes[0] <= UInt8(ascii: "9")
    else { return nil }
    return Int64(bytes[0] - UInt8(ascii: "0"))
  }

  private static func bounds(_ text: String, separator: String) -> (lower: Number, upper: Number)? {
    let bytes = Array(text.utf8)
    let mark = Array(separator.utf8)
    guard bytes.count > mark.count else { return nil }
    for start in 0...(bytes.count - mark.count) where bytes[start..<(start + mark.count)].elementsEqual(mark)
    {
      guard let lower = number(bytes[..<start]), let upper = number(bytes[(start + mark.count)...]) else {
        return nil
      }
      return (lower, upper)
    }
    return nil
  }

  private static func number(_ bytes: ArraySlice<UInt8>) -> Number? {
    let text = String(decoding: bytes, as: UTF8.self)
    let digits = text.hasPrefix("-") ? text.dropFirst() : text[...]
    let parts = digits.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy { $0 >= 0x30 && $0 <= 0x39 } }) else {
      return nil
    }
    if parts.count == 1, let integer = Int64(text) { return .integer(integer) }
    return Double(text).map { .decimal($0) }
  }
}

package struct CompiledRange: BitwiseCopyable, Hashable {
  let lowerBits: UInt64
  let upperBits: UInt64
  let flags: UInt8

  private static let hasLower: UInt8 = 1
  private static let lowerIsDecimal: UInt8 = 2
  private static let excludesLower: UInt8 = 4
  private static let hasUpper: UInt8 = 8
  private static let upperIsDecimal: UInt8 = 16
  private static let excludesUpper: UInt8 = 32

  /// The integer if the range is a single one.
  package var onlyInteger: Int64? {
    flags == Self.hasLower | Self.hasUpper && lowerBits == upperBits ? Int64(bitPattern: lowerBits) : nil
  }

  package init(_ range: NumberRange) {
    var flags: UInt8 = 0
    if let lower = range.lower {
      flags |= Self.hasLower
      if case .decimal = lower { flags |= Self.lowerIsDecimal }
    }
    if let upper = range.upper {
      flags |= Self.hasUpper
      if case .decimal = upper { flags |= Self.upperIsDecimal }
    }
    if range.excludesLower { flags |= Self.excludesLower }
    if range.excludesUpper { flags |= Self.excludesUpper }
    self.flags = flags
    lowerBits = Self.bits(range.lower)
    upperBits = Self.bits(range.upper)
  }

  package func contains(_ number: Number) -> Bool {
    if flags & Self.hasLower != 0 {
      let lower = Self.number(lowerBits, isDecimal: flags & Self.lowerIsDecimal != 0)
      if flags & Self.excludesLower != 0 ? !(lower < number) : number < lower { return false }
    }
    if flags & Self.hasUpper != 0 {
      let upper = Self.number(upperBits, isDecimal: flags & Self.upperIsDecimal != 0)
      if flags & Self.excludesUpper != 0 ? !(number < upper) : upper < number { return false }
    }
    return true
  }

  /// The whole numbers at which membership begins or ends; nil if a bound is not a whole number.
  package var wholeBounds: [Int64]? {
    guard flags & (Self.lowerIsDecimal | Self.upperIsDecimal) == 0 else { return nil }
    var bounds: [Int64] = []
    if flags & Self.hasLower != 0 {
      let lower = Int64(bitPattern: lowerBits)
      bounds.append(flags & Self.excludesLower != 0 && lower < .max ? lower + 1 : lower)
    }
    if flags & Self.hasUpper != 0 {
      let upper = Int64(bitPattern: upperBits)
      bounds.append(flags & Self.excludesUpper != 0 || upper == .max ? upper : upper + 1)
    }
    return bounds
  }

  private static func number(_ bits: UInt64, isDecimal: Bool) -> Number {
    isDecimal ? .decimal(Double(bitPattern: bits)) : .integer(Int64(bitPattern: bits))
  }

  private static func bits(_ number: Number?) -> UInt64 {
    switch number {
    case .integer(let value): UInt64(bitPattern: value)
    case .decimal(let value): value.bitPattern
    case nil: 0
    }
  }
}
