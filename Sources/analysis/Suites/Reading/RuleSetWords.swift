internal import RuleLanguage
internal import Engine
internal import Source

struct RuleSetWords {
  /// `responder/rule` of every rule, event rule and `otherwise`, and what names without a responder mean.
  private(set) var clauses: [String] = []
  private var byShortName: [String: [String]] = [:]
  private let responders: [String]
  private let categories: [String]
  private var performs: Set<String> = []
  private var events: Set<String> = []
  /// The titles of buttons. Nil if an error's options or templates may add others.
  private var titles: Set<String>?

  init(_ compilation: RuleSet.Compilation, _ chain: ResponderChain) {
    responders = chain.responders
    categories = chain.categories
    for index in chain.clauses.indices where chain.clauses[index].kind != .always {
      let name = chain.name(ofClause: index)
      clauses.append(name)
      byShortName[chain.clauses[index].name, default: []].append(name)
    }
    var said: Set<String>? = []
    for clause in compilation.program?.clauses ?? [] { Self.gather(clause.actions, &performs, &said) }
    titles = said
    for root in compilation.program?.roots ?? [] { Self.gatherEvents(root, &events) }
  }

  private static func gather(_ actions: [Action], _ performs: inout Set<String>, _ titles: inout Set<String>?)
  {
    for action in actions {
      if let first = action.members.first, first.key == "perform",
        case .scalar(.string(let name)) = first.value
      {
        performs.insert(name)
      }
      guard let alert = action.alert else { continue }
      if alert.isRecovery || alert.buttons.contains(where: { $0.title.contains("{") }) { titles = nil }
      for button in alert.buttons {
        titles?.insert(button.title)
        gather(button.actions, &performs, &titles)
      }
    }
  }

  private static func gatherEvents(_ node: Node, _ events: inout Set<String>) {
    for member in node.members ?? [] {
      if ["emit", "event"].contains(member.key) {
        for name in member.value.elements ?? [member.value] where name.string != nil {
          events.insert(name.text)
        }
      }
      gatherEvents(member.value, &events)
    }
    for element in node.elements ?? [] { gatherEvents(element, &events) }
  }

  func clause(_ name: Named, alsoAllowed words: [String] = [], _ diagnostics: inout Diagnostics) -> String? {
    if words.contains(name.text) || clauses.contains(name.text) { return name.text }
    let meant = byShortName[name.text] ?? []
    if meant.count == 1 { return meant[0] }
    guard meant.isEmpty else {
      report(
        "unknown-rule", "“\(name.text)” is ambiguous. Write one of \(meant.joined(separator: ", ")).", name,
        &diagnostics)
      return nil
    }
    let candidates = clauses + words + byShortName.keys.sorted()
    let likely = name.text.contains("/") ? clauses : candidates.filter { !$0.contains("/") }
    let question = Suggestion.question(for: name.text, among: likely)
    let advice = question.isEmpty ? " \(listed(clauses))" : question
    report("unknown-rule", "No rule of this rule set is called “\(name.text)”.\(advice)", name, &diagnostics)
    return nil
  }

  func checkResponder(_ name: Named, _ diagnostics: inout Diagnostics) {
    check(name, responders, "unknown-responder", "No responder is called “\(name.text)”.", &diagnostics)
  }

  func checkCategory(_ name: Named, _ diagnostics: inout Diagnostics) {
    check(name, categories, "unknown-category", "No category is called “\(name.text)”.", &diagnostics)
  }

  /// Reports an action that no rule performs. A typo under `never` would otherwise go unnoticed.
  func checkPerform(_ name: Named, _ diagnostics: inout Diagnostics) {
    check(name, performs.sorted(), "unknown-perform", "No rule performs “\(name.text)”.", &diagnostics)
  }

  func checkEvent(_ name: Named, _ diagnostics: inout Diagnostics) {
    check(
      name, events.sorted(), "unknown-event", "No rule emits or matches the event “\(name.text)”.",
      &diagnostics)
  }

  func checkTitle(_ name: Named, _ diagnostics: inout Diagnostics) {
    guard let titles else { return }
    check(name, titles.sorted(), "unknown-button", "There is no button “\(name.text)”.", &diagnostics)
  }

  /// Warns about an answer that no button has. The first button is assumed in its place.
  func checkAnswer(_ name: Named, _ diagnostics: inout Diagnostics) {
    guard let titles, !titles.contains(name.text) else { return }
    let question = Suggestion.question(for: name.text, among: titles.sorted())
    let message = "There is no button “\(name.text)”, so the first one is assumed.\(question)"
    diagnostics.report(Diagnostic("unknown-button", .warning, message, at: name.range))
  }

  private func check(
    _ name: Named, _ known: [String], _ code: String, _ message: String, _ diagnostics: inout Diagnostics
  ) {
    guard !known.contains(name.text) else { return }
    let question = Suggestion.question(for: name.text, among: known)
    report(code, "\(message)\(question.isEmpty ? " \(listed(known))" : question)", name, &diagnostics)
  }

  private func listed(_ names: [String]) -> String {
    guard !names.isEmpty else { return "There is none." }
    if names.count == 1 { return "There is only \(names[0])." }
    let shown = names.prefix(12).joined(separator: ", ")
    return "There are \(shown)\(names.count > 12 ? ", … (\(names.count))" : "")."
  }

  private func report(_ code: String, _ message: String, _ name: Named, _ diagnostics: inout Diagnostics) {
    diagnostics.report(Diagnostic(code, message, at: name.range))
  }
}
