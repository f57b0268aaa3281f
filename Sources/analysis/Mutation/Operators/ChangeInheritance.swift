internal import Source

struct ChangeInheritance: MutationOperator {
  let name = "change-inheritance"
  let change = "Inherited rules are evaluated before the responder's own rules, or after them"

  func mutations(of file: RuleFileSites) -> [Mutation] {
    file.responders.compactMap { $0["extends"] }.filter { $0.members != nil }.map { extends in
      .set("mode", of: extends, to: .made(extends["mode"]?.string == "append" ? "prepend" : "append"), name)
    }
  }
}
