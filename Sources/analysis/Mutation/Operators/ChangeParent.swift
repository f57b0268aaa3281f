internal import Source

struct ChangeParent: MutationOperator {
  let name = "change-parent"
  let change = "A responder has another parent"

  func mutations(of file: RuleFileSites) -> [Mutation] {
    let parents = file.responders.compactMap { responder -> Mutation? in
      guard let parent = responder["parent"], let id = responder["id"]?.string, let own = parent.string else {
        return nil
      }
      let others = file.names.responders.filter { $0 != own && !file.names.isAbove(id, $0) }
      guard let other = file.names.parents[own] ?? others.first else { return nil }
      return .replace(parent, with: .made(other), name)
    }
    guard let steps = file.root["escalation"], let ids = steps.elements else { return parents }
    return parents + ids.indices.compactMap { .swap($0, of: steps, name) { $0.text } }
  }
}
