internal import RuleEngine

/// Ends otherwise where nobody answered.
struct ChangeUnhandled: MutationOperator {
  let name = "change-unhandled"
  let summary = "What nobody answered ends with another evaluation."

  func mutations(of file: RuleFileSites) -> [Mutation] {
    file.unhandled.compactMap { $0["evaluation"] }.map { word in
      .replace(word, with: .made(word.string == "cancel" ? "proceed" : "cancel"), name)
    }
  }
}
