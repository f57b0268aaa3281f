internal import RuleEngine
internal import Suites

/// Errors that no rule knows, raised where a claim of origins begins and below it: their paths say where all of that claim
/// start. An error starts by the longest claim alone, so that one below a name stands for all below it.
enum OriginProbes {
  /// None for a change of something else.
  static func errors(of mutation: Mutation) -> [TestStep] {
    guard mutation.kind == "drop-origin" || mutation.target.string?.hasSuffix("*") == true else { return [] }
    return [mutation.before, mutation.after].filter { !$0.isEmpty }.flatMap { text -> [TestStep] in
      let name = text.filter { !"\"' []".contains($0) }
      let stem = name.hasSuffix(".*") ? String(name.dropLast(2)) : name
      return [stem, "\(stem).below"].compactMap { origin in
        WitnessSteps.step("{\"message\": \"Something went wrong.\", \"origin\": \(origin.json)}")
      }
    }
  }
}
