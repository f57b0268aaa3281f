internal import RuleEngine

struct ChangeWindow: MutationOperator {
  let name = "change-window"
  let summary =
    "The within of a retry, a rate or a breaker, its stays, or the every of a throttle, is twice as long."

  func mutations(of file: RuleFileSites) -> [Mutation] {
    let windows =
      (file.retries + file.rates + file.breakers).compactMap { $0["within"] }
      + file.breakers.compactMap { $0["stays"] }
      + file.throttles.compactMap { $0.throttle["every"] }
    return windows.compactMap { window in
      window.string.flatMap { ScaledDuration.text($0, by: 2) }.map { .replace(window, with: .made($0), name) }
    }
  }
}
