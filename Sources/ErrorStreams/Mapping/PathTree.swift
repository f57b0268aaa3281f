internal import RuleEngine

/// Paths that are looked for in a document, all found in one walk over it.
///
/// A dotted path finds a value through any split of its name: `log.level` as one key, or `level` in `log`.
struct PathTree: ~Copyable {
  /// A key that is looked for in some object.
  struct Branch: BitwiseCopyable {
    let key: ByteSlice
    /// The next branch of the same object that its key's bucket holds, or -1.
    var next: Int32 = -1
    /// What is looked for in the value, or -1.
    var object: Int32 = -1
    /// Where the value is noted, or -1.
    var slot: Int32 = -1
    /// Whether the member is left out of the attributes.
    var isDropped = false
  }

  private static let buckets = 64
  private var first = Buffer<Int32>()
  private(set) var branches = Buffer<Branch>()
  private(set) var slotCount = 0
  private var slots: [String: Int32] = [:]
  /// The slot of the document itself, or -1.
  private(set) var whole: Int32 = -1
  private let arena: TextArena

  init(_ arena: TextArena) {
    self.arena = arena
    first.append(repeating: -1, count: Self.buckets)
  }

  /// Which tree it is, among all that there are.
  var identity: ObjectIdentifier { ObjectIdentifier(arena) }

  /// The slot of a path.
  mutating func slot(of path: String) -> Int32 {
    if let known = slots[path] { return known }
    let slot = Int32(slotCount)
    slotCount += 1
    slots[path] = slot
    if path == Mapping.wholeDocument {
      whole = slot
      return slot
    }
    enter(path.split(separator: ".", omittingEmptySubsequences: false), below: 0) { $0.slot = slot }
    return slot
  }

  /// The slot of a path, if it is one that is looked for.
  func knownSlot(of path: String) -> Int32? { slots[path] }

  /// Has a member left out of the attributes.
  mutating func drop(_ path: String) {
    enter(path.split(separator: ".", omittingEmptySubsequences: false), below: 0) { $0.isDropped = true }
  }

  private mutating func enter(_ parts: [Substring], below object: Int32, _ mark: (inout Branch) -> Void) {
    // A path of many parts has many splits; past six only the first ones.
    for length in 1...parts.count where length == parts.count || length <= 6 {
      let branch = branch(parts[..<length].joined(separator: "."), of: object)
      if length == parts.count {
        mark(&branches[branch])
        continue
      }
      if branches[branch].object < 0 {
        branches[branch].object = Int32(first.count / Self.buckets)
        first.append(repeating: -1, count: Self.buckets)
      }
      enter(Array(parts[length...]), below: branches[branch].object, mark)
    }
  }

  /// What is looked for in the object that a path leads to part by part, or -1.
  func object(at path: String) -> Int32 {
    var object: Int32 = 0
    for part in path.split(separator: ".") {
      guard let branch = find(arena.text(String(part)), in: object) else { return -1 }
      object = branches[Int(branch)].object
      guard object >= 0 else { return -1 }
    }
    return object
  }

  private mutating func branch(_ key: String, of object: Int32) -> Int {
    let text = arena.text(key)
    if let known = find(text, in: object) { return Int(known) }
    let bucket = Int(object) * Self.buckets + Self.bucket(text)
    branches.append(Branch(key: text, next: first[bucket]))
    first[bucket] = Int32(branches.count - 1)
    return branches.count - 1
  }

  @inline(__always)
  private static func bucket(_ key: ByteSlice) -> Int {
    guard !key.isEmpty else { return 0 }
    return (key.count &* 31 ^ Int(key[0]) ^ Int(key[key.count - 1]) &* 7) & (buckets - 1)
  }

  /// The branch of a key in an object that is looked through, or nil.
  @inline(__always)
  func find(_ key: ByteSlice, in object: Int32) -> Int32? {
    var branch = first[Int(object) * Self.buckets + Self.bucket(key)]
    while branch >= 0 {
      if branches[Int(branch)].key == key { return branch }
      branch = branches[Int(branch)].next
    }
    return nil
  }
}

/// Where the paths of a mapping were found in a document.
struct FoundPlaces: ~Copyable {
  /// By slot: where on the tape its value stands, or -1.
  private(set) var places = Buffer<Int32>()
  /// By slot: how long the key at the top is by which it was found.
  private var ranks = Buffer<Int32>()
  /// By member of the document, in its order: the branch of its key, or -1.
  private(set) var members = Buffer<Int32>()
  /// Whether lists of keys and typed values, as OTLP has them, stand for objects.
  private var takesPairs = false
  private var known = KnownBranches()

  /// Walks over a document.
  ///
  /// - Parameter keys: what numbers of keys on the tape mean, as long as it stays.
  mutating func find(_ paths: borrowing PathTree, in tape: borrowing JSONTape, keys: Int) {
    takesPairs = false
    forget(paths)
    known.begin(paths.identity, keys)
    if paths.whole >= 0 { places[Int(paths.whole)] = 0 }
    var index = 1
    let end = tape.count
    while index < end {
      let key = tape[index]
      let branch = branch(of: key, in: 0, paths, tape)
      members.append(branch)
      if branch >= 0 { note(paths.branches[Int(branch)], index + 1, Int(key.length), paths, tape) }
      index = Int(tape[index + 1].end)
    }
  }

  /// The branch of a key in an object that is looked through, or -1.
  @inline(__always)
  private mutating func branch(
    of key: JSONEntry,
    in object: Int32,
    _ paths: borrowing PathTree,
    _ tape: borrowing JSONTape
  ) -> Int32 {
    let remembered = known[key.keyNumber]
    if remembered != KnownBranches.none { return remembered }
    let found = paths.find(tape.text(of: key), in: object) ?? -1
    known.learn(key.keyNumber, found)
    return found
  }

  /// Walks over a record of an OTLP container, where it stands.
  mutating func find(
    _ paths: borrowing PathTree,
    inPairs record: Int,
    of tape: borrowing JSONTape,
    keys: Int
  ) {
    takesPairs = true
    forget(paths)
    known.begin(paths.identity, keys)
    var index = record + 1
    let end = Int(tape[record].end)
    while index < end {
      let key = tape[index]
      let branch = branch(of: key, in: 0, paths, tape)
      if branch >= 0 { note(paths.branches[Int(branch)], index + 1, Int(key.length), paths, tape) }
      index = Int(tape[index + 1].end)
    }
  }

  private mutating func forget(_ paths: borrowing PathTree) {
    members.removeAll()
    places.reset(count: paths.slotCount)
    ranks.reset(count: paths.slotCount)
  }

  /// Recursion is as deep as the longest path has parts.
  private mutating func note(
    _ branch: PathTree.Branch,
    _ value: Int,
    _ rank: Int,
    _ paths: borrowing PathTree,
    _ tape: borrowing JSONTape
  ) {
    let slot = Int(branch.slot)
    // The longest key wins, of a key that stands twice the last one.
    if slot >= 0, ranks[slot] <= Int32(rank), tape[value].kind != .null {
      ranks[slot] = Int32(truncatingIfNeeded: rank)
      places[slot] = Int32(value)
    }
    guard branch.object >= 0 else { return }
    if takesPairs, tape[value].kind == .array { return notePairs(branch, value, rank, paths, tape) }
    guard tape[value].kind == .object else { return }
    var index = value + 1
    let end = Int(tape[value].end)
    while index < end {
      let next = self.branch(of: tape[index], in: branch.object, paths, tape)
      if next >= 0 { note(paths.branches[Int(next)], index + 1, rank, paths, tape) }
      index = Int(tape[index + 1].end)
    }
  }

  private mutating func notePairs(
    _ branch: PathTree.Branch,
    _ list: Int,
    _ rank: Int,
    _ paths: borrowing PathTree,
    _ tape: borrowing JSONTape
  ) {
    var index = list + 1
    let end = Int(tape[list].end)
    while index < end {
      defer { index = Int(tape[index].end) }
      guard let key = tape.member(ByteSlice("key"), of: index), tape[key].kind == .string,
        let next = paths.find(tape.text(of: tape[key]), in: branch.object),
        let value = tape.member(ByteSlice("value"), of: index)
      else { continue }
      note(paths.branches[Int(next)], OTLPContainer.held(by: value, tape), rank, paths, tape)
    }
  }

  @inline(__always)
  func place(_ slot: Int32) -> Int? {
    let place = places[Int(slot)]
    return place >= 0 ? Int(place) : nil
  }
}

/// Which branches the keys of a stream's documents are, by their numbers: looked up once.
///
/// For the tree that is asked for again and again; a record of many formats asks for many once.
private struct KnownBranches: ~Copyable {
  /// What is not known yet.
  static let none: Int32 = -2
  private var branches = Buffer<Int32>()
  private var tree: ObjectIdentifier?
  private var keys = 0
  /// The tree of the walk before, and of this one.
  private var last: ObjectIdentifier?
  private var isOn = false

  init() { branches.append(repeating: Self.none, count: ErrorRecord.keyNumberLimit) }

  /// Begins a walk.
  mutating func begin(_ tree: ObjectIdentifier, _ keys: Int) {
    isOn = tree == last
    last = tree
    guard isOn, self.tree != tree || self.keys != keys else { return }
    self.tree = tree
    self.keys = keys
    branches.removeAll()
    branches.append(repeating: Self.none, count: ErrorRecord.keyNumberLimit)
  }

  @inline(__always)
  subscript(number: Int) -> Int32 { isOn && number > 0 ? branches[number] : Self.none }

  @inline(__always)
  mutating func learn(_ number: Int, _ branch: Int32) {
    if isOn, number > 0 { branches[number] = branch }
  }
}

extension JSONTape {
  /// Where a dotted path leads from an object, through any split of its name, the longest key first; nil where nowhere
  /// or to null.
  func place(of path: ByteSlice, in object: Int) -> Int? {
    guard self[object].kind == .object else { return nil }
    if let whole = member(path, of: object) { return self[whole].kind == .null ? nil : whole }
    var end = path.count
    while let dot = path[0..<end].lastIndex(of: UInt8(ascii: ".")) {
      if let inner = member(path[0..<dot], of: object),
        let found = place(of: path[(dot + 1)..<path.count], in: inner)
      {
        return found
      }
      end = dot
    }
    return nil
  }
}
