internal import Source

struct ChangeInheritance: MutationOperator {
  let name = "change-inheritance"
  let summary = "The mode of an extends is the other one: append for prepend, prepend for append."

  func mutations(of file: RuleFileSites) -> [Mutation] {
    file.responders.compactMap { $0["extends"] }.filter { $0.members != nil }.map { extends in
      .set("mode", of: extends, to: .made(extends["mode"]?.string == "append" ? "prepend" : "append"), name)
    }
  }
}
