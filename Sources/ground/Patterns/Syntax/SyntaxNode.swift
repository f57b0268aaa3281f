/// The syntax tree of a pattern.
///
/// Flags are resolved (a scalar under `(?i)` is the set of its cases); greediness and groups are kept.
package indirect enum SyntaxNode: Hashable, Sendable {
  case empty
  /// One scalar of the set; an empty set never matches.
  case scalars(ScalarSet)
  /// Any one byte (`\C`), even a part of a scalar.
  case anyByte
  case look(Look)
  /// A capturing group; groups count from 1 in the order of their opening parentheses.
  case group(Int, SyntaxNode)
  case sequence([SyntaxNode])
  /// Alternatives, the first preferred.
  case choice([SyntaxNode])
  case repetition(SyntaxNode, Repetition)

  /// A repetition of at least `least`, at most `most` (nil: unlimited) times, as many as possible if `isGreedy`.
  package struct Repetition: Hashable, Sendable {
    package let least: Int
    package let most: Int?
    package let isGreedy: Bool
  }

  static var anything: SyntaxNode {
    .repetition(.anyByte, Repetition(least: 0, most: nil, isGreedy: true))
  }

  static func literal(_ text: String, ignoresCase: Bool) -> SyntaxNode {
    .sequence(
      text.unicodeScalars.map { .scalar($0.value, ignoresCase: ignoresCase) }
    )
  }

  /// Expressions share the nodes of ASCII, of which most of them consist.
  static func scalar(_ scalar: UInt32, ignoresCase: Bool) -> SyntaxNode {
    guard scalar < 0x80 else {
      let set = ScalarSet(scalar: scalar)
      return .scalars(ignoresCase ? set.ignoringCase : set)
    }
    let isLetter = (0x61...0x7A).contains(scalar | 0x20)
    return ignoresCase && isLetter ? lettersOfAnyCase[Int(scalar & 0x1F)] : ascii[Int(scalar)]
  }

  private static let ascii = (0..<0x80).map { SyntaxNode.scalars(ScalarSet(scalar: $0)) }
  /// The letters, by the five bits that their cases have in common.
  private static let lettersOfAnyCase = (0..<0x20).map { bits in
    SyntaxNode.scalars(ScalarSet(scalar: 0x60 | bits).ignoringCase)
  }

  var coveringWholeText: SyntaxNode {
    .sequence([.look(.startOfText), self, .look(.endOfText)])
  }

  var isNullable: Bool {
    switch self {
    case .empty, .look: true
    case .scalars, .anyByte: false
    case .group(_, let node): node.isNullable
    case .sequence(let nodes): nodes.allSatisfy { $0.isNullable }
    case .choice(let nodes): nodes.contains(where: { $0.isNullable })
    case .repetition(let node, let repetition): repetition.least == 0 || node.isNullable
    }
  }
}
