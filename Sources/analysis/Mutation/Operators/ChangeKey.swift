internal import Source

struct ChangeKey: MutationOperator {
  let name = "change-key"
  let change = "Errors counted separately are counted together"

  func mutations(of file: RuleFileSites) -> [Mutation] {
    let quotas = file.retries.compactMap { $0["quota"] }
    let others = (file.rates + file.breakers + file.quotas + file.throttles.map { $0.throttle } + quotas)
      .flatMap {
        counter in
        shorter(counter) ?? [Mutation.drop("per", of: counter, name)].compactMap { $0 }
      }
    return others
      + file.retries.flatMap { retry -> [Mutation] in
        guard let per = retry["per"] else { return [] }
        let only = per.string ?? per.elements?.first?.string
        return shorter(retry)
          ?? [.replace(per, with: .made(only == "operation" ? "type" : "operation"), name)]
      }
  }

  /// Removes one of several keys. Nil if there is only one.
  private func shorter(_ counter: Node) -> [Mutation]? {
    guard let per = counter["per"], let elements = per.elements, elements.count > 1 else { return nil }
    return elements.indices.compactMap { .drop($0, of: per, name) }
  }
}
