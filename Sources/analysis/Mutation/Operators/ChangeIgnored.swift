internal import Source

struct ChangeIgnored: MutationOperator {
  let name = "change-ignored"
  let summary =
    "Cancelled work is evaluated instead of ignored, or ignored instead of evaluated."

  func mutations(of file: RuleFileSites) -> [Mutation] {
    [file.root["defaults"]?["ignore"]].compactMap { $0 }.map { word in
      .replace(word, with: .made(word.string == "none" ? "cancellation" : "none"), name)
    }
  }
}
