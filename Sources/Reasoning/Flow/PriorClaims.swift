/// In order, in shared pieces: paths with a common start don't copy them.
struct PriorClaims {
  /// Later clauses don't see the claimed errors.
  struct Claim {
    let clause: Int
    let leaves: Formula
    var takes: Signature?
  }

  /// Grows at the end, with an index.
  final class List {
    private(set) var all: [Claim] = []
    private var index = ClaimIndex()

    var count: Int { all.count }

    func add(_ claim: Claim) {
      index.add(claim, at: all.count)
      all.append(claim)
    }

    func about(_ signature: Signature, before end: Int) -> [Claim] {
      index.places(before: end, about: signature).map { all[$0] }.about(signature)
    }
  }

  private enum Piece {
    case few([Claim])
    case list(List, before: Int)
  }

  /// Shared by all paths that begin alike.
  private final class Node {
    let piece: Piece
    private(set) var before: Node?

    init(_ piece: Piece, after before: Node?) {
      self.piece = piece
      self.before = before
    }

    deinit {
      // One by one: a chain of thousands of responders is as deep.
      var next = before
      before = nil
      while let node = next, isKnownUniquelyReferenced(&next) {
        next = node.before
        node.before = nil
      }
    }
  }

  private var last: Node?

  static var none: PriorClaims { PriorClaims() }

  private init() {}

  init(_ few: [Claim]) {
    if !few.isEmpty { append(.few(few)) }
  }

  /// Later additions are not included.
  init(_ list: List) {
    self.init(list, before: list.count)
  }

  init(_ list: List, before end: Int) {
    if end > 0 { append(.list(list, before: end)) }
  }

  private mutating func append(_ piece: Piece) { last = Node(piece, after: last) }

  private var pieces: [Piece] {
    var pieces: [Piece] = []
    var next = last
    while let node = next {
      pieces.append(node.piece)
      next = node.before
    }
    pieces.reverse()
    return pieces
  }

  /// In time that grows with the pieces of `right`.
  static func + (left: PriorClaims, right: PriorClaims) -> PriorClaims {
    guard left.last != nil else { return right }
    var joined = left
    for piece in right.pieces { joined.append(piece) }
    return joined
  }

  static func + (left: PriorClaims, right: [Claim]) -> PriorClaims { left + PriorClaims(right) }

  var all: [Claim] {
    pieces.flatMap { piece in
      switch piece {
      case .few(let few): few
      case .list(let list, let end): Array(list.all.prefix(end))
      }
    }
  }

  var leave: [Formula] { all.map { $0.leaves } }

  func about(_ signature: Signature) -> [Claim] {
    pieces.flatMap { piece in
      switch piece {
      case .few(let few): few.about(signature)
      case .list(let list, let end): list.about(signature, before: end)
      }
    }
  }

  func leave(about signature: Signature) -> [Formula] { about(signature).map { $0.leaves } }
}

extension Sequence<PriorClaims.Claim> {
  func about(_ signature: Signature) -> [PriorClaims.Claim] {
    filter { claim in claim.takes.map { !$0.isDisjoint(with: signature) } ?? true }
  }
}
