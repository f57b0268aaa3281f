internal import Records
package import Reasoning
internal import Bytes
package import Engine
package import Secrets

/// The result of comparing two rule sets without a stream: a proof of equivalence, or errors that show a
/// difference.
package struct DifferenceProof: Sendable {
  package enum Result: String, Sendable {
    /// Proven: every error and every event is evaluated the same way.
    case same
    case different
    /// No single error is evaluated differently, but a sequence of errors or a plugin may show a difference.
    case depends
    /// The search reached its limit, or a rule can't be analysed.
    case notDecided
  }

  package struct Difference: Sendable {
    package let error: String
    package let old: String
    package let new: String
    /// The outcomes in words: `retry by app/again`, `cancel, unhandled`.
    package let oldWords: String
    package let newWords: String
    package let changes: [String]
    /// The clauses of the old rule set that decide, or grant no further try; the one that decides is the first.
    package let oldClauses: [Int]
    /// The commands to explain it under each rule set, as in ``RuleSetDifference/ExplainCommands``.
    package var explainOld: String?
    package var explainNew: String?
  }

  package let verdict: Result
  package var differences: [Difference]

  /// Compares two compiled rule sets.
  ///
  /// - Parameters:
  ///   - most: the largest number of errors to find, each for a different reason.
  ///   - scope: the errors that are compared; nil for all.
  ///   - redactor: what hides the secrets of the errors, which the rules name.
  package init(
    old: (chain: ResponderChain, program: RuleProgram), new: (chain: ResponderChain, program: RuleProgram),
    upTo most: Int, scope: ComparisonScope? = nil, hidingBy redactor: Redactor = .off
  ) {
    let one = Reasoner(old.chain, old.program)
    let other = Reasoner(new.chain, new.program)
    let (answer, witnesses) = one.differences(from: other, upTo: most, scope: scope)
    // Every difference is verified by evaluating the error as a recorded one.
    let shown = witnesses.filter { one.answers($0.json, like: other) == false }
      .compactMap { Difference(error: $0.json, old.chain, new.chain, redactor) }
    differences = shown
    switch answer {
    case .shown: verdict = shown.isEmpty ? .notDecided : .different
    case .never: verdict = .same
    case .depends: verdict = .depends
    case .notDecided: verdict = shown.isEmpty ? .notDecided : .different
    }
  }
}

extension DifferenceProof.Difference {
  /// Nil if one of the chains does not accept it as a recorded error, or if both results are the same.
  fileprivate init?(error: String, _ old: ResponderChain, _ new: ResponderChain, _ redactor: Redactor) {
    var one = RuleEvaluator(old)
    var other = RuleEvaluator(new)
    guard let mine = try? one.resolution(of: error), let theirs = try? other.resolution(of: error) else {
      return nil
    }
    let own = redactor.about(json: error)
    (self.error, self.old, self.new) = (own.json(error), own.json(mine), own.json(theirs))
    var first = Evaluator(old)
    var second = Evaluator(new)
    let bytes = Array(error.utf8)
    let found: (old: String, new: String, changes: [String], clauses: [Int])? = bytes.withUnsafeBytes {
      line in
      guard first.decidesAlone(ByteSlice(line)), second.decidesAlone(ByteSlice(line)) else { return nil }
      var changes: [String] = []
      if first.effects != second.effects { changes.append("actions") }
      if !first.retries(as: second) { changes.append("retry") }
      if second.endsWithAnotherError(than: first) { changes.append("error") }
      return (first.words, second.words, changes, first.clauses)
    }
    guard let found else { return nil }
    (oldWords, newWords, changes, oldClauses) = found
  }
}

extension Evaluator {
  /// Evaluates an error with fresh state. Returns false if it is not an error.
  fileprivate mutating func decidesAlone(_ line: ByteSlice) -> Bool {
    guard read(line) == nil else { return false }
    var state = ChainState(isAtHand: true)
    return run(&state, ordinal: 1)
  }

  fileprivate var effects: String {
    var text = Buffer<UInt8>()
    var gaps = Buffer<Gap>()
    appendEffects(to: &text, gaps: &gaps)
    return String(text.slice)
  }

  fileprivate var clauses: [Int] {
    var clauses = [outcome.clause.place].compactMap { $0 }
    for index in 0..<outcome.exhausted.count {
      if let clause = outcome.exhausted[index].clause.place { clauses.append(clause) }
    }
    return clauses
  }

  fileprivate var words: String {
    let answer = outcome.resolution
    let by = answer.clause.place.map { " by \(chain.name(ofClause: $0))" } ?? ""
    if answer.isEvent { return answer.isHandled ? "handled\(by)" : "unhandled event" }
    if answer.isIgnored { return "ignored as a cancellation" }
    return answer.isHandled
      ? "\(answer.evaluation.name)\(by)" : "\(answer.evaluation.name), unhandled"
  }
}
