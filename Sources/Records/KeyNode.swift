internal import Bytes

/// A key in one of a record's objects. What is needed to recognize it and to know the next one lies in its first 64 bytes,
/// a line of the processor's cache (``KeyForecast`` has nodes begin where lines do).
struct KeyNode: BitwiseCopyable {
  /// What stands before a member's value, from the comma to the colon, and which of 16 bytes it takes.
  struct Pattern: BitwiseCopyable, Equatable {
    var first: UInt64
    var last: UInt64
    var firstMask: UInt64
    var lastMask: UInt64
    private let shortLength: Int32
    var length: Int { Int(shortLength) }

    /// What no text is like.
    static let none = Pattern(first: 1, last: 1, firstMask: 0, lastMask: 0, length: 0)

    /// The pattern of a key of `count` bytes, no more than ``longestKey``, whose opening quote is at `quote`; loads 16
    /// bytes from the one before.
    @inline(__always)
    init(keyAt quote: UnsafePointer<UInt8>, count: Int) {
      let start = UnsafeRawPointer(quote - 1)
      let length = count &+ 4
      shortLength = Int32(truncatingIfNeeded: length)
      // Swift's shifts by 64 bits or more leave nothing, those by less than none go the other way.
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

    /// How long a key may be whose pattern is 16 bytes.
    static var longestKey: Int { 12 }

    /// Whether `text` begins so; loads 16 bytes from there.
    @inline(__always)
    func matches(_ text: UnsafePointer<UInt8>) -> Bool {
      let text = UnsafeRawPointer(text)
      let first = UInt64(littleEndian: text.loadUnaligned(as: UInt64.self)) & firstMask ^ self.first
      let last =
        UInt64(littleEndian: text.loadUnaligned(fromByteOffset: 8, as: UInt64.self)) & lastMask ^ self.last
      return first | last == 0
    }

    /// The same, whatever stands in place of the comma.
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

  /// How long a key may be of which anything is known.
  static var longestKey: Int { 64 }

  var pattern = Pattern.none
  /// The slot of the field that the key names; for any other key one that is asked for, or one that nobody looks at.
  private(set) var slot = Int32(truncatingIfNeeded: KeyNode.noSlot)
  /// Which of the keys it is, from 1: the same number is the same way through objects from the record to it; 0 where there is
  /// a key on the way of which nothing is known.
  var number: UInt32 = 0
  /// Kinds of values that need no second look, a bit each by ``JSONEntry/Kind``.
  private(set) var accepted: UInt8 = 0xFF
  /// The key that follows this one.
  var next: KeyGuess
  /// The key where it is too long for a pattern: it is read each time, and what follows it is expected all the same.
  var longText = ByteSlice("")
  /// The key whose object, or elements of an array, this key belongs to.
  let owner: KeyForecast.Node
  /// The first key of the object that is its value.
  var inside: KeyGuess
  /// What the keys of objects in its array belong to.
  var elements: KeyForecast.Node

  /// The slot behind those of the fields.
  static let noSlot = Field.count

  init(owner: KeyForecast.Node, none: KeyForecast.Node) {
    self.owner = owner
    next = KeyGuess(none: none)
    inside = KeyGuess(none: none)
    elements = none
  }

  /// Whether every value of a kind has the type of the field, or there is no field.
  @inline(__always)
  func accepts(_ kind: JSONEntry.Kind) -> Bool { accepted &>> kind.rawValue & 1 != 0 }

  /// Gives a member that is asked for its slot: it may be of any kind.
  mutating func take(_ slot: Int) {
    self.slot = Int32(truncatingIfNeeded: slot)
  }

  mutating func name(_ field: Field) {
    slot = Int32(field.rawValue)
    accepted = 0
    for kind in JSONEntry.Kind.allCases where field.accepts(kind) { accepted |= 1 << kind.rawValue }
  }
}

/// Which key is expected in a place, and which one where that is not it.
struct KeyGuess: BitwiseCopyable {
  private(set) var likely: KeyForecast.Node
  private(set) var other: KeyForecast.Node
  /// How often the other was it since it got its place, and how often it has to be to become the likely one.
  private var otherTimes: UInt16 = 0
  private var patience: UInt16 = 64

  init(none: KeyForecast.Node) {
    likely = none
    other = none
  }

  func expects(_ key: KeyForecast.Node) -> Bool { likely == key || other == key }

  /// Learns which key was in the place where neither of the two was. The likely one stays: a stream's odd records would
  /// drive it out, each of them.
  mutating func learn(_ key: KeyForecast.Node, none: KeyForecast.Node) {
    if likely == none {
      likely = key
    } else {
      other = key
      otherTimes = 0
    }
  }

  /// Counts that the other key was it; one that goes on to be becomes the likely one.
  @inline(__always)
  mutating func wasOther() {
    otherTimes &+= 1
    if otherTimes >= patience { swap() }
  }

  /// Has the two change places, each time less soon: where both are as frequent, what the processor learns of the branches
  /// here would be worth nothing whenever they do.
  @inline(never)
  private mutating func swap() {
    (likely, other) = (other, likely)
    otherTimes = 0
    if patience < 1 << 15 { patience *= 2 }
  }
}
