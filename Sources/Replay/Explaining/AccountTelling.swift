internal import RuleEngine

/// Why one rule did or did not answer, in sentences.
struct AccountTelling {
  let name: String
  let station: ResponderChain.Station
  let responder: String
  /// The climb in which the rule was asked, or would have been.
  let climb: AccountedClimb

  func sentences(_ reason: RuleAccount.Reason, _ step: Explanation.Step?) -> [String] {
    let shown = ShownValue.cut(responder)
    let way = climb.ending?.path.map { ShownValue.cut($0) }.joined(separator: " → ") ?? ""
    let other = step.map { "\(ShownValue.cut($0.responder ?? ""))/\(ShownValue.cut($0.name))" } ?? ""
    let details = step.map { StepText.paragraphs(of: $0).map { $0.text } } ?? []
    switch reason {
    case .answered: return [answered(step)] + details
    case .asked:
      guard let step else { return [] }
      if step.result == "disabled" { return ["It was not asked: it is disabled."] }
      return [asked(step)] + details
    case .ignored:
      let consequence = station.kind == .always ? "nothing is done then" : "nobody is asked then"
      return ["It was not asked: \(climb.what) was ignored as a cancellation, and \(consequence)."]
    case .notReached: return [notReached(step, other, shown)] + details
    case .endedBelow:
      guard step != nil else { return ["It was not asked: the climb had ended before (\(way))."] }
      return ["It was not asked: \(other) answered before \(climb.what) reached \(shown)."] + details
    case .passedThrough:
      return ["It was not asked: \(shown) is disabled, and \(climb.what) passed through it."]
    case .elsewhere:
      if way.isEmpty {
        return ["\(ShownValue.cut(name)) was not asked: nobody is responsible for \(climb.cameFrom)."]
      }
      return ["It was not asked: \(climb.cameFrom) does not come by \(shown). Its way: \(way)."]
    case .nothingToAnswer:
      return [
        station.kind == .eventRule
          ? "It was not asked: it answers events, and no rule emitted one on the way of this error."
          : station.kind == .always
            ? "It did not run: this is an event, and “always” is for errors."
            : "It was not asked: it answers errors, and this is an event that raised none."
      ]
    }
  }

  /// Of which climb it is said, where that is not the record's own.
  private var ofWhich: String {
    climb.what == "the error" || climb.what == "the event" ? "" : " for \(climb.what.filter { $0 != "," })"
  }

  private func answered(_ step: Explanation.Step?) -> String {
    guard let ending = climb.ending else { return "It answered." }
    let isRaising = step?.result == "raise"
    let said =
      ending.isEvent ? (isRaising ? "handled, and an error raised" : "handled") : ending.evaluation.name
    return "It answered\(ofWhich.isEmpty ? "" : " \(climb.what.filter { $0 != "," })"): \(said)."
  }

  private func asked(_ step: Explanation.Step) -> String {
    switch step.result {
    case "not matched": "It was asked\(ofWhich) and did not match:"
    case "exhausted" where step.verdict == nil: "It matched\(ofWhich), but its budget was spent:"
    case "nothing inside": "It matched\(ofWhich), but there was nothing to unwrap:"
    case "": "It ran\(ofWhich), and has nothing to decide:"
    case _ where step.overruledBy != nil: "It matched and ran\(ofWhich), but another rule had decided:"
    case "ran": "It matched and ran\(ofWhich), and has no evaluation:"
    case "transform", "unwrap": "It matched\(ofWhich), and replaced what it was asked about:"
    case let result: "It matched\(ofWhich), and said \(step.verdict ?? result):"
    }
  }

  /// Why it was passed over at a responder that was visited.
  private func notReached(_ step: Explanation.Step?, _ other: String, _ shown: String) -> String {
    if station.kind == .always {
      return "It did not run: an alert at \(shown) was never answered, and that holds it back."
    }
    guard let step else { return "It was not asked, though \(shown) was visited." }
    if station.kind == .otherwise {
      if step.policy?.otherwise == .unmatched, ["continue", "transform", "unwrap"].contains(step.result) {
        return "It was not asked: here it answers only where no rule matched, and \(other) did."
      }
      if step.policy?.match == .all, step.result != "unanswered" {
        return "It was not asked: it answers only where no rule matched, and \(other) did."
      }
    }
    return "It was not asked: \(other) came before it."
  }
}
