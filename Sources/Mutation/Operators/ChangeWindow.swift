internal import RuleEngine

struct ChangeWindow: MutationOperator {
  let name = "change-window"
  let summary = "The within of a retry or a rate, or the every of a throttle, is twice as long."

  func mutations(of file: RuleFileSites) -> [Mutation] {
    let windows =
      (file.retries + file.rates).compactMap { $0["within"] }
      + file.throttles.compactMap { $0.throttle["every"] }
    return windows.compactMap { window in
      window.string.flatMap { ScaledDuration.text($0, by: 2) }.map { .replace(window, with: .made($0), name) }
    }
  }
}
