internal import Bytes
internal import Records

/// Which branches the keys of a stream's documents are, by their numbers: looked up once.
///
/// For the tree that is asked for again and again; a record of many formats asks for many once.
struct KnownBranches: ~Copyable {
  /// What is not known yet.
  static let none: Int32 = -2
  private var branches = Buffer<Int32>()
  private var tree: ObjectIdentifier?
  private var keys = 0
  /// The tree of the walk before, and of this one.
  private var last: ObjectIdentifier?
  private var isOn = false
  /// How many times all was forgotten, because it is another tree that is asked for or numbers mean other keys.
  private(set) var age = 0

  init() { branches.append(repeating: Self.none, count: ErrorRecord.keyNumberLimit) }

  /// Begins a walk; whether something may be remembered in it.
  @inline(__always)
  mutating func begin(_ tree: ObjectIdentifier, _ keys: Int) -> Bool {
    isOn = tree == last
    last = tree
    if isOn, self.tree != tree || self.keys != keys { forget(tree, keys) }
    return isOn
  }

  private mutating func forget(_ tree: ObjectIdentifier, _ keys: Int) {
    self.tree = tree
    self.keys = keys
    age += 1
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
