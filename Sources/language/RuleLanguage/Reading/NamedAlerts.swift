internal import Bytes
internal import Source

/// Each is checked even if unused, and is expanded wherever it is named.
package final class NamedAlerts {
  private enum Meaning {
    case action(Action)
    /// It uses the outcome at the given place.
    case onlyAlways(Action, SourceRange)
    /// Reported already; uses of it stay silent.
    case faulty
  }

  private let members: [Node.Member]
  private let definitions: [String: Node.Member]
  private let knowsAll: Bool
  private var meanings: [String: Meaning] = [:]
  /// Outermost first, to detect cycles.
  private var open: [String] = []
  private var found: [Diagnostic] = []
  private var expansion = AlertExpansion()
  private var isTooLarge = false

  /// `knowsAll`: an unknown name is certainly a mistake.
  init(_ members: [Node.Member], knowsAll: Bool) {
    self.members = members
    self.knowsAll = knowsAll
    definitions = Dictionary(members.map { ($0.key, $0) }, uniquingKeysWith: { first, _ in first })
  }

  package func readAll(_ vocabulary: Vocabulary, _ verdicts: VerdictReader) {
    for member in members { read(member, vocabulary, verdicts) }
    for finding in found { vocabulary.diagnostics.report(finding) }
    found = []
  }

  func action(_ name: String, at node: Node, in context: ActionContext) -> Action? {
    guard let definition = definitions[name] else {
      if knowsAll { context.report(.unknownAlert(name, at: node, among: definitions.keys.sorted())) }
      return nil
    }
    if let start = open.firstIndex(of: name) {
      let way = (open[start...] + [name]).joined(separator: " → ")
      context.report(
        Diagnostic(
          "alert-cycle", "This alert presents itself in a cycle: \(way). Remove one of them.", at: node.range,
          related: [.init("its definition", at: definition.keyRange)]))
      return nil
    }
    guard open.count < AlertExpansion.depthLimit else {
      reportTooLarge(at: node, in: context)
      return nil
    }
    read(definition, context.vocabulary, context.verdicts)
    guard let action = action(of: definition, at: node, in: context) else { return nil }
    guard expansion.admits(action) else {
      reportTooLarge(at: node, in: context)
      return nil
    }
    return action
  }

  /// Once; in a definition, which may be read twice, among its other findings.
  private func reportTooLarge(at node: Node, in context: ActionContext) {
    guard !isTooLarge else { return }
    isTooLarge = true
    let finding = AlertExpansion.tooLarge(at: node)
    if open.isEmpty { context.report(finding) } else { found.append(finding) }
  }

  private func action(of definition: Node.Member, at node: Node, in context: ActionContext) -> Action? {
    switch meanings[definition.key] ?? .faulty {
    case .faulty: return nil
    case .action(let action):
      guard let fault = Self.misplaced(action, in: context) else { return action }
      context.report(
        Diagnostic(
          fault.code, "\(fault.reason) Present another alert.", at: node.range,
          related: [.init("its definition", at: definition.keyRange)]))
      return nil
    case .onlyAlways(let action, let place):
      if context.isAlways { return action }
      context.report(
        Diagnostic(
          "wrong-template",
          "This alert uses the outcome, which is known under “always” only. Present another alert here.",
          at: node.range, related: [.init("the use of the outcome", at: place)]))
      return nil
    }
  }

  private static func misplaced(_ action: Action, in context: ActionContext) -> (
    code: String, reason: String
  )? {
    if !action.failures.isEmpty, context.isAlways || context.place == .event {
      return (
        "deciding-action",
        "An action of this alert has “failed”, but "
          + (context.isAlways
            ? "under “always” the outcome is already known." : "an event rule has other verdicts.")
      )
    }
    guard let alert = action.alert, alert.decides else { return nil }
    switch context.place {
    case .always:
      return (
        "deciding-alert", "This alert's buttons decide, but under “always” the outcome is already known."
      )
    case .event:
      return ("deciding-alert", "This alert's buttons decide, but in an event rule the “then” decides.")
    case .rule, .otherwise:
      guard context.policy.match == .all,
        let word = alert.buttons.compactMap({ $0.verdict?.replacingWord }).first
      else { return nil }
      return (
        "verdict-under-match-all",
        "A button of this alert has the verdict “\(word)”, which is not allowed under “match: all”."
      )
    }
  }

  /// The alert is read as a rule has it and, if that fails, as `always` does.
  private func read(_ member: Node.Member, _ vocabulary: Vocabulary, _ verdicts: VerdictReader) {
    guard meanings[member.key] == nil else { return }
    open.append(member.key)
    defer { open.removeLast() }
    let (action, faults) = read(member, vocabulary, verdicts, isAlways: false)
    if let action, faults.isEmpty {
      meanings[member.key] = .action(action)
      return
    }
    meanings[member.key] = .faulty
    guard let first = faults.first else { return }
    let (last, others) = read(member, vocabulary, verdicts, isAlways: true)
    if let last, others.isEmpty {
      meanings[member.key] = .onlyAlways(last, first.range)
    } else {
      found += others.count < faults.count ? others : faults
    }
  }

  private func read(
    _ member: Node.Member, _ vocabulary: Vocabulary, _ verdicts: VerdictReader, isAlways: Bool
  ) -> (action: Action?, faults: [Diagnostic]) {
    let (others, rejected) = (vocabulary.diagnostics, vocabulary.rejected)
    defer {
      // A rejection with a reported reason needs no further message.
      if vocabulary.diagnostics.hasErrors { vocabulary.rejected = rejected }
      vocabulary.diagnostics = others
    }
    vocabulary.diagnostics = Diagnostics()
    let context = ActionContext(
      vocabulary: vocabulary, verdicts: verdicts, place: isAlways ? .always : .rule, policy: ResponderPolicy()
    )
    guard member.value.members != nil else {
      return (nil, [.wrongType(member.value, expected: "an alert's mapping, such as { title: Offline }")])
    }
    let present = Node.Member(key: "present", keyRange: member.keyRange, value: member.value)
    let action = vocabulary.registry.action(present.key)?.action(for: [present], in: context)
    if action == nil { vocabulary.noteRejection(of: present) }
    return (action, vocabulary.diagnostics.all)
  }
}

/// Alerts that present each other could grow without bound, and running recurses.
struct AlertExpansion {
  static let depthLimit = 32
  /// Values that names may add, over all files.
  private static let sizeLimit = 1_000_000

  private var size = 0

  mutating func admits(_ action: Action) -> Bool {
    count(action, depth: 1)
  }

  static func tooLarge(at node: Node) -> Diagnostic {
    Diagnostic(
      "alert-too-large",
      "Alerts may nest \(depthLimit) levels deep behind their buttons, and their names may expand to \(sizeLimit) values in "
        + "total. Simplify this one.", at: node.range)
  }

  private mutating func count(_ action: Action, depth: Int) -> Bool {
    guard depth <= Self.depthLimit, count(.mapping(action.members)) else { return false }
    for button in action.alert?.buttons ?? [] {
      for action in button.actions where !count(action, depth: depth + 1) { return false }
    }
    return true
  }

  private mutating func count(_ content: Action.Content) -> Bool {
    size += 1
    guard size <= Self.sizeLimit else { return false }
    switch content {
    case .scalar, .template, .optionTitles: return true
    case .list(let elements):
      for element in elements where !count(element) { return false }
      return true
    case .mapping(let members):
      for member in members where !count(member.value) { return false }
      return true
    }
  }
}

extension Verdict {
  /// The word of a verdict that replaces the error or emits an event; nil for any other.
  fileprivate var replacingWord: String? {
    switch self {
    case .transform: "transform"
    case .unwrapPayload, .unwrapCause: "unwrap"
    case .emit: "emit"
    case .evaluation, .retry, .retryByPerson, .continue, .escalate, .handled, .raise: nil
    }
  }
}

extension Diagnostic {
  fileprivate static func unknownAlert(_ name: String, at node: Node, among known: [String]) -> Diagnostic {
    if name.isEmpty {
      return .wrongValue(node, "“present” is empty. Write an alert's name, or { title: … }.")
    }
    let question = Suggestion.question(for: name, among: known)
    let advice = question.isEmpty ? " Write { title: \(name.json) } for an alert with this title." : question
    return Diagnostic(
      "unknown-alert", "The alert “\(name)” does not exist under “alerts”.\(advice)", at: node.range)
  }
}
