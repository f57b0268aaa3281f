/// A text that occurs in every match, byte by byte, with ASCII letters in one or both cases.
struct Literal: Hashable, Sendable {
  /// The bytes, in lower case where the mask ignores case.
  var bytes: [UInt8] = []
  /// The bits to set in a byte of the text before comparing: 0x20 if the case of a letter is ignored.
  var masks: [UInt8] = []

  var count: Int { bytes.count }
  var isEmpty: Bool { bytes.isEmpty }

  static func + (left: Literal, right: Literal) -> Literal {
    Literal(bytes: left.bytes + right.bytes, masks: left.masks + right.masks)
  }

  /// The literal of the only scalar of `set`, or of an ASCII letter in both cases.
  init?(_ set: ScalarSet) {
    if let only = set.only, only < 0x80 {
      bytes = [UInt8(only)]
      masks = [0]
    } else if let only = set.only, let scalar = Unicode.Scalar(only) {
      bytes = Array(String(scalar).utf8)
      masks = Array(repeating: 0, count: bytes.count)
    } else if set.ranges.count == 2, set.ranges.allSatisfy({ $0.count == 1 }),
      case let upper = set.ranges[0].lowerBound, (0x41...0x5A).contains(upper),
      set.ranges[1].lowerBound == upper | 0x20
    {
      bytes = [UInt8(upper | 0x20)]
      masks = [0x20]
    } else {
      return nil
    }
  }

  init(bytes: [UInt8] = [], masks: [UInt8] = []) {
    self.bytes = bytes
    self.masks = masks
  }
}

/// Literal texts in every match of a node.
struct LiteralFacts {
  var exact: Literal?
  var prefix = Literal()
  var suffix = Literal()
  var longest = Literal()

  private static let lengthLimit = 64

  init(_ node: SyntaxNode) {
    self.init()
    switch node {
    case .empty: self.init(exact: Literal())
    case .scalars(let set): if let literal = Literal(set) { self.init(exact: literal) }
    case .anyByte, .look: break
    case .group(_, let inner): self.init(inner)
    case .sequence(let nodes):
      self.init(exact: Literal())
      // Adjacent characters form one literal.
      var text = Literal()
      for node in nodes {
        if case .scalars(let set) = node, let character = Literal(set) {
          text.bytes += character.bytes
          text.masks += character.masks
          continue
        }
        if !text.isEmpty { append(LiteralFacts(exact: text)) }
        text = Literal()
        append(LiteralFacts(node))
      }
      if !text.isEmpty { append(LiteralFacts(exact: text)) }
    case .choice(let nodes): if nodes.count == 1 { self.init(nodes[0]) }
    case .repetition(let node, let repetition):
      guard repetition.least > 0 else { break }
      self.init(node)
      if repetition.most != 1 { exact = nil }
    }
  }

  private init() {}

  private init(exact: Literal) {
    self.exact = exact
    prefix = exact
    suffix = exact
    longest = exact
  }

  private mutating func append(_ next: LiteralFacts) {
    let joined = suffix + next.prefix
    longest = [longest, next.longest, joined].max { $0.count < $1.count } ?? longest
    if let exact { prefix = exact + next.prefix }
    if let last = next.exact { suffix = suffix + last } else { suffix = next.suffix }
    if let first = exact, let last = next.exact { exact = first + last } else { exact = nil }
    if longest.count > Self.lengthLimit {
      let (bytes, masks) = (longest.bytes.prefix(Self.lengthLimit), longest.masks.prefix(Self.lengthLimit))
      longest = Literal(bytes: Array(bytes), masks: Array(masks))
    }
  }
}
