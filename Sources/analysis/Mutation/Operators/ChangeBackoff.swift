internal import Source

struct ChangeBackoff: MutationOperator {
  let name = "change-backoff"
  let change = "A retry has another delay"

  func mutations(of file: RuleFileSites) -> [Mutation] {
    ["backoff", "retryAfter"].flatMap { key in
      file.retries.compactMap { $0[key] }.flatMap { mutations(of: $0) }
    }
      + file.retries.compactMap { $0["retryAfter"] }.filter { $0.string != nil }
      .map { .replace($0, with: otherUse($0), name) }
  }

  private func mutations(of mapping: Node) -> [Mutation] {
    (mapping.members ?? []).compactMap { member in
      replacement(member).map { .replace(member.value, with: $0, name) }
    }
  }

  private func otherUse(_ use: Node) -> Node { .made(use.string == "ignore" ? "atLeast" : "ignore") }

  private func replacement(_ member: Node.Member) -> Node? {
    switch member.key {
    case "initial": member.value.string.flatMap { ScaledDuration.text($0, by: 2) }.map { .made($0) }
    case "max": member.value.string.flatMap { ScaledDuration.text($0, by: 0.5) }.map { .made($0) }
    case "multiplier": member.value.asInteger.map { .made($0 + 1) }
    case "delays": longer(member.value)
    case "maxIncludesJitter": .made(member.value.content.flag != true)
    case "use": otherUse(member.value)
    case "maxOver": member.value.string.flatMap { ScaledDuration.text($0, by: 2) }.map { .made($0) }
    case "above": .made(member.value.string == "cap" ? "backoff" : "cap")
    case "jitter": .made(member.value.string == "none" ? "full" : "none")
    default: nil
    }
  }

  /// The list with delays that are twice as long.
  private func longer(_ list: Node) -> Node? {
    guard let elements = list.elements else { return nil }
    let delays = elements.map { element in
      element.string.flatMap { ScaledDuration.text($0, by: 2) }.map { Node.made($0) } ?? element
    }
    return .made(delays)
  }
}

extension Node.Content {
  fileprivate var flag: Bool? { if case .bool(let flag) = self { flag } else { nil } }
}
