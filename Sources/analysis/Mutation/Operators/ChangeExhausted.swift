internal import Source

struct ChangeExhausted: MutationOperator {
  let name = "change-exhausted"
  let change = "An exhausted retry has another verdict"

  func mutations(of file: RuleFileSites) -> [Mutation] {
    file.retries.compactMap { $0["exhausted"] }.map { word in
      .replace(word, with: .made(word.string == "continue" ? "cancel" : "continue"), name)
    }
  }
}
