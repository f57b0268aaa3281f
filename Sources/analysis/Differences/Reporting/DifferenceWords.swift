internal import Records
internal import Replay
internal import Engine

/// Moved records in words.
enum GroupWords {
  /// `retry → cancel`, or a single outcome if it did not change.
  static func outcome(_ group: MovedGroup) -> String {
    let (old, new) = (word(group.old), word(group.new))
    return old == new ? old : "\(old) → \(new)"
  }

  private static func word(_ answer: MovedGroup.Outcome) -> String {
    switch answer.ending {
    case .unhandled:
      answer.evaluation.map { $0 == .cancel ? "unhandled" : "unhandled (\($0.name))" } ?? "unhandled"
    case .unhandledEvent: "event, unhandled"
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

/// A comparison of the rules in words.
enum ProofWords {
  static func sentence(_ proof: DifferenceProof) -> String {
    switch proof.verdict {
    case .same: return "No difference: proven for every error and event."
    case .different:
      return proof.differences.count == 1
        ? "Different: this error shows it." : "Different: these \(proof.differences.count) errors show it."
    case .depends:
      return
        "No single error is evaluated differently. A sequence of errors, or a plugin, may show a difference."
    case .notDecided:
      return "Undecided: no error that shows a difference was found, but equivalence is not proven."
    }
  }

  private static let words = [
    "retry": "different retry", "actions": "different actions or events",
    "error": "different final error",
  ]

  /// `retry by app/again → cancel by app/later`, and further changes.
  static func difference(_ found: DifferenceProof.Difference) -> String {
    let move = found.oldWords == found.newWords ? found.oldWords : "\(found.oldWords) → \(found.newWords)"
    // If only one of the two retries, the words show it already.
    let areRetries = found.oldWords.hasPrefix("retry") && found.newWords.hasPrefix("retry")
    let changes = found.changes.filter { $0 != "retry" || areRetries }
      .map { Self.words[$0] ?? $0 }
    return changes.isEmpty ? move : "\(move); \(changes.joined(separator: ", "))"
  }
}
