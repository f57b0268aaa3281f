internal import Source
internal import RuleLanguage

struct ChangeVerdict: MutationOperator {
  let name = "change-verdict"
  let change = "A rule has another verdict"

  func mutations(of file: RuleFileSites) -> [Mutation] {
    file.verdicts.flatMap { verdict -> [Mutation] in
      let node = verdict.node
      var found = others(verdict).map { Mutation.replace(node, with: .made($0), name) }
      if let evaluation = node["evaluation"] {
        let other = evaluation.string == "cancel" ? "proceed" : "cancel"
        found.append(.replace(evaluation, with: .made(other), name))
      }
      return found
    }
  }

  private func others(_ verdict: RuleFileSites.Verdict) -> [String] {
    guard let word = verdict.node.string else {
      let key = verdict.node.members?.first?.key
      if verdict.place == .event { return key == "raise" ? ["handled"] : ["continue"] }
      switch key {
      case "retry": return ["cancel"]
      case "transform", "unwrap": return ["continue"]
      default: return verdict.node["emit"] == nil ? [] : [verdict.node["evaluation"]?.string ?? "proceed"]
      }
    }
    switch word {
    case "proceed", "abort", "retry": return ["cancel"]
    case "cancel": return ["proceed", "abort"]
    case "continue": return verdict.place == .event ? ["handled", "escalate"] : ["cancel", "escalate"]
    case "escalate": return verdict.place == .event ? ["handled"] : ["cancel", "continue"]
    case "handled": return ["continue"]
    default: return []
    }
  }
}
