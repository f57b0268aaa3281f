internal import Bytes
internal import RuleLanguage
internal import Source

/// Reports a missing or a second verdict. A verdict is under `then` or on one alert's buttons, and in both
/// only if a throttle may skip the alert.
struct VerdictCheck {
  let kind: ClauseKind
  let policy: ResponderPolicy
  let title: SourceRange
  let mayLackKeys: Bool

  func report(_ actions: [Action], _ nodes: [Node], _ then: Node.Member?, to diagnostics: inout Diagnostics) {
    let deciding = zip(actions, nodes).filter { $0.0.alert?.decides == true }
    let whatDecides = deciding.compactMap { $0.0.alert?.whatDecides }
    let what: String
    switch kind {
    case .rule: what = "This rule"
    case .eventRule: what = "This event rule"
    case .otherwise, .always: what = "“otherwise”"
    }
    if deciding.count > 1 {
      diagnostics.report(
        Diagnostic(
          "several-verdicts",
          "\(what) has two alerts that decide. Only one may decide: delete \(whatDecides[1]).",
          at: deciding[1].1.range, related: [.init("the first one", at: deciding[0].1.range)]))
    }
    let throttled = deciding.first.flatMap { $0.0.throttle == nil ? nil : $0.1 }
    if let then, !deciding.isEmpty, throttled == nil {
      diagnostics.report(
        Diagnostic(
          "several-verdicts",
          "The answer to the alert already decides. Delete this “then”, or \(whatDecides[0]).",
          at: then.keyRange, related: [.init("the alert that decides", at: deciding[0].1.range)]))
    }
    if then == nil, let throttled, !mayLackKeys {
      diagnostics.report(
        Diagnostic(
          "missing-verdict",
          "The throttle may skip the alert that decides. Add a “then” for that case: "
            + "\(VerdictReader.words.joined(separator: ", ")).", at: title,
          related: [.init("the alert", at: throttled.range)]))
    }
    // Where all matching rules run, a rule without `then` means proceed.
    let isOptional = policy.match == .all && kind != .eventRule
    if then == nil, deciding.isEmpty, !mayLackKeys, !isOptional {
      let words = kind == .eventRule ? VerdictReader.eventWords : VerdictReader.words
      diagnostics.report(
        Diagnostic(
          "missing-verdict", "\(what) has no verdict. Add “then”: \(words.joined(separator: ", ")).",
          at: title))
    }
  }
}
