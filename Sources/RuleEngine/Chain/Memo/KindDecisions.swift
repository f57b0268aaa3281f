/// Where the decisions about errors get to by their kind alone, of kinds met lately: a cache of ``DecisionTree`` in which the older
/// of two that share a place goes.
struct KindDecisions: ~Copyable {
  /// The place that errors of a kind get to which begin at one place with one category of their own, and their category there.
  struct Entry: BitwiseCopyable {
    fileprivate var kind: Int32 = -1
    fileprivate var start: Int32 = -1
    fileprivate(set) var category: Int32 = -1
    fileprivate(set) var edge = DecisionTree.Edge.unknown
  }

  /// How many entries there are at first, and at most: 256 KiB.
  private static let sizes = 1 << 9...1 << 14
  private var entries = Buffer<Entry>()
  private var remembered = 0

  init() {
    entries.append(repeating: Entry(), count: Self.sizes.lowerBound)
  }

  /// What is known of a kind, or nil.
  @inline(__always)
  func find(_ kind: Int32, start: Int32) -> Entry? {
    let entry = entries.base[place(of: kind, start)]
    return (entry.kind ^ kind) | (entry.start ^ start) == 0 ? entry : nil
  }

  mutating func remember(_ kind: Int32, start: Int32, category: Int32, _ edge: DecisionTree.Edge) {
    remembered += 1
    if remembered * 2 > entries.count, entries.count < Self.sizes.upperBound { grow() }
    entries[place(of: kind, start)] = Entry(kind: kind, start: start, category: category, edge: edge)
  }

  mutating func forget() {
    for place in 0..<entries.count { entries[place] = Entry() }
    remembered = 0
  }

  @inline(__always)
  private func place(of kind: Int32, _ start: Int32) -> Int {
    let key = UInt64(UInt32(bitPattern: start)) << 32 | UInt64(UInt32(bitPattern: kind))
    let mixed = key &* 0x9E37_79B9_7F4A_7C15
    return Int(truncatingIfNeeded: mixed >> 40) & (entries.count &- 1)
  }

  private mutating func grow() {
    var old = Buffer<Entry>(capacity: entries.count)
    for place in 0..<entries.count where entries[place].kind >= 0 { old.append(entries[place]) }
    let size = entries.count * 4
    entries.removeAll()
    entries.append(repeating: Entry(), count: min(size, Self.sizes.upperBound))
    for index in 0..<old.count { entries[place(of: old[index].kind, old[index].start)] = old[index] }
    remembered = old.count
  }
}
