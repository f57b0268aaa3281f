package import RuleEngine

/// Knows what every matcher of a compiled rule set can and cannot match, and answers questions about it.
///
/// Every "yes" comes with a recorded error on which the compiled chain was run to make sure; every "never" is proven.
/// Stations, responders and categories go by their places in the ``RuleProgram`` (the same as in the ``ResponderChain``).
/// A reasoner belongs to one thread; make one for each.
///
/// ```swift
/// let compiled = RuleSet.compile(name: name, bytes: bytes)
/// guard let chain = compiled.chain, let program = compiled.program else { return }
/// let reasoner = Reasoner(chain, program)
/// let reachability = reasoner.reachability(ofStation: 3)
/// ```
package final class Reasoner {
  package let chain: ResponderChain
  package let program: RuleProgram
  package let limits: ReasoningLimits
  let walker: Walker
  let arrivals: Arrivals
  let solver: Solver
  let runner: WitnessRunner
  /// What was found of stations: several checks ask.
  var reachabilities: [Int: Reachability] = [:]
  var answersKnown: [Int: Answer] = [:]
  /// Questions asked so far, and how many of them were not decided.
  package internal(set) var questions = 0
  package internal(set) var notDecided = 0
  /// Steps that the questions took so far: what they cost, the same on every machine.
  package var stepsTaken: Int { solver.stepsTaken + stepsOfComparisons }
  var stepsOfComparisons = 0
  /// Errors that were found and did not do what they should: mistakes of the reasoning, or what it can't know.
  package internal(set) var refusedWitnesses = 0
  /// Called with each error that was found and did not do what it should; for tests.
  package var onRefusal: ((String) -> Void)?

  /// A reasoner about a chain and the program that was compiled with it.
  package convenience init(
    _ chain: ResponderChain,
    _ program: RuleProgram,
    limits: ReasoningLimits = ReasoningLimits()
  ) {
    self.init(chain, program, limits: limits, faults: [])
  }

  /// The same with mistakes put in on purpose, for tests that have to notice them.
  package convenience init(
    _ chain: ResponderChain,
    _ program: RuleProgram,
    limits: ReasoningLimits = ReasoningLimits(),
    faults: Set<Fault>
  ) {
    self.init(chain, program, limits, faults, trustsTypes: true)
  }

  /// The same about all errors that may be recorded, those with them that `types` leaves out.
  package convenience init(aboutAll chain: ResponderChain, _ program: RuleProgram) {
    self.init(chain, program, ReasoningLimits(), [], trustsTypes: false)
  }

  private init(
    _ chain: ResponderChain,
    _ program: RuleProgram,
    _ limits: ReasoningLimits,
    _ faults: Set<Fault>,
    trustsTypes: Bool
  ) {
    self.chain = chain
    self.program = program
    self.limits = limits
    walker = Walker(program, limits, faults)
    arrivals = Arrivals(program, walker, trustsTypes: trustsTypes)
    solver = Solver([walker], limits)
    runner = WitnessRunner(chain)
  }

  var translator: Translator { walker.translator }

  /// A search for values, as for the first error ever or whatever history says.
  func search(_ formulas: [Formula], isFresh: Bool) -> (result: Search.Result, touchesOpen: Bool) {
    solver.search(formulas, isFresh: isFresh)
  }
}
