internal import Bytes

/// A key in one of a record's objects. What recognizes it and its successor is in its first cache line, 64
/// bytes (``KeyForecast`` aligns nodes).
struct KeyNode: BitwiseCopyable {
  /// The text before a member's value, from the comma to the colon, with the mask of its 16 bytes.
  struct Pattern: BitwiseCopyable, Equatable {
    var first: UInt64
    var last: UInt64
    var firstMask: UInt64
    var lastMask: UInt64
    private let shortLength: Int32
    var length: Int { Int(shortLength) }

    static let none = Pattern(first: 1, last: 1, firstMask: 0, lastMask: 0, length: 0)

    /// The node of a key of at most ``longestKey`` bytes, its opening quote at `quote`; loads 16 bytes from the one
    /// before.
    @inline(__always)
    init(keyAt quote: UnsafePointer<UInt8>, count: Int) {
      let start = UnsafeRawPointer(quote - 1)
      let length = count &+ 4
      shortLength = Int32(truncatingIfNeeded: length)
      // Swift's shifts by 64 bits or more give zero, and negative shifts go the other way.
      firstMask = ~(UInt64.max << UInt64(8 &* length))
      lastMask = ~(UInt64.max << UInt64(8 &* max(length, 8) &- 64))
      let colon = UInt64(UInt8(ascii: ":"))
      first = UInt64(littleEndian: start.loadUnaligned(as: UInt64.self)) & firstMask & ~0xFF
      last = UInt64(littleEndian: start.loadUnaligned(fromByteOffset: 8, as: UInt64.self)) & lastMask
      first |= UInt64(UInt8(ascii: ","))
      if length <= 8 {
        first = first & firstMask >> 8 | colon << UInt64(8 &* length &- 8)
      } else {
        last = last & lastMask >> 8 | colon << UInt64(8 &* length &- 72)
      }
    }

    /// The longest key with a 16-byte pattern.
    static var longestKey: Int { 12 }

    /// Whether `text` begins with it; loads 16 bytes.
    @inline(__always)
    func matches(_ text: UnsafePointer<UInt8>) -> Bool {
      let text = UnsafeRawPointer(text)
      let first = UInt64(littleEndian: text.loadUnaligned(as: UInt64.self)) & firstMask ^ self.first
      let last =
        UInt64(littleEndian: text.loadUnaligned(fromByteOffset: 8, as: UInt64.self)) & lastMask ^ self.last
      return first | last == 0
    }

    /// The same, ignoring the byte of the comma.
    @inline(__always)
    func matches(afterFirst text: UnsafePointer<UInt8>) -> Bool {
      let text = UnsafeRawPointer(text)
      let first = UInt64(littleEndian: text.loadUnaligned(as: UInt64.self)) & firstMask ^ self.first
      let last =
        UInt64(littleEndian: text.loadUnaligned(fromByteOffset: 8, as: UInt64.self)) & lastMask ^ self.last
      return first & ~0xFF | last == 0
    }

    private init(first: UInt64, last: UInt64, firstMask: UInt64, lastMask: UInt64, length: Int) {
      (self.first, self.last, self.firstMask, self.lastMask) = (first, last, firstMask, lastMask)
      shortLength = Int32(length)
    }
  }

  static var longestKey: Int { 64 }

  var pattern = Pattern.none
  /// The slot of the key's field or of a registered member, or an unused slot.
  private(set) var slot = Int32(truncatingIfNeeded: KeyNode.noSlot)
  /// The number of the key's path from the record, from 1; 0 if there is an unknown key on the path.
  var number: UInt32 = 0
  /// Kinds of values that need no check, one bit each by ``JSONEntry/Kind``.
  private(set) var accepted: UInt8 = 0xFF
  var next: KeyGuess
  /// A key that is too long for a pattern: it is read each time, but its successor is still predicted.
  var longText = ByteSlice("")
  /// The key whose object, or array elements, contain this key.
  let owner: KeyForecast.Node
  /// The first key of the object that is its value.
  var inside: KeyGuess
  /// The owner of the keys of objects in its array.
  var elements: KeyForecast.Node

  static let noSlot = Field.count

  init(owner: KeyForecast.Node, none: KeyForecast.Node) {
    self.owner = owner
    next = KeyGuess(none: none)
    inside = KeyGuess(none: none)
    elements = none
  }

  @inline(__always)
  func accepts(_ kind: JSONEntry.Kind) -> Bool { accepted &>> kind.rawValue & 1 != 0 }

  /// Assigns the slot of a registered member, which accepts any kind.
  mutating func take(_ slot: Int) {
    self.slot = Int32(truncatingIfNeeded: slot)
  }

  mutating func name(_ field: Field) {
    slot = Int32(field.rawValue)
    accepted = 0
    for kind in JSONEntry.Kind.allCases where field.accepts(kind) { accepted |= 1 << kind.rawValue }
  }
}

/// The expected key at a place, and an alternative.
struct KeyGuess: BitwiseCopyable {
  private(set) var likely: KeyForecast.Node
  private(set) var other: KeyForecast.Node
  /// The times that the alternative was right, and the times it needs to become the expected one.
  private var otherTimes: UInt16 = 0
  private var swapThreshold: UInt16 = 64

  init(none: KeyForecast.Node) {
    likely = none
    other = none
  }

  func expects(_ key: KeyForecast.Node) -> Bool { likely == key || other == key }

  /// Adds a key for a place where neither was right. The expected one stays: a stream's odd records would drive it out.
  mutating func add(_ key: KeyForecast.Node, none: KeyForecast.Node) {
    if likely == none {
      likely = key
    } else {
      other = key
      otherTimes = 0
    }
  }

  /// Counts that the alternative was right; if that continues, it becomes the expected one.
  @inline(__always)
  mutating func wasOther() {
    otherTimes &+= 1
    if otherTimes >= swapThreshold { swap() }
  }

  /// Each time less readily: if both are equally frequent, every swap would spoil branch prediction.
  @inline(never)
  private mutating func swap() {
    (likely, other) = (other, likely)
    otherTimes = 0
    if swapThreshold < 1 << 15 { swapThreshold *= 2 }
  }
}
