internal import Bytes
internal import Records
package import Source

/// A word, or a mapping for a verdict with parts.
package final class VerdictReader {
  package enum Place {
    case rule, otherwise, button, event
  }

  private let vocabulary: Vocabulary
  private let defaults: RetryPolicy

  package static let wordKeys = [
    Key(word: "proceed", "The error is dealt with; go on in whatever way is natural."),
    Key(word: "retry", "The error is dealt with; do what failed once more (after the delay)."),
    Key(
      word: "cancel", "The error is dealt with; leave out what would have come next, and stay where you are."),
    Key(word: "abort", "The error was too severe; leave the whole flow or process it happened in."),
    Key(word: "continue", "Nothing is decided; the next rule of this responder that matches runs."),
    Key(
      word: "escalate",
      "Nothing is decided here; the error goes to the parent responder, past the rules below and “otherwise”."
    ),
  ]
  package static let kindKeys = [
    Key(
      "retry", .defined("retry", "retry"),
      "“retry”: do what failed once more, after the delay, for a limited number of tries."),
    Key(
      "transform", .defined("transform", "mapping"),
      "Replaces the error, or edits it, and goes on with the next rule."),
    Key(
      "unwrap", .defined("unwrapPath", "“payload.N”, “underlying”"),
      "Replaces the error by the one inside it, and goes on with the next rule."),
    emitKeys[0],
  ]
  package static let eventWordKeys = [
    Key(word: "handled", "The event is dealt with; it goes no further."),
    Key(word: "continue", "Nothing is decided; the next event rule that matches runs."),
    Key(word: "escalate", "Nothing is decided here; the event goes to the parent responder."),
  ]
  package static let eventKindKeys = [
    Key(
      "transform", .mapping(ReplacementReader.eventKeys),
      "Replaces the event, or edits it, and goes on with the next event rule."),
    Key("raise", .other("error"), "Raises an error at the parent; placeholders are not filled in."),
  ]
  package static let words = wordKeys.names
  package static let eventWords = eventWordKeys.names
  static let kinds = kindKeys.names
  static let eventKinds = eventKindKeys.names

  /// Other systems' words, which may mean cancel or abort.
  private static let wordsForAnEnd: Set = [
    "stop", "fail", "exit", "quit", "end", "halt", "terminate", "die", "give up", "return", "break",
  ]

  package static let emitKeys = [
    Key("emit", .text, .required, "The name of an event that replaces the error and starts here."),
    Key(
      "with", .names(to: "ruleTemplates", "mapping"), .absent("empty"),
      "The event's values; their texts are templates."),
    Key(
      "evaluation", .verdicts(emitEvaluations), .default("proceed"),
      "The evaluation of the error, which is handled."),
  ]
  private static let emitEvaluations = ["proceed", "cancel", "abort"]

  package init(vocabulary: Vocabulary, defaults: RetryPolicy) {
    self.vocabulary = vocabulary
    self.defaults = defaults
  }

  package func verdict(_ node: Node, at place: Place, in context: ActionContext) -> Verdict? {
    let verdict =
      place == .event
      ? eventVerdict(node, in: context)
      : node.members.map { mapping(node, $0, at: place, in: context) } ?? word(node, at: place)
    guard let verdict else { return nil }
    return isAllowed(verdict, node, at: place, context.policy) ? verdict : nil
  }

  private func word(_ node: Node, at place: Place) -> Verdict? {
    guard let word = word(node, of: Self.words, kinds: Self.kinds) else { return nil }
    switch word {
    case "retry": return place == .button ? .retryByPerson : .retry(defaults)
    case "continue": return .continue
    case "escalate": return .escalate
    default: return Evaluation(name: word).map { .evaluation($0) }
    }
  }

  /// The verdict of an action that failed: a word.
  func verdict(ofFailure node: Node, in context: ActionContext) -> Verdict? {
    if context.place == .event {
      switch word(node, of: Self.eventWords, kinds: []) {
      case "handled": return .handled
      case "continue": return .continue
      case "escalate": return .escalate
      default: return nil
      }
    }
    switch word(node, of: Self.words, kinds: []) {
    case "retry": return .retry(defaults)
    case "continue": return .continue
    case "escalate": return .escalate
    case let word?: return Evaluation(name: word).map { .evaluation($0) }
    case nil: return nil
    }
  }

  private func eventVerdict(_ node: Node, in context: ActionContext) -> Verdict? {
    guard let members = node.members else {
      switch word(node, of: Self.eventWords, kinds: Self.eventKinds) {
      case "handled": return .handled
      case "continue": return .continue
      case "escalate": return .escalate
      default: return nil
      }
    }
    guard members.count == 1, let first = members.first, Self.eventKinds.contains(first.key) else {
      return reportMapping(node, members, words: Self.eventWords, kinds: Self.eventKinds)
    }
    let reader = ReplacementReader(context: context)
    if first.key == "raise" { return reader.raised(first.value).map { .raise($0) } }
    return reader.transformedEvent(first.value).map { .transform($0) }
  }

  private func mapping(_ node: Node, _ members: [Node.Member], at place: Place, in context: ActionContext)
    -> Verdict?
  {
    if let emit = members.first(where: { $0.key == "emit" }) { return emission(emit, members, in: context) }
    guard members.count == 1, let first = members.first, Self.kinds.contains(first.key) else {
      return reportMapping(node, members, words: Self.words, kinds: Self.kinds)
    }
    switch first.key {
    case "transform":
      return ReplacementReader(context: context).transform(first.value).map { .transform($0) }
    case "unwrap":
      return Verdict(unwrapping: first.value, in: &vocabulary.diagnostics)
    default:
      if place == .button {
        vocabulary.diagnostics.report(
          .wrongValue(node, "A button's retry is a person's choice and has no budget. Write “then: retry”."))
        return nil
      }
      return RetryReader(vocabulary: vocabulary, defaults: defaults).policy(first.value).map { .retry($0) }
    }
  }

  private func emission(_ emit: Node.Member, _ members: [Node.Member], in context: ActionContext) -> Verdict?
  {
    var evaluation = Evaluation.proceed
    var isWhole = true
    for member in members where member.key != "emit" && member.key != "with" {
      if member.key == "evaluation" {
        let words = Self.emitEvaluations
        if let word = member.value.string, words.contains(word), let named = Evaluation(name: word) {
          evaluation = named
        } else {
          vocabulary.diagnostics.report(.wrongWord(member.value, for: "evaluation", of: words))
          isWhole = false
        }
        continue
      }
      isWhole = false
      let question = Suggestion.question(for: member.key, among: Self.emitKeys.names)
      let advice = question.isEmpty ? " Allowed: with, evaluation." : question
      vocabulary.diagnostics.report(
        Diagnostic(
          "unknown-key", "“\(member.key)” is not allowed beside “emit”.\(advice)", at: member.keyRange))
    }
    let with = members.first { $0.key == "with" }?.value
    guard let event = ReplacementReader(context: context).event(emit.value, with: with), isWhole else {
      return nil
    }
    return .emit(event, evaluation)
  }

  /// Only an evaluation is allowed under `match: all`; on a button, also escalate or continue.
  private func isAllowed(_ verdict: Verdict, _ node: Node, at place: Place, _ policy: ResponderPolicy) -> Bool
  {
    guard policy.match == .all, place == .rule || place == .button else { return true }
    let rejected: String
    switch verdict {
    case .evaluation, .retry, .retryByPerson, .handled, .raise: return true
    case .continue: rejected = "continue"
    case .escalate: rejected = "escalate"
    case .transform: rejected = "transform"
    case .unwrapPayload, .unwrapCause: rejected = "unwrap"
    case .emit: rejected = "emit"
    }
    if place == .button, rejected == "escalate" || rejected == "continue" { return true }
    vocabulary.diagnostics.report(
      Diagnostic(
        "verdict-under-match-all",
        "Under “match: all” every matching rule runs, so “\(rejected)” is not allowed. Write an evaluation, or remove “then”.",
        at: node.range))
    return false
  }

  private func word(_ node: Node, of words: [String], kinds: [String]) -> String? {
    guard let word = node.string else {
      vocabulary.diagnostics.report(Self.noWord(node, words))
      return nil
    }
    guard words.contains(word) else {
      let question = Suggestion.question(for: word, among: words)
      var advice = question.isEmpty ? " Write one of \(words.joined(separator: ", "))." : question
      if question.isEmpty, words == Self.words, !Self.eventKinds.contains(word), word != "nothing",
        let name = Self.action(calledLike: word)
      {
        advice += " For something that the app does, write do: [ { perform: \(name) } ]."
      }
      if words == Self.words, Self.wordsForAnEnd.contains(word.lowercased()) {
        advice = " Write cancel to give up only this operation, or abort to leave all that it belongs to."
      }
      if let place = place(ofAction: word) ?? Self.advice(forStray: word, among: kinds) { advice = place }
      if kinds.contains(word) { advice = " Write { \(word): … }." }
      if Self.words.contains(word) { advice = " An event rule has no evaluation. Write handled." }
      if word == "handled" {
        advice = " It is for event rules only. For an error write proceed, retry, cancel or abort."
      }
      vocabulary.diagnostics.report(
        Diagnostic(
          "unknown-verdict", "“\(word)” is not a verdict\(advice.hasPrefix(" ") ? "." : "")\(advice)",
          at: node.range))
      return nil
    }
    return word
  }

  /// The name of `showSignIn` or of `showSignIn(reason)`; nil for other texts.
  private static func action(calledLike word: String) -> String? {
    let name = word.prefix { $0 != "(" }
    guard name.count == word.count || word.last == ")", let first = name.first, first.isLetter,
      name.allSatisfy({ $0.isLetter || $0.isNumber || "_-.".contains($0) })
    else { return nil }
    return String(name)
  }

  private static func noWord(_ node: Node, _ words: [String]) -> Diagnostic {
    guard let elements = node.elements else {
      return .wrongType(node, expected: "one of the verdicts \(words.joined(separator: ", "))")
    }
    let verdict = elements.compactMap { $0.string }.first { words.contains($0) }
    let action = elements.first { $0.members != nil }?.oneLine
    let then = "then: \(verdict ?? "…")"
    return .wrongType(
      node, expected: "one verdict",
      advice: action.map { "Write actions under “do”: do: [ \($0) ], \(then)." } ?? "Write \(then).")
  }

  /// The place of an action's key; nil for any other word.
  private func place(ofAction key: String) -> String? {
    let first = key.split(separator: " ").first.map { String($0) } ?? key
    // “nothing” is not an action that could be meant as a verdict.
    let known = vocabulary.registry.actions.map { $0.key }.filter { $0 != "nothing" }
    let action =
      known.contains(first) ? first : key == first ? nil : KnownWords.meaning(of: first, among: known)
    return action.map { " It is an action. Write do: [ { \($0): … } ]." }
  }

  /// The key is part of a verdict elsewhere; nil for any other.
  private static func advice(forStray key: String, among kinds: [String]) -> String? {
    if kinds == eventKinds {
      return Self.kinds.contains(key) ? " In an event rule, write handled, transform or raise." : nil
    }
    switch key {
    case "raise":
      return
        " Only an event rule can raise an error. Write { emit: … } here, or write “raise” under “events”."
    case "throw":
      return " Write { transform: { type: … } } for another error, or escalate for the same one."
    case "with", "evaluation": return " It belongs beside “emit”. Add “emit” with the event's name."
    case "failed":
      return " It stands beside an action: { perform: …, failed: abort }. For what follows the last try, "
        + "write { retry: { exhausted: … } }."
    default:
      let isRetryKey = RetryReader.keys.contains(key) || RetryReader.backoffKeys.contains(key)
      return isRetryKey ? " \(MisplacedKey.below(retry: key))" : nil
    }
  }

  private func reportMapping(_ node: Node, _ members: [Node.Member], words: [String], kinds: [String])
    -> Verdict?
  {
    guard let first = members.first(where: { !kinds.contains($0.key) }) ?? members.dropFirst().first else {
      vocabulary.diagnostics.report(
        .wrongValue(node, "This verdict is empty. Write one of \(words.joined(separator: ", "))."))
      return nil
    }
    if kinds.contains(first.key) {
      vocabulary.diagnostics.report(
        Diagnostic(
          "several-verdicts", "“\(members[0].key)” is already a verdict. Delete one of the two.",
          at: first.keyRange, related: [.init("the first one", at: members[0].keyRange)]))
      return nil
    }
    let question = Suggestion.question(for: first.key, among: kinds)
    let isWord = words.contains(first.key)
    let action = place(ofAction: first.key)
    let place = action == nil ? Self.advice(forStray: first.key, among: kinds) : nil
    let advice =
      action ?? place
      ?? (question.isEmpty || isWord
        ? " Write the verdict as a word, or as { \(kinds[0]): { … } }." : question)
    let reason =
      isWord
      ? "“\(first.key)” takes no values." : "“\(first.key)” is not a verdict\(place == nil ? "" : " here")."
    vocabulary.diagnostics.report(Diagnostic("unknown-key", reason + advice, at: first.keyRange))
    return nil
  }
}
