internal import Source
internal import Bytes
package import Engine

/// The reason that one rule did or did not decide.
package struct RuleExplanation: Sendable {
  package enum Reason: String, Sendable {
    case answered
    /// Its step has the result. In JSON `asked`, its name from the first version.
    case evaluated = "asked"
    case ignored
    /// The evaluation left the responder before the rule's turn.
    case notReached = "not reached"
    case endedBelow = "ended below"
    case passedThrough = "passed through"
    case elsewhere
    /// The rules are for events and there was none, or for errors and there was none.
    case nothingToAnswer = "nothing to answer"
  }

  package let reason: Reason
  /// `responder/rule`, and the rule's position in its file.
  package let name: String
  package let place: String
  /// Or the step that kept it from being evaluated.
  package let step: Explanation.Step?
  package let sentences: [String]
  private let clause: ResponderChain.Clause
  private let responder: String

  /// - Parameter index: of the clause in the chain.
  package init(of index: Int, in explanation: Explanation, _ chain: ResponderChain) {
    let clause = chain.clauses[index]
    let responder = chain.responders[clause.responder]
    let start = clause.range.start
    self.clause = clause
    self.responder = responder
    name = chain.name(ofClause: index)
    place = "\(EscapedText.of(clause.range.file.name)):\(start.line):\(start.column)"
    // Event rules are evaluated for events, all others for errors, in the record's own evaluation or a nested
    // one.
    let nestedEvaluations = ExplainedRun.all(of: explanation).filter {
      $0.isEvent == (clause.kind == .eventRule)
    }
    let own = nestedEvaluations.lazy.compactMap { explained in
      explained.steps.last { $0.clause == index }.map { (explained, $0) }
    }
    let decisive = own.first { $0.0.ending?.clause == index } ?? own.last
    var telling: RuleExplanationText
    if let (explained, step) = decisive {
      let hasAnswered = explained.ending?.clause == index
      (reason, self.step) = (hasAnswered ? .answered : .evaluated, step)
      telling = RuleExplanationText(name: name, clause: clause, responder: responder, explained: explained)
    } else if let explained = nestedEvaluations.max(by: {
      $0.nearness(to: responder) < $1.nearness(to: responder)
    }) {
      (reason, self.step) = Self.absence(of: clause, at: responder, explained)
      telling = RuleExplanationText(name: name, clause: clause, responder: responder, explained: explained)
    } else {
      (reason, self.step) = (.nothingToAnswer, nil)
      telling = RuleExplanationText(
        name: name, clause: clause, responder: responder, explained: ExplainedRun.own(of: explanation))
    }
    sentences = telling.sentences(reason, self.step)
  }

  private static func absence(
    of clause: ResponderChain.Clause, at responder: String, _ explained: ExplainedRun
  ) -> (Reason, Explanation.Step?) {
    guard let ending = explained.ending else { return (.elsewhere, nil) }
    if ending.isIgnored { return (.ignored, nil) }
    if ending.path.contains(responder) { return (.notReached, explained.steps.lastMatch(at: responder)) }
    if ending.notVisited.contains(responder) {
      return (.endedBelow, explained.steps.last { $0.clause != nil && $0.clause == ending.clause })
    }
    return (ending.passedThrough.contains(responder) ? .passedThrough : .elsewhere, nil)
  }

  package var json: String {
    let who =
      switch clause.kind {
      case .rule, .eventRule: "\"rule\":\(clause.name.json)"
      case .otherwise: "\"otherwise\":true"
      case .always: "\"always\":true"
      }
    let result = step.map { $0.result.isEmpty ? "" : ",\"result\":\($0.result.json)" } ?? ""
    var by = ""
    if reason == .notReached || reason == .endedBelow, let step, let responder = step.responder {
      by = ",\"by\":\("\(responder)/\(step.name)".json)"
    }
    return "\"why\":{\"responder\":\(responder.json),\(who),\"reason\":\(reason.rawValue.json)\(by)\(result),"
      + "\"text\":[\(sentences.map { $0.json }.joined(separator: ","))]}"
  }
}

extension [Explanation.Step] {
  /// The last clause that matched and ran, or else the last one evaluated.
  fileprivate func lastMatch(at responder: String) -> Explanation.Step? {
    let own = filter { $0.isQuestion && $0.responder == responder }
    return own.last { $0.hasRun } ?? own.last
  }
}

extension Explanation.Step {
  /// The words for rules that neither ran nor had a verdict for an exhausted budget.
  private static let without = ["not matched", "disabled", "nothing inside"]
  fileprivate var hasRun: Bool {
    !Self.without.contains(result) && !(result == "exhausted" && verdict == nil)
  }

  var responder: String? {
    switch kind {
    case .unwrap, .ignored, .category, .breaker: nil
    case .arrival(let responder), .rule(let responder, _), .otherwise(let responder), .always(let responder),
      .contract(let responder):
      responder
    }
  }

  var inner: [Explanation.Step] {
    nestedEvaluations.flatMap { $0.steps + $0.steps.flatMap { $0.inner } }
  }
}
