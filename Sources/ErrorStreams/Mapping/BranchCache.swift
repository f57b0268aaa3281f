internal import Bytes
internal import Records

/// The branches of a stream's keys by key number, cached.
///
/// Only for a tree that is used repeatedly; a record of mixed formats tests many trees once.
struct BranchCache: ~Copyable {
  static let none: Int32 = -2
  private var branches = Buffer<Int32>()
  private var tree: ObjectIdentifier?
  private var keys = 0
  /// The trees of the last and the current search.
  private var last: ObjectIdentifier?
  private var isOn = false
  /// The number of resets, because the tree or the key numbers changed.
  private(set) var age = 0

  init() { branches.append(repeating: Self.none, count: ErrorRecord.keyNumberLimit) }

  /// Begins a search; returns whether results may be cached.
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
