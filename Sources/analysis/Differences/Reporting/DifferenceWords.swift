internal import Records
internal import Replay
internal import Engine
internal import Reports

/// Moved records in words.
enum GroupWords {
  /// `retry → cancel`, or a single outcome if it did not change.
  static func outcome(_ group: MovedGroup) -> String {
    let (old, new) = (word(group.old), word(group.new))
    return old == new ? old : "\(old) → \(new)"
  }

  /// The number, and both rules with their outcomes.
  static func title(_ group: MovedGroup, at pointer: String) -> Words {
    func side(_ side: MovedGroup.Outcome) -> Words {
      "\(name: side.name)\(word: " \(word(side))", look: side.ending.look)"
    }
    let others = others(group)
    return
      "\(chip: "\(group.count, at: pointer)×", look: group.new.ending.look)\(side(group.old)) → \(side(group.new))\(aside: others.isEmpty ? "" : " (\(others))")"
  }

  private static func word(_ answer: MovedGroup.Outcome) -> String {
    switch answer.ending {
    case .unhandled:
      answer.evaluation.map { $0 == .cancel ? "unhandled" : "unhandled (\($0.name))" } ?? "unhandled"
    case .unhandledEvent: answer.ending.words
    case .event: "event"
    case .proceed, .retry, .cancel, .abort: answer.ending.name
    }
  }

  static func others(_ group: MovedGroup) -> String {
    var parts: [String] = []
    if group.changes.contains(.effects) { parts.append("different actions or events") }
    if group.changes.contains(.retry), group.old.ending == group.new.ending {
      parts.append("different retry")
    }
    if group.changes.contains(.error) { parts.append("different final error") }
    if !group.changes.matter { parts.append("same result") }
    return parts.joined(separator: ", ")
  }
}

/// A comparison of the rules in words: a title, and a sentence below it.
package struct ProofWords {
  package let title: String
  package let sentence: String
  /// Both in one line.
  let line: String

  package init(_ proof: DifferenceProof) {
    let count = proof.differences.count
    switch proof.verdict {
    case .same: (title, sentence) = ("No difference", "proven for every error and event.")
    case .different:
      (title, sentence) = (
        "Different", count == 1 ? "this error shows it." : "these \(count) errors show it."
      )
    case .depends:
      title = "Depends on earlier errors or plugins"
      sentence =
        "No single error is evaluated differently. A sequence of errors, or a plugin, may show a difference."
    case .notDecided:
      (title, sentence) = (
        "Undecided", "no error that shows a difference was found, but equivalence is not proven."
      )
    }
    line = proof.verdict == .depends ? sentence : "\(title): \(sentence)"
  }

  private static let words = [
    "retry": "different retry", "actions": "different actions or events",
    "error": "different final error",
  ]

  /// `retry by app/again → cancel by app/later`, and further changes.
  package static func difference(_ found: DifferenceProof.Difference) -> String {
    let move = found.oldWords == found.newWords ? found.oldWords : "\(found.oldWords) → \(found.newWords)"
    // If only one of the two retries, the words show it already.
    let areRetries = found.oldWords.hasPrefix("retry") && found.newWords.hasPrefix("retry")
    let changes = found.changes.filter { $0 != "retry" || areRetries }
      .map { Self.words[$0] ?? $0 }
    return changes.isEmpty ? move : "\(move); \(changes.joined(separator: ", "))"
  }
}
