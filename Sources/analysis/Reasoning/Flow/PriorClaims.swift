/// The claims in order, in shared pieces: paths with a common start don't copy them.
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
    private(set) var dimensions = DimensionMask()
    /// The examples of the first claims, as far as they were needed.
    private var examples = ExampleIndex()
    private var examplesCount = 0
    private var distinct = DistinctFormulas()
    /// The first claims that need causes or a category, as far as they were needed.
    private var openEnded: [Claim] = []
    private var openEndedIndex = ClaimIndex()
    private var openEndedPlaces: [Int] = []
    private var openEndedCount = 0

    var count: Int { all.count }

    func add(_ claim: Claim) {
      index.add(claim, at: all.count)
      all.append(claim)
      dimensions = dimensions.union(claim.leaves.dimensions)
    }

    func about(_ signature: Signature, before end: Int) -> [Claim] {
      index.places(in: 0..<end, about: signature).map { all[$0] }.about(signature)
    }

    fileprivate func about(_ signature: Signature?, before end: Int, upTo most: Int) -> [Claim] {
      guard let signature else { return Array(all.prefix(min(end, most))) }
      var found: [Claim] = []
      for window in Range.windows(before: end) {
        for place in index.places(in: window, about: signature) where all[place].concerns(signature) {
          if found.count == most { return found }
          found.append(all[place])
        }
      }
      return found
    }

    /// The claims of a rare kind: `isOpenEnded` says which claims need causes or a category.
    fileprivate func openEnded(
      about signature: Signature?, before end: Int, _ isOpenEnded: (Formula) -> Bool
    ) -> [Claim] {
      while openEndedCount < all.count {
        let claim = all[openEndedCount]
        if isOpenEnded(claim.leaves) {
          openEndedIndex.add(claim, at: openEnded.count)
          openEnded.append(claim)
          openEndedPlaces.append(openEndedCount)
        }
        openEndedCount += 1
      }
      let count = openEndedPlaces.partitionIndex { $0 >= end }
      guard let signature else { return Array(openEnded[..<count]) }
      return openEndedIndex.places(in: 0..<count, about: signature).map { openEnded[$0] }.about(signature)
    }

    /// The claims in a range that an example may break, in order, without repeated ones; `value` is what it has in a dimension.
    fileprivate func places(
      in range: Range<Int>, brokenBy value: (Int) -> SampleValue?, isTrue: [Int], categories: DimensionMask
    ) -> [Int] {
      while examplesCount < all.count {
        let leaves = all[examplesCount].leaves
        if distinct.insert(leaves) { examples.add(leaves, at: examplesCount, avoiding: categories) }
        examplesCount += 1
      }
      return examples.places(in: range, brokenBy: value, isTrue: isTrue)
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

  /// Claims that many paths use: looked up by an index if there are many.
  init(shared claims: [Claim]) {
    guard claims.count > Self.manyClaims else {
      self.init(claims)
      return
    }
    let list = List()
    for claim in claims { list.add(claim) }
    self.init(list)
  }

  private static let manyClaims = 16

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

  /// The claims of both, in time that grows with the pieces of `right`.
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

  /// The first ones, at most `most`.
  func leave(about signature: Signature?, upTo most: Int) -> [Formula] {
    var found: [Formula] = []
    for piece in pieces where found.count < most {
      let left = most - found.count
      switch piece {
      case .few(let few):
        found += few.lazy.filter { $0.concerns(signature) }.prefix(left).map { $0.leaves }
      case .list(let list, let end):
        found += list.about(signature, before: end, upTo: left).map { $0.leaves }
      }
    }
    return found
  }

  /// The claims that need causes or a category, as `isOpenEnded` says.
  func openEnded(about signature: Signature?, _ isOpenEnded: (Formula) -> Bool) -> [Formula] {
    pieces.flatMap { piece in
      switch piece {
      case .few(let few):
        few.filter { $0.concerns(signature) && isOpenEnded($0.leaves) }.map { $0.leaves }
      case .list(let list, let end):
        list.openEnded(about: signature, before: end, isOpenEnded).map { $0.leaves }
      }
    }
  }

  /// A superset of the dimensions that they compare.
  var dimensions: DimensionMask {
    pieces.reduce(DimensionMask()) { dimensions, piece in
      switch piece {
      case .few(let few): few.reduce(dimensions) { $0.union($1.leaves.dimensions) }
      case .list(let list, _): dimensions.union(list.dimensions)
      }
    }
  }

  /// Where a claim is, among those of its path.
  struct Place: Hashable {
    let piece: Int
    let index: Int
  }

  /// The first claims that an example breaks, at most `most`, in order. `isTrue` are the dimensions that it makes true;
  /// `value` is what it has in a dimension; `breaks` says whether it breaks a formula.
  func broken(
    about signature: Signature?, besides known: Set<Place>, upTo most: Int, isTrue: [Int],
    categories: DimensionMask, _ value: (Int) -> SampleValue?, _ breaks: (Formula) -> Bool
  ) -> [(place: Place, leaves: Formula)] {
    var found: [(place: Place, leaves: Formula)] = []
    func look(at claim: Claim, _ place: Place) {
      guard found.count < most, !known.contains(place), breaks(claim.leaves), claim.concerns(signature) else {
        return
      }
      found.append((place, claim.leaves))
    }
    for (number, piece) in pieces.enumerated() where found.count < most {
      switch piece {
      case .few(let few):
        for (index, claim) in few.enumerated() { look(at: claim, Place(piece: number, index: index)) }
      case .list(let list, let end):
        for window in Range.windows(before: end) where found.count < most {
          for index in list.places(in: window, brokenBy: value, isTrue: isTrue, categories: categories) {
            look(at: list.all[index], Place(piece: number, index: index))
          }
        }
      }
    }
    return found
  }
}

extension PriorClaims.Claim {
  /// Errors with a signature may be claimed.
  func concerns(_ signature: Signature?) -> Bool {
    guard let signature, let takes else { return true }
    return !takes.isDisjoint(with: signature)
  }
}

extension Sequence<PriorClaims.Claim> {
  func about(_ signature: Signature) -> [PriorClaims.Claim] {
    filter { $0.concerns(signature) }
  }
}
