/// A pattern as written: what a program is compiled from.
///
/// Flags are gone (a scalar written under `(?i)` is the set of its cases); greediness and groups are kept,
/// because they decide what a group holds.
package indirect enum SyntaxNode: Hashable, Sendable {
  /// Matches the empty text.
  case empty
  /// One scalar of the set; nothing at all where the set is empty.
  case scalars(ScalarSet)
  /// Any one byte (`\C`), also a part of a scalar.
  case anyByte
  case look(Look)
  /// A group that is remembered; groups count from 1 in the order of their opening parentheses.
  case group(Int, SyntaxNode)
  case sequence([SyntaxNode])
  /// The first alternative that leads to a match is preferred.
  case choice([SyntaxNode])
  case repetition(SyntaxNode, Repetition)

  /// How often a node repeats: at least `least`, at most `most` (nil: no end), more rather than less where
  /// `isGreedy`.
  package struct Repetition: Hashable, Sendable {
    package let least: Int
    package let most: Int?
    package let isGreedy: Bool
  }

  /// Any bytes at all.
  static var anything: SyntaxNode {
    .repetition(.anyByte, Repetition(least: 0, most: nil, isGreedy: true))
  }

  /// `text`, scalar by scalar.
  static func literal(_ text: String, ignoresCase: Bool) -> SyntaxNode {
    .sequence(
      text.unicodeScalars.map { scalar in
        let set = ScalarSet(scalar: scalar.value)
        return .scalars(ignoresCase ? set.ignoringCase : set)
      }
    )
  }

  /// The node, covering the whole text.
  var coveringWholeText: SyntaxNode {
    .sequence([.look(.startOfText), self, .look(.endOfText)])
  }

  /// Whether the node can match the empty text, somewhere.
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
