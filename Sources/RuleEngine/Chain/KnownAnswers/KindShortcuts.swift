internal import Bytes
internal import CScan
internal import Records
internal import Source

/// The kinds of errors met lately by their ``KindKey``, and the first thing that is asked of errors of a kind: a cache of
/// ``QuestionGraph`` in which two share a place, and the older of the two goes. Where either lies follows from the bytes of
/// the record, so that both are fetched as soon as it is read, and the first question is at hand with them.
struct KindShortcuts: ~Copyable {
  /// An error's key.
  struct Kind: BitwiseCopyable {
    var key = KindKey()
    /// What its edges know it by; no two have the same.
    var number: Int32 = -1
    /// By what errors of the kind are counted that nobody handles; 0 where that is not told by the key.
    var identity: UInt64 = 0
  }

  /// What is asked first of errors of a kind that begin their climb at one place and have one category.
  struct First: BitwiseCopyable {
    fileprivate var kind: Int32 = -1
    fileprivate var start: Int32 = -1
    fileprivate var category: Int32 = -1
    fileprivate(set) var edge = QuestionGraph.Edge.unknown
    /// The question that the edge leads to, as it was when it was looked at last: an edge that is known there stays so.
    fileprivate(set) var question = QuestionGraph.Node(subject: -1, atom: -1)

    @inline(__always)
    fileprivate func isOf(_ kind: Int32, _ start: Int32, _ category: Int32) -> Bool {
      (self.kind ^ kind) | (self.start ^ start) | (self.category ^ category) == 0
    }
  }

  /// How many kinds there is room for at first, and at most: 512 KiB, and as much for what is asked first.
  private static let sizes = 1 << 7...1 << 12
  /// How many first questions for each of them.
  private static let firstsPerKind = 4
  private var kinds = Buffer<Kind>()
  private var firsts = Buffer<First>()
  /// How many kinds were remembered, and how many edges since there was so much room.
  private var numbers: Int32 = 0
  private var remembered = 0

  /// Asks for the memory where a key of this hash is looked for: a chunk of records later it is far away.
  @inline(__always)
  func fetch(_ hash: UInt64) {
    let kind = UnsafeRawPointer(kinds.base + place(of: hash))
    cscan_fetch(kind)
    cscan_fetch(kind + MemoryLayout<Kind>.stride / 2)
    cscan_fetch(kind + (MemoryLayout<Kind>.stride - 1))
  }

  /// The same for what is asked first.
  @inline(__always)
  func fetchFirst(_ hash: UInt64, start: Int32, category: Int32) {
    cscan_fetch(firsts.base + placeOfFirst(hash, start, category))
  }

  /// The place of a key, whose hash is `hash`, where it is known, else nil.
  @inline(__always)
  func find(_ key: borrowing KindKey, _ hash: UInt64) -> Int? {
    guard !kinds.isEmpty else { return nil }
    let place = place(of: hash)
    let kinds = kinds.base
    if kinds[place].key == key { return place }
    if kinds[place ^ 1].key == key { return place ^ 1 }
    return nil
  }

  @inline(__always)
  subscript(place: Int) -> Kind { kinds[place] }

  /// The place of what is asked first of an error of the kind of a number, whose key has this hash; nil where that is not
  /// known.
  @inline(__always)
  func placeOfFirst(ofKind number: Int32, _ hash: UInt64, start: Int32, category: Int32) -> Int? {
    let place = placeOfFirst(hash, start, category)
    let firsts = firsts.base
    if firsts[place].isOf(number, start, category) { return place }
    return firsts[place ^ 1].isOf(number, start, category) ? place ^ 1 : nil
  }

  /// What is asked first, by its place.
  @inline(__always)
  func first(_ place: Int) -> First { firsts.base[place] }

  /// Looks at the first question again.
  mutating func refresh(first place: Int, _ question: QuestionGraph.Node) {
    firsts[place].question = question
  }

  /// Remembers what is asked first of an error of a kind, the edge known.
  mutating func remember(
    _ key: KindKey,
    _ hash: UInt64,
    start: Int32,
    category: Int32,
    _ edge: QuestionGraph.Edge,
    _ question: QuestionGraph.Node?,
    identity: UInt64
  ) {
    if kinds.isEmpty { makeRoom(Self.sizes.lowerBound) }
    remembered += 1
    if remembered * 4 > kinds.count, kinds.count < Self.sizes.upperBound { grow() }
    let number: Int32
    if let place = find(key, hash) {
      number = kinds[place].number
    } else {
      number = numbers
      numbers += 1
      insert(Kind(key: key, number: number, identity: identity))
    }
    var first = First(kind: number, start: start, category: category, edge: edge)
    if let question { first.question = question }
    insert(first, hash)
  }

  mutating func forget() {
    kinds.removeAll()
    firsts.removeAll()
    numbers = 0
    remembered = 0
  }

  @inline(__always)
  private func place(of hash: UInt64) -> Int {
    Int(truncatingIfNeeded: hash & UInt64(bitPattern: Int64(kinds.count &- 1)))
  }

  @inline(__always)
  private func placeOfFirst(_ hash: UInt64, _ start: Int32, _ category: Int32) -> Int {
    let places = UInt64(UInt32(bitPattern: start)) << 32 | UInt64(UInt32(bitPattern: category))
    let mixed = (hash ^ places) &* 0x9E37_79B9_7F4A_7C15
    return Int(truncatingIfNeeded: mixed >> 32 & UInt64(bitPattern: Int64(firsts.count &- 1)))
  }

  private mutating func insert(_ kind: Kind) {
    let place = place(of: kind.key.hash)
    if kinds[place].number >= 0 { kinds[place ^ 1] = kinds[place] }
    kinds[place] = kind
  }

  private mutating func insert(_ first: First, _ hash: UInt64) {
    let place = placeOfFirst(hash, first.start, first.category)
    if firsts[place].kind >= 0 { firsts[place ^ 1] = firsts[place] }
    firsts[place] = first
  }

  private mutating func makeRoom(_ size: Int) {
    kinds.removeAll()
    kinds.append(repeating: Kind(), count: size)
    firsts.removeAll()
    firsts.append(repeating: First(), count: size * Self.firstsPerKind)
  }

  private mutating func grow() {
    var oldKinds = Buffer<Kind>(capacity: kinds.count)
    for index in 0..<kinds.count where kinds[index].number >= 0 { oldKinds.append(kinds[index]) }
    var oldFirsts = Buffer<First>(capacity: firsts.count)
    for index in 0..<firsts.count where firsts[index].kind >= 0 { oldFirsts.append(firsts[index]) }
    makeRoom(kinds.count * 2)
    var hashes = [UInt64?](repeating: nil, count: Int(numbers))
    for index in 0..<oldKinds.count {
      hashes[Int(oldKinds[index].number)] = oldKinds[index].key.hash
      insert(oldKinds[index])
    }
    for index in 0..<oldFirsts.count {
      if let hash = hashes[Int(oldFirsts[index].kind)] { insert(oldFirsts[index], hash) }
    }
  }
}
