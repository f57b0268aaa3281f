/// A key in one of a record's objects.
struct KeyNode: BitwiseCopyable {
  /// What stands before a member's value, from the comma to the colon, and which of 16 bytes it takes.
  struct Pattern: BitwiseCopyable, Equatable {
    var first: UInt64
    var last: UInt64
    var firstMask: UInt64
    var lastMask: UInt64
    var length: Int

    /// What no text is like.
    static let none = Pattern(first: 1, last: 1, firstMask: 0, lastMask: 0, length: 0)

    /// The pattern of a key of `count` bytes, no more than ``longestKey``, whose opening quote is at `quote`; loads 16
    /// bytes from the one before.
    @inline(__always)
    init(keyAt quote: UnsafePointer<UInt8>, count: Int) {
      let start = UnsafeRawPointer(quote - 1)
      length = count &+ 4
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
      self.length = length
    }
  }

  var pattern = Pattern.none
  /// The key whose object, or elements of an array, this key belongs to.
  let owner: KeyForecast.Node
  /// The key that followed this one last time.
  private(set) var next: KeyForecast.Node
  /// The one that followed it before that.
  private(set) var other: KeyForecast.Node
  /// The first key of the object that was its value last time.
  private(set) var inside: KeyForecast.Node
  /// The one that came first before that.
  private(set) var otherInside: KeyForecast.Node
  /// What the keys of objects in its array belong to.
  var elements: KeyForecast.Node
  /// Which of the keys it is, from 1: the same number is the same way through objects from the record to it; 0 where there is
  /// a key on the way of which nothing is known.
  var number: UInt64 = 0
  /// The slot of the field that the key names; for any other key one that is asked for, or one that nobody looks at.
  private(set) var slot = KeyNode.noSlot
  /// Kinds of values that need no second look, a bit each by ``JSONEntry/Kind``.
  private(set) var accepted: UInt8 = 0xFF

  /// The slot behind those of the fields.
  static let noSlot = Field.count

  init(owner: KeyForecast.Node, none: KeyForecast.Node) {
    self.owner = owner
    next = none
    other = none
    inside = none
    otherInside = none
    elements = none
  }

  /// Whether every value of a kind has the type of the field, or there is no field.
  @inline(__always)
  func accepts(_ kind: JSONEntry.Kind) -> Bool { accepted &>> kind.rawValue & 1 != 0 }

  /// Learns which key followed this one.
  mutating func expect(_ key: KeyForecast.Node) {
    other = next
    next = key
  }

  /// Learns which key came first in its object.
  mutating func expect(first key: KeyForecast.Node) {
    otherInside = inside
    inside = key
  }

  /// Gives a member that is asked for its slot: it may be of any kind.
  mutating func take(_ slot: Int) {
    self.slot = slot
  }

  mutating func name(_ field: Field) {
    slot = Int(field.rawValue)
    accepted = 0
    for kind in JSONEntry.Kind.allCases where field.accepts(kind) { accepted |= 1 << kind.rawValue }
  }
}
