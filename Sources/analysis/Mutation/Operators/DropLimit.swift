internal import Source

struct DropLimit: MutationOperator {
  let name = "drop-limit"
  let change = "A retry has no deadline, or no quota"

  func mutations(of file: RuleFileSites) -> [Mutation] {
    file.retries.flatMap { retry in
      ["deadline", "quota"].compactMap { key in
        retry[key]?.string == "none" ? nil : Mutation.drop(key, of: retry, name)
      }
    }
  }
}
