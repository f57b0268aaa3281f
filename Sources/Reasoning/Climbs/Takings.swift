/// Claims of earlier rules, in order. They are stored in shared pieces, so that paths with a common start
/// don't copy them.
struct Takings {
  /// The errors that a clause claims, so that later clauses don't see them.
  struct Taking {
    let station: Int
    /// The condition on the errors that remain.
    let leaves: Formula
    /// A bound on the claimed errors. Nil if unknown.
    var takes: Signature?
  }

  /// A list of claims that grows at the end, with an index.
  final class List {
    private(set) var all: [Taking] = []
    private var index = TakingIndex()

    var count: Int { all.count }

    func add(_ taking: Taking) {
      index.add(taking, at: all.count)
      all.append(taking)
    }

    /// The claims among the first `end` that may concern errors with a signature.
    func about(_ signature: Signature, before end: Int) -> [Taking] {
      index.places(before: end, about: signature).map { all[$0] }.about(signature)
    }
  }

  private enum Piece {
    case few([Taking])
    case list(List, before: Int)
  }

  private var pieces: [Piece] = []

  static var none: Takings { Takings() }

  private init() {}

  init(_ few: [Taking]) {
    if !few.isEmpty { pieces = [.few(few)] }
  }

  /// The current contents of a list. Later additions are not included.
  init(_ list: List) {
    self.init(list, before: list.count)
  }

  /// The first `end` claims of a list.
  init(_ list: List, before end: Int) {
    if end > 0 { pieces = [.list(list, before: end)] }
  }

  static func + (left: Takings, right: Takings) -> Takings {
    var joined = left
    joined.pieces += right.pieces
    return joined
  }

  static func + (left: Takings, right: [Taking]) -> Takings { left + Takings(right) }

  var all: [Taking] {
    pieces.flatMap { piece in
      switch piece {
      case .few(let few): few
      case .list(let list, let end): Array(list.all.prefix(end))
      }
    }
  }

  /// The conditions on the errors that remain.
  var leave: [Formula] { all.map { $0.leaves } }

  /// The claims that may concern errors with a signature, in order.
  func about(_ signature: Signature) -> [Taking] {
    pieces.flatMap { piece in
      switch piece {
      case .few(let few): few.about(signature)
      case .list(let list, let end): list.about(signature, before: end)
      }
    }
  }

  /// The conditions of the claims that may concern errors with a signature.
  func leave(about signature: Signature) -> [Formula] { about(signature).map { $0.leaves } }
}

extension Sequence<Takings.Taking> {
  /// The claims that may concern errors with a signature.
  func about(_ signature: Signature) -> [Takings.Taking] {
    filter { taking in taking.takes.map { !$0.isDisjoint(with: signature) } ?? true }
  }
}
