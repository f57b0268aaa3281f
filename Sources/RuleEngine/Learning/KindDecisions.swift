internal import Bytes

/// Where the decisions about errors get to by their kind, and by the classes of what else their rules ask for, of errors met
/// lately: a cache of ``DecisionTree`` in which the older of two that share a place goes.
struct KindDecisions: ~Copyable {
  /// What decisions follow from.
  struct Key: BitwiseCopyable, Equatable {
    let kind: Index<ErrorKinds.Kind>
    /// The place at which the errors begin, with a category of their own.
    let start: Int32
    /// The classes of values, or none where the kind decides alone.
    var classes = FurtherClasses.none

    @inline(__always)
    private var beginning: UInt64 {
      UInt64(UInt32(bitPattern: start)) << 32 | UInt64(UInt32(bitPattern: kind.raw))
    }

    @inline(__always)
    static func == (left: Key, right: Key) -> Bool {
      let further = (left.classes.low ^ right.classes.low) | (left.classes.high ^ right.classes.high)
      return left.beginning ^ right.beginning | further == 0
    }

    @inline(__always)
    fileprivate var hash: Int {
      let mixed = (beginning ^ classes.low &* 0xBF58_476D_1CE4_E5B9 ^ classes.high) &* 0x9E37_79B9_7F4A_7C15
      return Int(truncatingIfNeeded: mixed >> 40)
    }
  }

  struct Entry: BitwiseCopyable {
    fileprivate(set) var key = Key(kind: .nowhere, start: -1)
    /// The category that the errors have where they get to, or ``unresolved``.
    fileprivate(set) var category = CategoryIndex.nowhere
    fileprivate(set) var edge = DecisionTree.Edge.unknown
    /// Whether classes lead further.
    fileprivate(set) var asksClasses = false
  }

  /// How many entries there are at first, and at most: 768 KiB.
  private static let sizes = 1 << 8...1 << 14
  private var entries = Buffer<Entry>()
  private var remembered = 0

  init() {
    entries.append(repeating: Entry(), count: Self.sizes.lowerBound)
  }

  /// What is known, or nil.
  @inline(__always)
  func find(_ key: Key) -> Entry? {
    let place = key.hash & (entries.count &- 1)
    return entries.base[place].key == key ? entries.base[place] : nil
  }

  mutating func remember(_ key: Key, category: CategoryIndex, _ edge: DecisionTree.Edge) {
    remembered += 1
    if remembered * 2 > entries.count, entries.count < Self.sizes.upperBound { grow() }
    entries[place(of: key)] = Entry(key: key, category: category, edge: edge)
  }

  /// Notes that classes lead further than a kind does.
  mutating func askClasses(_ key: Key) {
    let place = place(of: key)
    if entries[place].key == key { entries[place].asksClasses = true }
  }

  mutating func forget() {
    for place in 0..<entries.count { entries[place] = Entry() }
    remembered = 0
  }

  private func place(of key: Key) -> Int { key.hash & (entries.count - 1) }

  private mutating func grow() {
    var old = Buffer<Entry>(capacity: entries.count)
    for place in 0..<entries.count where !entries[place].key.kind.isNone { old.append(entries[place]) }
    let size = entries.count * 4
    entries.removeAll()
    entries.append(repeating: Entry(), count: min(size, Self.sizes.upperBound))
    for index in 0..<old.count { entries[place(of: old[index].key)] = old[index] }
    remembered = old.count
  }
}
