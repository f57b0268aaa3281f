internal import Reasoning
internal import RuleEngine
internal import Suites

/// Errors that cover each part of a rule set, tried first on every mutant.
enum WitnessPool {
  /// Recorded errors as JSON, without duplicates.
  static func errors(of subject: MutationSubject) -> [String] {
    guard let bench = Benches(subject, with: nil).bench(0) else { return [] }
    let reasoner = Reasoner(bench.chain, bench.program)
    let program = bench.program
    var errors: [String] = []
    for responder in program.responders where responder.isEnabled {
      let origin = responder.id.text.json
      errors.append("{\"message\": \"Something went wrong.\", \"origin\": \(origin)}")
      errors.append("{\"event\": \"unknown\", \"origin\": \(origin)}")
    }
    for origin in program.origins {
      errors.append("{\"message\": \"Something went wrong.\", \"origin\": \(origin.name.json)}")
    }
    for index in program.stations.indices where program.stations[index].kind != .always {
      errors += [reasoner.reachability(ofStation: index).answer.witness?.json].compactMap { $0 }
      let buttons =
        program.stations[index].actions.compactMap { $0.alert }.first { $0.decides }?.buttons ?? []
      for button in buttons.indices {
        errors += [reasoner.reachability(ofButton: button, atStation: index).answer.witness?.json].compactMap
        { $0 }
      }
    }
    for index in program.categories.indices {
      errors += [reasoner.reachability(ofCategory: index).answer.witness?.json].compactMap { $0 }
    }
    var seen: Set<String> = []
    return errors.filter { seen.insert($0).inserted }
  }
}
