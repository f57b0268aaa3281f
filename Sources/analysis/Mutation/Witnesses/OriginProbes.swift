internal import Source
internal import Bytes
internal import Suites

/// Errors that no rule matches, with origins at the start of a claim and below it: their paths show where all
/// errors of that claim start, because the longest claim alone decides.
enum OriginProbes {
  /// Empty for another kind of change.
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
