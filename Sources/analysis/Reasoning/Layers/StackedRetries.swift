internal import Bytes
internal import Engine
internal import Records
internal import RuleLanguage

/// The most requests that rule sets above one another make of one operation, where each try of a layer is a whole operation of the
/// layer below.
///
/// All layers see the same error: what a layer wraps, the ones above have to match by what it keeps.
package final class StackedRetries {
  /// An error of which most requests are made.
  package struct Worst {
    /// The tries of each layer, the innermost one first.
    package let tries: [Int]
    /// The error, as JSON.
    package let witness: String
    /// Whether no error makes more.
    package let isProven: Bool

    package var requests: Int { StackedRetries.product(tries) }
  }

  private let layers: [Layer]
  private let solver: Solver
  private let stack: StackedTries

  /// Searches are no more than these: the layers' budgets are few.
  private static let mostSearches = 400
  /// Retries of one layer that are told apart.
  private static let mostBounds = 12

  /// One layer, and the errors to which it grants a number of tries.
  private struct Layer {
    let walker: Walker
    let incoming: IncomingErrors
  }

  /// The errors that a layer tries at most so often.
  private struct Option {
    let bound: Int
    /// Nil for any error.
    let formula: Formula?
  }

  /// - Parameter reasoners: those of the layers, the innermost one first.
  package init(_ reasoners: [Reasoner]) {
    let limits = reasoners.first?.limits ?? ReasoningLimits()
    let space = ErrorSpace(causeLimit: limits.causes, sides: reasoners.count)
    space.agreesOnCategories = false
    space.agreesOnBreakers = false
    space.agreesOnQuotas = false
    layers = reasoners.enumerated().map { side, reasoner in
      // No two layers share a state.
      let clauses = reasoner.program.clauses.indices.map { ($0, side << 40 + $0) }
      let walker = Walker(
        reasoner.program, limits, reasoner.walker.faults, errorSpace: space, side: side,
        counterparts: Dictionary(uniqueKeysWithValues: clauses))
      return Layer(walker: walker, incoming: IncomingErrors(reasoner.program, walker))
    }
    solver = Solver(layers.map { $0.walker }, limits)
    stack = StackedTries(reasoners.map { $0.chain })
  }

  fileprivate static func product(_ numbers: [Int]) -> Int {
    numbers.reduce(1) { product, number in
      let (next, isBeyond) = product.multipliedReportingOverflow(by: number)
      return isBeyond ? .max : next
    }
  }

  /// Nil if no layer tries anything again.
  package func worst() -> Worst? {
    let options = layers.map { Self.options(of: $0) }
    var worst: (tries: [Int], witness: String)?
    var isProven = layers.allSatisfy { !$0.incoming.isCut }
    var searches = 0
    for choice in Self.choices(options) {
      let bound = Self.product(choice.map { $0.bound })
      guard bound > worst.map({ Self.product($0.tries) }) ?? 1 else { break }
      guard searches < Self.mostSearches else {
        isProven = false
        break
      }
      searches += 1
      let formulas = choice.compactMap { $0.formula }
      let (result, touchesOpen) = solver.search(formulas, isFresh: true)
      switch result {
      // What a plugin says, or a state, may make such an error of another one.
      case .none: if touchesOpen, !solver.search(formulas, isFresh: false).result.isNone { isProven = false }
      case .unknown: isProven = false
      case .found(let model):
        let witness = solver.record(of: model).json
        let tries = Array(witness.utf8).withUnsafeBytes { stack.tries(of: ByteSlice($0)) }
        let requests = Self.product(tries)
        if requests < bound { isProven = false }
        if requests > worst.map({ Self.product($0.tries) }) ?? 1 { worst = (tries, witness) }
      }
    }
    return worst.map { Worst(tries: $0.tries, witness: $0.witness, isProven: isProven) }
  }

  /// Each combination of one option of each layer, most requests first.
  private static func choices(_ options: [[Option]]) -> [[Option]] {
    var choices: [[Option]] = [[]]
    for layer in options { choices = choices.flatMap { choice in layer.map { choice + [$0] } } }
    return choices.sorted { product($0.map { $0.bound }) > product($1.map { $0.bound }) }
  }

  // MARK: - One layer

  /// The errors that the layer tries again, by the most tries that it makes of them; and all errors, as tried once.
  private static func options(of layer: Layer) -> [Option] {
    let retries = layer.walker.program.clauses.indices.compactMap { clause -> (Int, RetryPolicy)? in
      guard case .retry(let policy) = layer.walker.program.clauses[clause].verdict else { return nil }
      return (clause, policy)
    }
    let largest = retries.map { $0.1.maxAttempts }.max() ?? 1
    let all = retries.reduce(0) { $0 + $1.1.maxAttempts }
    let countsAlike = retries.allSatisfy { $0.1.per == [.field(.operation)] }
    var formulas: [Int: [Formula]] = [:]
    for (clause, policy) in retries where policy.maxAttempts > 1 {
      // Behind an exhausted budget, another rule may grant more.
      let ends = if case .evaluation = policy.exhausted { true } else { false }
      let bound = ends ? policy.maxAttempts : countsAlike ? largest : all
      formulas[min(bound, StackedTries.most), default: []] += paths(to: clause, policy, layer)
    }
    let options = formulas.sorted { $0.key > $1.key }
    let told = options.prefix(mostBounds - 1).map { Option(bound: $0.key, formula: .disjunction($0.value)) }
    // The others are told apart no further: none of them makes more tries than the first one.
    let others = options.dropFirst(mostBounds - 1)
    let rest = others.first.map {
      [Option(bound: $0.key, formula: .disjunction(others.flatMap { $0.value }))]
    }
    return told + (rest ?? []) + [Option(bound: 1, formula: nil)]
  }

  /// The errors to which a rule grants a first retry.
  private static func paths(to clause: Int, _ policy: RetryPolicy, _ layer: Layer) -> [Formula] {
    let responder = layer.walker.program.clauses[clause].responder
    guard layer.walker.program.responders[responder].isEnabled else { return [] }
    let incoming = layer.incoming
    let arriving =
      [incoming.direct(responder)] + incoming.unwrapped(startingAt: responder) + incoming.fromBelow(responder)
    return arriving.flatMap { path in
      layer.walker.walk(responder, path.form).pathsTo(clause) { form in
        .conjunction([
          layer.walker.matches(clause, form), layer.walker.granted(policy, clause, 0, form),
        ])
      }.map { _, own, claims in
        var requirements = path.requirements([own])
        requirements.claims = requirements.claims + claims
        return .conjunction(requirements.all)
      }
    }
  }
}

extension Reasoner {
  /// The clause that decides about an error, given as JSON.
  package func clause(deciding json: String) -> Int? { runner.run(json)?.clause }
}
