internal import RuleEngine

struct ChangeWindow: MutationOperator {
  let name = "change-window"
  let summary =
    "The within of a retry, a quota or a rate, the deadline of a retry, or the every of a throttle, is twice as long."

  func mutations(of file: RuleFileSites) -> [Mutation] {
    let windows =
      (file.retries + file.retries.compactMap { $0["quota"] } + file.rates).compactMap { $0["within"] }
      + file.retries.compactMap { $0["deadline"] }
      + file.throttles.compactMap { $0.throttle["every"] }
    return windows.compactMap { window in
      window.string.flatMap { ScaledDuration.text($0, by: 2) }.map { .replace(window, with: .made($0), name) }
    }
  }
}
