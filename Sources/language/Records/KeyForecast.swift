internal import Bytes

/// The keys that a stream's records had so far, and their order: one comparison with the expected
/// key recognizes it. The same key in another object is another node: ``KeyNode/owner`` is the key of the
/// object. The forecast affects speed only, never the result.
///
/// Memory safety: all nodes, and the texts of long keys, are in one allocation each, which never moves;
/// pointers to them are made only here, and live as long as the forecast, which is not copied.
@usableFromInline package struct KeyForecast: ~Copyable {
  typealias Node = UnsafeMutablePointer<KeyNode>

  let root: Node
  /// An unknown key, which nothing follows and which is never expected.
  let unknown: Node
  /// Whether the record's own keys may be fields.
  let namesFields: Bool
  private let nodes: UnsafeMutablePointer<KeyNode>
  /// Nodes by the hash of a key and its owner, with linear probing.
  private let table: UnsafeMutablePointer<Node?>
  private var count = 0
  /// The number of times that key numbers were reset.
  private(set) var generation = 0
  package var requested = RequestedMembers()

  static var nodeLimit: Int { 512 }
  /// Keys that are too long for a pattern, concatenated.
  private let texts: UnsafeMutablePointer<UInt8>
  private var textCount = 0

  /// The key read last of those that share a place, by the bytes that a key begins with and its owner.
  private let starts: UnsafeMutablePointer<Node>

  private static var textLimit: Int { 8_192 }
  private static var startBits: Int { 8 }
  private static var tableSize: Int { 1 << tableBits }
  private static var tableBits: Int { 10 }

  init(namesFields: Bool) {
    self.namesFields = namesFields
    let bytes = Self.nodeLimit * MemoryLayout<KeyNode>.stride
    nodes = UnsafeMutableRawPointer.allocate(byteCount: bytes, alignment: 64).assumingMemoryBound(
      to: KeyNode.self)
    table = .allocate(capacity: Self.tableSize)
    texts = .allocate(capacity: Self.textLimit)
    starts = .allocate(capacity: 1 << Self.startBits)
    root = nodes
    unknown = nodes + 1
    removeAll()
  }

  deinit {
    nodes.deallocate()
    table.deallocate()
    texts.deallocate()
    starts.deallocate()
  }

  @inline(__always)
  var isFull: Bool { count >= Self.nodeLimit }

  /// Clears the forecast. Afterwards only the two named nodes are valid.
  mutating func removeAll() {
    for node in [root, unknown] {
      node.initialize(to: KeyNode(owner: unknown, none: unknown))
    }
    table.initialize(repeating: nil, count: Self.tableSize)
    starts.initialize(repeating: unknown, count: 1 << Self.startBits)
    count = 2
    textCount = 0
    generation += 1
  }

  /// The node of the array that is a key's value, which owns the keys of the objects in it.
  mutating func elements(of key: Node) -> Node {
    if key.pointee.elements != unknown || key == unknown { return key.pointee.elements }
    let node = add(KeyNode(owner: key.pointee.owner, none: unknown))
    key.pointee.elements = node
    return node
  }

  /// Added if new; ``unknown`` without room, or if the key is too long for a node. The key is the `count`
  /// bytes after the quote at `quote`.
  mutating func find(keyAt quote: UnsafePointer<UInt8>, count: Int, of owner: Node) -> Node {
    guard count <= KeyNode.longestKey else { return unknown }
    let key = ByteSlice(start: quote + 1, count: count)
    let isShort = count <= KeyNode.Pattern.longestKey
    let pattern = isShort ? KeyNode.Pattern(keyAt: quote, count: count) : .none
    // At most half of the table is used.
    var slot =
      isShort
      ? Self.hash(pattern.first, pattern.last, owner)
      : Self.hash(key.word(at: 0), key.word(at: count - 8), owner)
    while let known = table[slot] {
      if known.pointee.owner == owner,
        isShort ? known.pointee.pattern == pattern : known.pointee.longText == key
      {
        return known
      }
      slot = (slot + 1) % Self.tableSize
    }
    var node = KeyNode(owner: owner, none: unknown)
    node.pattern = pattern
    if !isShort {
      guard let text = keep(key) else { return unknown }
      node.longText = text
    }
    if owner == root, namesFields, let field = Field.named(key) {
      node.name(field)
    } else if let object = object(of: owner), let slot = requested.slot(of: key, of: object) {
      node.take(Int(slot))
    }
    let added = add(node)
    if added != unknown { table[slot] = added }
    return added
  }

  /// The last key of the owner that began with the same four bytes as the key behind a comma, or ``unknown``.
  @inline(__always)
  func candidate(behind comma: UnsafePointer<UInt8>, of owner: Node) -> Node {
    let key = starts[Self.start(behind: comma, owner)]
    return key.pointee.owner == owner ? key : unknown
  }

  @inline(__always)
  func remember(_ key: Node, behind comma: UnsafePointer<UInt8>, of owner: Node) {
    starts[Self.start(behind: comma, owner)] = key
  }

  @inline(__always)
  private static func start(behind comma: UnsafePointer<UInt8>, _ owner: Node) -> Int {
    let bytes = UnsafeRawPointer(comma + 2).loadUnaligned(as: UInt32.self)
    let mixed = (UInt64(bytes) ^ UInt64(UInt(bitPattern: owner))) &* 0xE703_7ED1_A0B4_28DB
    return Int(truncatingIfNeeded: mixed &>> UInt64(64 - startBits))
  }

  /// The kind of owner whose members may have slots, or nil.
  func object(of owner: Node) -> RequestedMembers.Owner? {
    owner == root ? .record : owner.pointee.slot == Int32(Field.attributes.rawValue) ? .attributes : nil
  }

  private mutating func add(_ node: KeyNode) -> Node {
    guard !isFull else { return unknown }
    let place = nodes + count
    place.initialize(to: node)
    if node.owner == root || node.owner.pointee.number > 0 { place.pointee.number = UInt32(count) }
    count += 1
    return place
  }

  private mutating func keep(_ key: ByteSlice) -> ByteSlice? {
    guard textCount + key.count <= Self.textLimit else { return nil }
    let copy = texts + textCount
    copy.update(from: key.start, count: key.count)
    textCount += key.count
    return ByteSlice(start: copy, count: key.count)
  }

  private static func hash(_ first: UInt64, _ last: UInt64, _ owner: Node) -> Int {
    let mixed =
      (first ^ (last &* 0x9E37_79B9_7F4A_7C15) ^ UInt64(UInt(bitPattern: owner)))
      &* 0xE703_7ED1_A0B4_28DB
    return Int(truncatingIfNeeded: mixed &>> UInt64(64 - tableBits))
  }

  /// The distance of a node from the first, in bytes, which an open container's entry stores.
  @inline(__always)
  func offset(of node: Node) -> Int {
    UnsafeRawPointer(node) - UnsafeRawPointer(nodes)
  }

  @inline(__always)
  func node(at offset: UInt32) -> Node {
    (UnsafeMutableRawPointer(nodes) + Int(offset)).assumingMemoryBound(to: KeyNode.self)
  }
}

extension TapeWriter {
  @inline(__always)
  mutating func write(key: KeyForecast.Node, at quote: Int) {
    let length = key.pointee.pattern.length &- 4
    write(.string, offset: quote &+ 1, length: length, bits: UInt64(key.pointee.number))
  }
}
