internal import RuleEngine

/// Takes cancelled work for an error, or the other way round.
struct ChangeIgnored: MutationOperator {
  let name = "change-ignored"
  let summary =
    "Cancelled work is somebody's error where it was nobody's, or nobody's where it was somebody's."

  func mutations(of file: RuleFileSites) -> [Mutation] {
    [file.root["defaults"]?["ignore"]].compactMap { $0 }.map { word in
      .replace(word, with: .made(word.string == "none" ? "cancellation" : "none"), name)
    }
  }
}
