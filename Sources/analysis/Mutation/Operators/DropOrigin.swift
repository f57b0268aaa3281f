internal import Source

struct DropOrigin: MutationOperator {
  let name = "drop-origin"
  let change = "An origin is removed"

  func mutations(of file: RuleFileSites) -> [Mutation] {
    file.responders.flatMap { responder -> [Mutation] in
      guard let list = responder["origins"], let origins = list.elements else { return [] }
      return origins.indices.compactMap { .drop($0, of: list, name) }
    }
  }
}
