internal import Source

struct ChangeCap: MutationOperator {
  let name = "change-cap"
  let change = "A budget, a rate or a breaker is one higher or lower"

  func mutations(of file: RuleFileSites) -> [Mutation] {
    let quotas = file.retries.compactMap { $0["quota"] }
    let caps =
      file.retries.compactMap { $0["maxAttempts"] }
      + quotas.flatMap { [$0["retries"], $0["tries"], $0["tokens"], $0["cost"]] }.compactMap { $0 }
      + file.quotas.compactMap { $0["tokens"] }
      + (file.rates + file.breakers).compactMap { $0["atLeast"] }
    return caps.flatMap { cap -> [Mutation] in
      guard let number = cap.asInteger else { return [] }
      return [number + 1, number - 1].filter { $0 >= 1 }.map { .replace(cap, with: .made($0), name) }
    }
  }
}
