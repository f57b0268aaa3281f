internal import Source

struct ChangePolicy: MutationOperator {
  let name = "change-policy"
  let change = "A responder evaluates its rules by another policy"

  private static let others = [
    "first": "all", "all": "first", "declared": "lastFirst", "lastFirst": "declared",
    "undecided": "unmatched",
    "unmatched": "undecided", "after": "inChain", "inChain": "after",
  ]

  func mutations(of file: RuleFileSites) -> [Mutation] {
    let written = file.policies.flatMap { $0.members ?? [] }.compactMap { member in
      Self.others[member.value.string ?? ""].map { Mutation.replace(member.value, with: .made($0), name) }
    }
    let common = file.root["defaults"]?["policy"]?["match"]
    return written
      + file.responders.compactMap { responder -> Mutation? in
        guard (responder["rules"]?.elements?.count ?? 0) > 1, responder["policy"]?["match"] == nil,
          common == nil, let id = responder["id"]
        else { return nil }
        let policy = (responder["policy"] ?? .made([(key: String, value: Node)]())).with(
          "match", .made("all"))
        return Mutation(
          kind: name, target: responder, replacement: responder.with("policy", policy), place: id.range,
          before: "match: first", after: "match: all")
      }
  }
}
