/// What is taken of errors on their way, in order: pieces that many ways share, so that none is copied.
struct Takings {
  /// A station takes what satisfies its formula out of what goes on to the next one.
  struct Taking {
    let station: Int
    /// What it leaves.
    let leaves: Formula
    /// What it takes surely satisfies this; nil where nothing is known.
    var takes: Signature?
  }

  /// Takings that grow at the end, found by what they take.
  final class List {
    private(set) var all: [Taking] = []
    private var index = TakingIndex()

    var count: Int { all.count }

    func add(_ taking: Taking) {
      index.add(taking, at: all.count)
      all.append(taking)
    }

    /// The first `end` that may take something of what a signature is of.
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

  /// What a list has so far: what is added to it later is not among these.
  init(_ list: List) {
    self.init(list, before: list.count)
  }

  /// The first `end` of a list.
  init(_ list: List, before end: Int) {
    if end > 0 { pieces = [.list(list, before: end)] }
  }

  static func + (left: Takings, right: Takings) -> Takings {
    var joined = left
    joined.pieces += right.pieces
    return joined
  }

  static func + (left: Takings, right: [Taking]) -> Takings { left + Takings(right) }

  /// All of them, in order.
  var all: [Taking] {
    pieces.flatMap { piece in
      switch piece {
      case .few(let few): few
      case .list(let list, let end): Array(list.all.prefix(end))
      }
    }
  }

  /// What all of them leave.
  var leave: [Formula] { all.map { $0.leaves } }

  /// Those that may take something of what a signature is of, in order.
  func about(_ signature: Signature) -> [Taking] {
    pieces.flatMap { piece in
      switch piece {
      case .few(let few): few.about(signature)
      case .list(let list, let end): list.about(signature, before: end)
      }
    }
  }

  /// What those leave that may take something of what a signature is of.
  func leave(about signature: Signature) -> [Formula] { about(signature).map { $0.leaves } }
}

extension Sequence<Takings.Taking> {
  /// Those that may take something of what a signature is of.
  func about(_ signature: Signature) -> [Takings.Taking] {
    filter { taking in taking.takes.map { !$0.isDisjoint(with: signature) } ?? true }
  }
}
