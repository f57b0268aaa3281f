/// A JSON number: an exact integer of 64 bits, or else the nearest Double.
public enum Number: Sendable, Hashable, Comparable {
  case integer(Int64)
  case decimal(Double)

  /// Compares by value: 500 equals 500.0; an integer is never rounded for a comparison.
  public static func == (left: Number, right: Number) -> Bool {
    compare(left, right) == 0
  }

  /// Compares by value.
  public static func < (left: Number, right: Number) -> Bool {
    compare(left, right) < 0
  }

  /// Equal numbers hash equally.
  public func hash(into hasher: inout Hasher) {
    switch self {
    case .integer(let value): hasher.combine(Double(value))
    case .decimal(let value): hasher.combine(value)
    }
  }

  /// The nearest Double.
  public var double: Double {
    switch self {
    case .integer(let value): Double(value)
    case .decimal(let value): value
    }
  }

  /// -1, 0 or 1; NaN does not occur in JSON and sorts last.
  private static func compare(_ left: Number, _ right: Number) -> Int {
    switch (left, right) {
    case (.integer(let a), .integer(let b)): return a < b ? -1 : a > b ? 1 : 0
    case (.decimal(let a), .decimal(let b)): return a < b ? -1 : a > b ? 1 : a == b ? 0 : a.isNaN ? 1 : -1
    case (.integer(let a), .decimal(let b)): return compare(a, b)
    case (.decimal(let a), .integer(let b)): return -compare(b, a)
    }
  }

  private static func compare(_ integer: Int64, _ decimal: Double) -> Int {
    if decimal.isNaN || decimal >= 0x1p63 { return -1 }
    if decimal < -0x1p63 { return 1 }
    let whole = Int64(decimal.rounded(.towardZero))
    if integer != whole { return integer < whole ? -1 : 1 }
    let rest = decimal - decimal.rounded(.towardZero)
    return rest > 0 ? -1 : rest < 0 ? 1 : 0
  }
}
