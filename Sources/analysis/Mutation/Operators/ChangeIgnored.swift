internal import Source

struct ChangeIgnored: MutationOperator {
  let name = "change-ignored"
  let change = "Cancelled work is evaluated, or ignored"

  func mutations(of file: RuleFileSites) -> [Mutation] {
    [file.root["defaults"]?["ignore"]].compactMap { $0 }.map { word in
      .replace(word, with: .made(word.string == "none" ? "cancellation" : "none"), name)
    }
  }
}
