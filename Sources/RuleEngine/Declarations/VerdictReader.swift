/// Reads `then`: a word, or a mapping for a retry with a budget of its own.
final class VerdictReader {
  private let vocabulary: Vocabulary
  /// What a retry does not say itself.
  private let defaults: RetryPolicy

  static let words = ["proceed", "retry", "cancel", "abort", "continue", "escalate"]
  static let laterKeys = ["transform", "unwrap", "emit"]

  init(vocabulary: Vocabulary, defaults: RetryPolicy) {
    self.vocabulary = vocabulary
    self.defaults = defaults
  }

  /// The verdict of a rule or of `otherwise`; nil once a fault is reported.
  func verdict(_ node: Node) -> Verdict? {
    if let members = node.members {
      guard members.count == 1, members[0].key == "retry" else { return reportMapping(node, members) }
      let reader = RetryReader(vocabulary: vocabulary, defaults: defaults)
      return reader.policy(members[0].value).map { .retry($0) }
    }
    guard let word = word(node) else { return nil }
    switch word {
    case "retry": return .retry(defaults)
    case "continue": return .continue
    case "escalate": return .escalate
    default: return Evaluation(name: word).map { .evaluation($0) }
    }
  }

  /// The verdict of a button, whose retry is a person's; nil once a fault is reported.
  func buttonVerdict(_ node: Node) -> Verdict? {
    if let members = node.members {
      guard members.count == 1, members[0].key == "retry" else { return reportMapping(node, members) }
      vocabulary.diagnostics.report(
        .wrongValue(node, "A button's retry is a person's, so it has no budget. Write “then: retry”.")
      )
      return nil
    }
    guard let word = word(node) else { return nil }
    switch word {
    case "retry": return .retryByPerson
    case "continue": return .continue
    case "escalate": return .escalate
    default: return Evaluation(name: word).map { .evaluation($0) }
    }
  }

  private func word(_ node: Node) -> String? {
    guard let word = node.string else {
      vocabulary.diagnostics.report(
        .wrongType(node, expected: "one of the verdicts \(Self.words.joined(separator: ", "))")
      )
      return nil
    }
    guard Self.words.contains(word) else {
      let question = Suggestion.question(for: word, among: Self.words)
      let advice = question.isEmpty ? " It is one of \(Self.words.joined(separator: ", "))." : question
      vocabulary.diagnostics.report(
        Diagnostic("unknown-verdict", "“\(word)” is no verdict.\(advice)", at: node.range)
      )
      return nil
    }
    return word
  }

  private func reportMapping(_ node: Node, _ members: [Node.Member]) -> Verdict? {
    guard let first = members.first(where: { $0.key != "retry" }) ?? members.first else {
      vocabulary.diagnostics.report(
        .wrongValue(node, "This verdict is empty. Write one of \(Self.words.joined(separator: ", ")).")
      )
      return nil
    }
    if Self.laterKeys.contains(first.key) {
      vocabulary.diagnostics.report(.notSupportedYet("“\(first.key)”", at: first.keyRange))
      return nil
    }
    let known = ["retry"] + Self.laterKeys
    let question = Suggestion.question(for: first.key, among: known)
    let isWord = Self.words.contains(first.key)
    let advice =
      question.isEmpty || isWord ? " Write the verdict as a word, or as { retry: { … } }." : question
    let reason = isWord ? "“\(first.key)” takes no values." : "“\(first.key)” is no verdict."
    vocabulary.diagnostics.report(
      Diagnostic("unknown-key", reason + advice, at: first.keyRange)
    )
    return nil
  }
}
