internal import Bytes

/// Where the paths of a mapping were found in a document.
///
/// Most documents of a stream have the shape of one before: then nothing is looked for, and what was found in that one holds
/// (``KnownShapes``).
struct FoundPlaces: ~Copyable {
  /// By slot: where on the tape its value stands, or -1; those of the document at hand begin at ``first``. First come
  /// those of documents whose shape is not kept, then those of each shape, ``slotLimit`` each.
  private var places = Buffer<Int32>()
  private var first = 0
  /// By slot: how long the key at the top is by which it was found.
  private var ranks = Buffer<Int32>()
  /// Whether lists of keys and typed values, as OTLP has them, stand for objects.
  private var takesPairs = false
  private var known = KnownBranches()
  private var shapes = KnownShapes()
  /// Which of the shapes that are kept the document has, or -1; another document that is said to have it has each key and each
  /// looked-for value where this one has it, of the same kind (all numbers and booleans being of one).
  private(set) var shape = -1
  private static let slotLimit = 64

  /// Walks over a document; false where it has a shape that is known, so that there was no need to.
  ///
  /// - Parameter keys: what numbers of keys on the tape mean, as long as it stays.
  mutating func find(_ paths: borrowing PathTree, in tape: borrowing JSONTape, keys: Int) -> Bool {
    takesPairs = false
    shape = -1
    if known.begin(paths.identity, keys), tape.count > 1, paths.slotCount <= Self.slotLimit {
      shapes.begin(known.age)
      let likely = shapes.likely(tape)
      if let met = shapes.met(tape, likely) {
        shape = met
        first = (1 + met) * Self.slotLimit
        return false
      }
      shape = shapes.learn(likely)
    }
    forget(paths)
    if paths.whole >= 0 { places[first + Int(paths.whole)] = 0 }
    var index = 1
    let end = tape.count
    while index < end {
      let key = tape[index]
      let branch = branch(of: key, in: 0, paths, tape)
      shapes.note(index, branch, tape)
      if branch >= 0 { note(paths.branches[Int(branch)], index + 1, Int(key.length), paths, tape) }
      index = Int(tape[index + 1].end)
    }
    if shape >= 0, !shapes.keep(tape) { shape = -1 }
    return true
  }

  /// The branch of a key of the document that was walked over last, or -1.
  func branch(ofKeyAt index: Int, _ paths: borrowing PathTree, _ tape: borrowing JSONTape) -> Int32 {
    let key = tape[index]
    let remembered = known[key.keyNumber]
    return remembered != KnownBranches.none ? remembered : paths.find(tape.text(of: key), in: 0) ?? -1
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
    shape = -1
    _ = known.begin(paths.identity, keys)
    forget(paths)
    var index = record + 1
    let end = Int(tape[record].end)
    while index < end {
      let key = tape[index]
      let branch = branch(of: key, in: 0, paths, tape)
      if branch >= 0 { note(paths.branches[Int(branch)], index + 1, Int(key.length), paths, tape) }
      index = Int(tape[index + 1].end)
    }
  }

  /// Makes room for what will be found.
  private mutating func forget(_ paths: borrowing PathTree) {
    let count = paths.slotCount
    // There is not so much room before those of the shapes.
    if count > Self.slotLimit { shapes.forget() }
    first = (1 + shape) * Self.slotLimit
    let end = first + count
    if shape < 0, places.count <= Self.slotLimit {
      places.reset(count: count)
    } else {
      if places.count < end { places.append(repeating: -1, count: end - places.count) }
      for place in first..<end { places[place] = -1 }
    }
    ranks.reset(count: count)
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
      places[first + slot] = Int32(value)
    }
    guard branch.object >= 0 else { return }
    if takesPairs, tape[value].kind == .array { return notePairs(branch, value, rank, paths, tape) }
    guard tape[value].kind == .object else { return }
    var index = value + 1
    let end = Int(tape[value].end)
    while index < end {
      let next = self.branch(of: tape[index], in: branch.object, paths, tape)
      shapes.note(index, next, tape)
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
      guard let (key, value) = tape.pair(at: index), value > 0, tape[key].kind == .string,
        let next = paths.find(tape.text(of: tape[key]), in: branch.object)
      else { continue }
      note(paths.branches[Int(next)], AnyValue.held(by: value, tape), rank, paths, tape)
    }
  }

  @inline(__always)
  func place(_ slot: Int32) -> Int? {
    let place = places[first + Int(slot)]
    return place >= 0 ? Int(place) : nil
  }
}
