internal import Source

struct ChangeFailed: MutationOperator {
  let name = "change-failed"
  let change = "The failure of an action has another verdict"

  func mutations(of file: RuleFileSites) -> [Mutation] {
    file.failures.map { failure in
      .replace(failure.verdict, with: .made(other(failure.verdict.string, failure.isOfEvent)), name)
    }
  }

  private func other(_ word: String?, _ isOfEvent: Bool) -> String {
    if isOfEvent { return word == "handled" ? "continue" : "handled" }
    return word == "cancel" ? "abort" : "cancel"
  }
}
