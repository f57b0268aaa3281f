internal import Bytes

/// The places of a mapping's paths in a document.
///
/// Most documents have the shape of an earlier one, whose places then apply without a search
/// (``ShapeCache``).
struct ResolvedPaths: ~Copyable {
  /// The place of each slot, or -1; those of the current document begin at ``first``. Documents without a cached shape
  /// come first, then those of each shape, ``slotLimit`` each.
  private var places = Buffer<Int32>()
  private var first = 0
  /// The length of the found top key, by slot.
  private var ranks = Buffer<Int32>()
  /// Lists of keys and typed values, as in OTLP, count as objects.
  private var takesPairs = false
  private var known = BranchCache()
  private var shapes = ShapeCache()
  /// Or -1. Documents of one shape have every key and every searched value in the same place and of the same
  /// kind (numbers and booleans being one kind).
  private(set) var shape = -1
  private static let slotLimit = 64

  /// False if the shape is known, so that no search was necessary.
  ///
  /// - Parameter keys: the generation of the tape's key numbers.
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
      shape = shapes.beginShape(likely)
    }
    clear(paths)
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

  func branch(ofKeyAt index: Int, _ paths: borrowing PathTree, _ tape: borrowing JSONTape) -> Int32 {
    let key = tape[index]
    let remembered = known[key.keyNumber]
    return remembered != BranchCache.none ? remembered : paths.find(tape.text(of: key), in: 0) ?? -1
  }

  @inline(__always)
  private mutating func branch(
    of key: JSONEntry, in object: Int32, _ paths: borrowing PathTree, _ tape: borrowing JSONTape
  ) -> Int32 {
    let remembered = known[key.keyNumber]
    if remembered != BranchCache.none { return remembered }
    let found = paths.find(tape.text(of: key), in: object) ?? -1
    known.insert(key.keyNumber, found)
    return found
  }

  /// Finds the paths in a record of an OTLP container.
  mutating func find(_ paths: borrowing PathTree, inPairs record: Int, of tape: borrowing JSONTape, keys: Int)
  {
    takesPairs = true
    shape = -1
    _ = known.begin(paths.identity, keys)
    clear(paths)
    var index = record + 1
    let end = Int(tape[record].end)
    while index < end {
      let key = tape[index]
      let branch = branch(of: key, in: 0, paths, tape)
      if branch >= 0 { note(paths.branches[Int(branch)], index + 1, Int(key.length), paths, tape) }
      index = Int(tape[index + 1].end)
    }
  }

  private mutating func clear(_ paths: borrowing PathTree) {
    let count = paths.slotCount
    // There is no room for more slots before those of the shapes.
    if count > Self.slotLimit { shapes.clear() }
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

  /// Recursion is bounded by the longest path.
  private mutating func note(
    _ branch: PathTree.Branch, _ value: Int, _ rank: Int, _ paths: borrowing PathTree,
    _ tape: borrowing JSONTape
  ) {
    let slot = Int(branch.slot)
    // The longest key wins, and the last of duplicate keys.
    if slot >= 0, ranks[slot] <= Int32(rank), tape[value].kind != .null {
      ranks[slot] = Int32(truncatingIfNeeded: rank)
      places[first + slot] = Int32(value)
    }
    guard branch.object >= 0 else { return }
    if takesPairs, tape[value].kind == .array { return notePairs(branch, value, rank, paths, tape) }
    if tape[value].kind == .array { return noteFirst(branch, value, rank, paths, tape) }
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

  /// The part `0` of a path is a list's first value, if that is an object.
  private mutating func noteFirst(
    _ branch: PathTree.Branch, _ list: Int, _ rank: Int, _ paths: borrowing PathTree,
    _ tape: borrowing JSONTape
  ) {
    guard list + 1 < Int(tape[list].end), tape[list + 1].kind == .object,
      let next = paths.find(ByteSlice("0"), in: branch.object)
    else { return }
    note(paths.branches[Int(next)], list + 1, rank, paths, tape)
  }

  private mutating func notePairs(
    _ branch: PathTree.Branch, _ list: Int, _ rank: Int, _ paths: borrowing PathTree,
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
