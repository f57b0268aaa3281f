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
      text.unicodeScalars.map { scalar in
        let set = ScalarSet(scalar: scalar.value)
        return .scalars(ignoresCase ? set.ignoringCase : set)
      }
    )
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
