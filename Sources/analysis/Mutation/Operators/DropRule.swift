internal import Source

struct DropRule: MutationOperator {
  let name = "drop-rule"
  let change = "A rule is removed"

  func mutations(of file: RuleFileSites) -> [Mutation] {
    file.ruleLists.flatMap { $0.elements ?? [] }.compactMap { rule in
      if let flag = rule["enabled"], case .bool(false) = flag.content { return nil }
      let named = rule["id"]?.range ?? rule.range
      return Mutation(
        kind: name, target: rule, replacement: rule.with("enabled", .made(false)), place: named,
        before: WrittenText.line(named), after: "")
    }
  }
}
