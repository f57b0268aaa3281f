internal import Bytes
internal import Records

/// Branches by key number, for a tree that is used repeatedly.
struct BranchCache: ~Copyable {
  static let none: Int32 = -2
  private var branches = Buffer<Int32>()
  private var tree: ObjectIdentifier?
  private var keys = 0
  private var last: ObjectIdentifier?
  private var isOn = false
  /// Resets because the tree or the key numbers changed.
  private(set) var age = 0

  init() { branches.append(repeating: Self.none, count: ErrorRecord.keyNumberLimit) }

  /// Returns whether results may be cached.
  @inline(__always)
  mutating func begin(_ tree: ObjectIdentifier, _ keys: Int) -> Bool {
    isOn = tree == last
    last = tree
    if isOn, self.tree != tree || self.keys != keys { clear(tree, keys) }
    return isOn
  }

  private mutating func clear(_ tree: ObjectIdentifier, _ keys: Int) {
    self.tree = tree
    self.keys = keys
    age += 1
    branches.removeAll()
    branches.append(repeating: Self.none, count: ErrorRecord.keyNumberLimit)
  }

  @inline(__always)
  subscript(number: Int) -> Int32 { isOn && number > 0 ? branches[number] : Self.none }

  @inline(__always)
  mutating func insert(_ number: Int, _ branch: Int32) {
    if isOn, number > 0 { branches[number] = branch }
  }
}
