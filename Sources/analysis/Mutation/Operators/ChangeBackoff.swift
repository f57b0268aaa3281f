internal import Source

struct ChangeBackoff: MutationOperator {
  let name = "change-backoff"
  let change = "A retry has another delay"

  func mutations(of file: RuleFileSites) -> [Mutation] {
    file.retries.compactMap { $0["backoff"] }.flatMap { backoff -> [Mutation] in
      (backoff.members ?? []).compactMap { member in
        replacement(member).map { .replace(member.value, with: $0, name) }
      }
    }
  }

  private func replacement(_ member: Node.Member) -> Node? {
    switch member.key {
    case "initial": member.value.string.flatMap { ScaledDuration.text($0, by: 2) }.map { .made($0) }
    case "max": member.value.string.flatMap { ScaledDuration.text($0, by: 0.5) }.map { .made($0) }
    case "multiplier": member.value.asInteger.map { .made($0 + 1) }
    case "jitter": .made(member.value.string == "none" ? "full" : "none")
    default: nil
    }
  }
}
