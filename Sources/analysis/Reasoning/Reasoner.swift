package import Engine
internal import RuleLanguage

/// Decides what the matchers of a compiled rule set can and cannot match.
///
/// Every “yes” comes with a recorded error, confirmed by a run of the compiled chain; every “never” is
/// proven. Indices are those of the ``RuleProgram`` and the ``ResponderChain``. Confined to one thread.
///
/// ```swift
/// let compiled = RuleSet.compile(name: name, bytes: bytes)
/// guard let chain = compiled.chain, let program = compiled.program else { return }
/// let reasoner = Reasoner(chain, program)
/// let reachability = reasoner.reachability(ofClause: 3)
/// ```
package final class Reasoner {
  package let chain: ResponderChain
  package let program: RuleProgram
  package let limits: ReasoningLimits
  let walker: Walker
  let incoming: IncomingErrors
  let solver: Solver
  let runner: WitnessRunner
  var reachabilities: [Int: Reachability] = [:]
  var answersKnown: [Int: Satisfiability] = [:]
  /// The claims of the categories so far; and how many of them the categories up to each have.
  let categoryClaims = PriorClaims.List()
  var categoriesClaimed: [Int] = []
  /// The first errors of the last question about unhandled ones that need more than themselves to show it.
  var recordsOfState: [String] = []
  /// Whether a run shows exhausted budgets and intermediate categories, too, which takes as long as the rules are many.
  var listens: Bool { asksForCategories || hasEscalatingBudgets }
  var asksForCategories = false
  private lazy var hasEscalatingBudgets = program.clauses.contains { clause in
    guard case .retry(let policy) = clause.verdict, case .escalate = policy.exhausted else { return false }
    return true
  }
  package internal(set) var questions = 0
  package internal(set) var notDecided = 0
  package var budget: StepBudget? { solver.budget }
  /// A machine-independent cost.
  package var stepsTaken: Int { solver.stepsTaken + stepsOfComparisons }
  var stepsOfComparisons = 0
  /// Not confirmed by a run: mistakes of the reasoner, or limits of its knowledge.
  package internal(set) var rejectedWitnesses = 0
  /// A function called for each found error that a run did not confirm. For tests.
  package var onRejection: ((String) -> Void)?

  /// The program was compiled with the chain.
  package convenience init(
    _ chain: ResponderChain, _ program: RuleProgram, limits: ReasoningLimits = ReasoningLimits(),
    budget: StepBudget? = nil, memory: ReasoningMemory? = nil
  ) {
    self.init(chain, program, limits, [], trustsTypes: true, budget, memory)
  }

  /// A reasoner with a deliberate mistake, for tests that have to detect it.
  package convenience init(
    _ chain: ResponderChain, _ program: RuleProgram, limits: ReasoningLimits = ReasoningLimits(),
    faults: Set<InjectedFault>
  ) {
    self.init(chain, program, limits, faults, trustsTypes: true)
  }

  /// Including errors that `types` excludes.
  package convenience init(aboutAll chain: ResponderChain, _ program: RuleProgram) {
    self.init(chain, program, ReasoningLimits(), [], trustsTypes: false)
  }

  private init(
    _ chain: ResponderChain, _ program: RuleProgram, _ limits: ReasoningLimits, _ faults: Set<InjectedFault>,
    trustsTypes: Bool, _ budget: StepBudget? = nil, _ memory: ReasoningMemory? = nil
  ) {
    self.chain = chain
    self.program = program
    self.limits = limits
    walker = Walker(program, limits, faults)
    walker.translator.textPredicates.memory = memory
    incoming = IncomingErrors(program, walker, trustsTypes: trustsTypes)
    solver = Solver([walker], limits, budget, memory: memory)
    runner = WitnessRunner(chain)
  }

  var translator: Translator { walker.translator }

  func search(_ requirements: Requirements, isFresh: Bool) -> (result: Search.Result, touchesOpen: Bool) {
    solver.search(requirements, isFresh: isFresh)
  }
}
