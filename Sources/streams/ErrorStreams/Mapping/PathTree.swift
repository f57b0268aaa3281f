internal import Bytes

/// Paths to find in one pass.
///
/// A dotted path finds a value through any split of its name: `log.level` as one key, or `level` in `log`. What follows
/// is the same through each of them, so objects are shared: one for each beginning of a path.
struct PathTree: ~Copyable {
  struct Branch: BitwiseCopyable {
    let key: ByteSlice
    /// The next key of the same object in its bucket, or -1.
    var next: Int32 = -1
    /// The object to search in the value, or -1.
    var object: Int32 = -1
    var slot: Int32 = -1
    var isDropped = false
    var isKept = false
  }

  private static let buckets = 64
  private var first = Buffer<Int32>()
  private(set) var branches = Buffer<Branch>()
  private(set) var slotCount = 0
  private var slots: [String: Int32] = [:]
  /// The objects by the beginning of a path.
  private var objects: [String: Int32] = [:]
  /// The slot of the document itself, or -1.
  private(set) var whole: Int32 = -1
  private let arena: TextArena

  init(_ arena: TextArena) {
    self.arena = arena
    first.append(repeating: -1, count: Self.buckets)
  }

  var identity: ObjectIdentifier { ObjectIdentifier(arena) }

  mutating func slot(of path: String) -> Int32 {
    if let known = slots[path] { return known }
    let slot = Int32(slotCount)
    slotCount += 1
    slots[path] = slot
    if path == Mapping.wholeDocument {
      whole = slot
      return slot
    }
    enter(path) { $0.slot = slot }
    return slot
  }

  func knownSlot(of path: String) -> Int32? { slots[path] }

  mutating func drop(_ path: String) {
    enter(path) { $0.isDropped = true }
  }

  mutating func keep(_ path: String) {
    enter(path) { $0.isKept = true }
  }

  private mutating func enter(_ path: String, _ mark: (inout Branch) -> Void) {
    let parts = path.split(separator: ".", omittingEmptySubsequences: false)
    for start in parts.indices {
      let object = start == 0 ? 0 : self.object(after: parts[..<start].joined(separator: "."))
      for end in (start + 1)...parts.count {
        let branch = branch(parts[start..<end].joined(separator: "."), of: object)
        if end == parts.count {
          mark(&branches[branch])
        } else if branches[branch].object < 0 {
          branches[branch].object = self.object(after: parts[..<end].joined(separator: "."))
        }
      }
    }
  }

  private mutating func object(after beginning: String) -> Int32 {
    if let known = objects[beginning] { return known }
    let object = Int32(first.count / Self.buckets)
    first.append(repeating: -1, count: Self.buckets)
    objects[beginning] = object
    return object
  }

  /// The object at the end of a path of single parts, or -1.
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

extension JSONTape {
  /// Through any split of the path, the longest key first; nil if the value is missing or null.
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
