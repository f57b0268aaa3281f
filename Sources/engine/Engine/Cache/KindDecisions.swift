internal import Bytes

/// A direct-mapped cache of places in ``DecisionTree``, by the kind of an error and its further classes.
struct KindDecisions: ~Copyable {
  struct Key: BitwiseCopyable, Equatable {
    let kind: Index<ErrorKinds.Kind>
    /// The node at which the errors start; it depends on their own category.
    let start: Int32
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
    /// The category at the target, or ``unresolved``.
    fileprivate(set) var category = CategoryIndex.nowhere
    fileprivate(set) var edge = DecisionTree.Edge.unknown
    fileprivate(set) var usesClasses = false
  }

  /// Number of entries at first and at most (640 KiB).
  private static let sizes = 1 << 8...1 << 14
  private var entries = Buffer<Entry>()
  private var remembered = 0

  init() {
    entries.append(repeating: Entry(), count: Self.sizes.lowerBound)
  }

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

  mutating func useClasses(_ key: Key) {
    let place = place(of: key)
    if entries[place].key == key { entries[place].usesClasses = true }
  }

  mutating func clear() {
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
