internal import Records
internal import RuleLanguage
internal import Engine

struct RuleExplanationText {
  let name: String
  let clause: ResponderChain.Clause
  let responder: String
  /// The rule was evaluated in it, or would have been.
  let explained: ExplainedRun

  func sentences(_ reason: RuleExplanation.Reason, _ step: Explanation.Step?) -> [String] {
    let shown = DisplayValue.cut(responder)
    let way = explained.ending?.path.map { DisplayValue.cut($0) }.joined(separator: " → ") ?? ""
    let other = step.map { "\(DisplayValue.cut($0.responder ?? ""))/\(DisplayValue.cut($0.name))" } ?? ""
    let details = step.map { StepText.paragraphs(of: $0).map { $0.text } } ?? []
    switch reason {
    case .answered: return [answered(step)] + details
    case .evaluated:
      guard let step else { return [] }
      if step.result == "disabled" { return ["It was not evaluated: it is disabled."] }
      return [result(of: step)] + details
    case .ignored:
      let consequence = clause.kind == .always ? "no action runs" : "no rule is evaluated"
      return ["It was not evaluated: \(explained.what) was ignored as a cancellation, so \(consequence)."]
    case .notReached: return [notReached(step, other, shown)] + details
    case .endedBelow:
      guard step != nil else { return ["It was not evaluated: the error was handled before (\(way))."] }
      return ["It was not evaluated: \(other) handled \(explained.what) before it reached \(shown)."]
        + details
    case .passedThrough:
      return ["It was not evaluated: \(shown) is disabled and was skipped."]
    case .elsewhere:
      if way.isEmpty {
        return ["\(DisplayValue.cut(name)) was not evaluated: no responder claims \(explained.cameFrom)."]
      }
      return ["It was not evaluated: \(explained.cameFrom) does not lead to \(shown). Its path: \(way)."]
    case .nothingToAnswer:
      return [
        clause.kind == .eventRule
          ? "It was not evaluated: it handles events, and no rule emitted one for this error."
          : clause.kind == .always
            ? "It did not run: this is an event, and “always” is for errors."
            : "It was not evaluated: it handles errors, and this is an event that raised none."
      ]
    }
  }

  /// Empty for the record's own evaluation.
  private var ofWhich: String {
    explained.what == "the error" || explained.what == "the event"
      ? "" : " for \(explained.what.filter { $0 != "," })"
  }

  private func answered(_ step: Explanation.Step?) -> String {
    guard let ending = explained.ending else { return "It decided." }
    let isRaising = step?.result == "raise"
    let said =
      ending.isEvent ? (isRaising ? "handled, and an error raised" : "handled") : ending.evaluation.name
    return "It decided\(ofWhich.isEmpty ? "" : " \(explained.what.filter { $0 != "," })"): \(said)."
  }

  private func result(of step: Explanation.Step) -> String {
    switch step.result {
    case "not matched": "It was evaluated\(ofWhich) and did not match:"
    case "exhausted" where step.verdict == nil: "It matched\(ofWhich), but its budget was exhausted:"
    case "failed":
      "It matched\(ofWhich), and an action failed. Its verdict was \(step.verdict ?? "continue"):"
    case "nothing inside": "It matched\(ofWhich), but there was nothing to unwrap:"
    case "": "It ran\(ofWhich). It has no verdict:"
    case _ where step.overruledBy != nil: "It matched and ran\(ofWhich), but another rule had decided before:"
    case "ran": "It matched and ran\(ofWhich). It has no evaluation:"
    case "transform", "unwrap": "It matched\(ofWhich) and replaced the error:"
    case let result: "It matched\(ofWhich). Its verdict was \(step.verdict ?? result):"
    }
  }

  private func notReached(_ step: Explanation.Step?, _ other: String, _ shown: String) -> String {
    if clause.kind == .always {
      return "It did not run: an alert at \(shown) was never answered."
    }
    guard let step else { return "It was not evaluated, although \(shown) was." }
    if clause.kind == .otherwise {
      if step.policy?.otherwise == .unmatched, ["continue", "transform", "unwrap"].contains(step.result) {
        return "It was not evaluated: here it applies only if no rule matched, and \(other) did."
      }
      if step.policy?.match == .all, step.result != "unanswered" {
        return "It was not evaluated: it applies only if no rule matched, and \(other) did."
      }
    }
    return "It was not evaluated: \(other) decided before it."
  }
}
