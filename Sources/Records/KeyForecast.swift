internal import Bytes

/// Which keys a stream's records have, and which follows which: learnt on the way, so that a key is recognized by one
/// compare with the one expected instead of being read.
///
/// The same key is another one in another object: ``KeyNode/owner`` is the key that the object belongs to. What is
/// learnt decides how fast a record is read, never what is read.
///
/// What keeps it safe: all nodes, and all texts of long keys, lie in one piece of memory each that is allocated once and never
/// moves; pointers to them are made here alone, and live as long as the forecast, which its owner does not copy.
@usableFromInline package struct KeyForecast: ~Copyable {
  typealias Node = UnsafeMutablePointer<KeyNode>

  /// The object of a record.
  let root: Node
  /// A key of which nothing is known: nothing follows it, and it is never expected.
  let unknown: Node
  /// Whether the record's own keys may be those of fields.
  let namesFields: Bool
  private let nodes: UnsafeMutablePointer<KeyNode>
  /// By the hash of a key and its owner: its node, or that of another key and then its own in a place further on.
  private let table: UnsafeMutablePointer<Node?>
  private var count = 0
  /// How many times it was forgotten which key has which number.
  private(set) var generation = 0
  /// The members that have slots beside the fields.
  package var asked = AskedMembers()

  static var nodeLimit: Int { 512 }
  /// Keys that are too long for a pattern, one behind the other.
  private let texts: UnsafeMutablePointer<UInt8>
  private var textCount = 0

  /// By the bytes that a key begins with and its owner: the key read last of those that share a place.
  private let starts: UnsafeMutablePointer<Node>

  private static var textLimit: Int { 8_192 }
  private static var startBits: Int { 8 }
  private static var tableSize: Int { 1 << tableBits }
  private static var tableBits: Int { 10 }

  init(namesFields: Bool) {
    self.namesFields = namesFields
    let bytes = Self.nodeLimit * MemoryLayout<KeyNode>.stride
    nodes = UnsafeMutableRawPointer.allocate(byteCount: bytes, alignment: 64).assumingMemoryBound(
      to: KeyNode.self
    )
    table = .allocate(capacity: Self.tableSize)
    texts = .allocate(capacity: Self.textLimit)
    starts = .allocate(capacity: 1 << Self.startBits)
    root = nodes
    unknown = nodes + 1
    forget()
  }

  deinit {
    nodes.deallocate()
    table.deallocate()
    texts.deallocate()
    starts.deallocate()
  }

  /// Whether there is no room for another key.
  @inline(__always)
  var isFull: Bool { count >= Self.nodeLimit }

  /// Forgets what was learnt, to learn what the stream has now. No node may be used after but the two that are named.
  mutating func forget() {
    for node in [root, unknown] {
      node.initialize(to: KeyNode(owner: unknown, none: unknown))
    }
    table.initialize(repeating: nil, count: Self.tableSize)
    starts.initialize(repeating: unknown, count: 1 << Self.startBits)
    count = 2
    textCount = 0
    generation += 1
  }

  /// The node of the array that a key has as its value: the keys of the objects in it belong to that node.
  mutating func elements(of key: Node) -> Node {
    if key.pointee.elements != unknown || key == unknown { return key.pointee.elements }
    let node = add(KeyNode(owner: key.pointee.owner, none: unknown))
    key.pointee.elements = node
    return node
  }

  /// The node of a key among an owner's, learnt where it was not known; ``unknown`` where there is no room, or where
  /// the key is longer than a node can say. The key is the `count` bytes behind the quote at `quote`.
  mutating func find(keyAt quote: UnsafePointer<UInt8>, count: Int, of owner: Node) -> Node {
    guard count <= KeyNode.longestKey else { return unknown }
    let key = ByteSlice(start: quote + 1, count: count)
    let isShort = count <= KeyNode.Pattern.longestKey
    let pattern = isShort ? KeyNode.Pattern(keyAt: quote, count: count) : .none
    // At most half of the table is taken.
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
    } else if let object = object(of: owner), let slot = asked.slot(of: key, of: object) {
      node.take(Int(slot))
    }
    let added = add(node)
    if added != unknown { table[slot] = added }
    return added
  }

  /// The key that may stand behind a comma, or the byte that stands for it, by the four bytes that it begins with.
  @inline(__always)
  func candidate(behind comma: UnsafePointer<UInt8>, of owner: Node) -> Node {
    let key = starts[Self.start(behind: comma, owner)]
    return key.pointee.owner == owner ? key : unknown
  }

  /// Has ``candidate(behind:of:)`` find a key that was read.
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

  /// Which of the objects an owner is whose members may have slots, or nil.
  func object(of owner: Node) -> AskedMembers.Owner? {
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

  /// A copy of a key, or nil where there is no room.
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

  /// How far a node stands from the first, in bytes: what an open container's entry remembers of it.
  @inline(__always)
  func offset(of node: Node) -> Int {
    UnsafeRawPointer(node) - UnsafeRawPointer(nodes)
  }

  /// The node that stands so far from the first; only for what ``offset(of:)`` gave.
  @inline(__always)
  func node(at offset: UInt32) -> Node {
    (UnsafeMutableRawPointer(nodes) + Int(offset)).assumingMemoryBound(to: KeyNode.self)
  }
}

extension TapeWriter {
  /// Writes a key that was recognized, whose opening quote is at `quote`.
  @inline(__always)
  mutating func write(key: KeyForecast.Node, at quote: Int) {
    let length = key.pointee.pattern.length &- 4
    write(.string, offset: quote &+ 1, length: length, bits: UInt64(key.pointee.number))
  }
}
