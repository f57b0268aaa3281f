internal import RuleEngine

/// Says something else once no try is left.
struct ChangeExhausted: MutationOperator {
  let name = "change-exhausted"
  let summary = "A retry says another verdict once no try is left."

  func mutations(of file: RuleFileSites) -> [Mutation] {
    file.retries.compactMap { $0["exhausted"] }.map { word in
      .replace(word, with: .made(word.string == "continue" ? "cancel" : "continue"), name)
    }
  }
}
