internal import Source

struct ChangeUnhandled: MutationOperator {
  let name = "change-unhandled"
  let change = "Unhandled errors have another outcome"

  func mutations(of file: RuleFileSites) -> [Mutation] {
    file.unhandled.compactMap { $0["evaluation"] }.map { word in
      .replace(word, with: .made(word.string == "cancel" ? "proceed" : "cancel"), name)
    }
  }
}
