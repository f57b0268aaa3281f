package import RuleEngine

/// Why one rule did or did not answer.
package struct RuleAccount: Sendable {
  package enum Reason: String, Sendable {
    /// It answered, and the climb ended.
    case answered
    /// It was asked, and its step says what came of it.
    case asked
    /// The error was ignored: nobody was asked.
    case ignored
    /// Its responder was left before its turn came.
    case notReached = "not reached"
    /// The climb ended at a responder below.
    case endedBelow = "ended below"
    /// Its responder is disabled, and the error passed through.
    case passedThrough = "passed through"
    /// Its responder is not on the error's way.
    case elsewhere
  }

  package let reason: Reason
  /// `responder/rule`, and where the rule is written.
  package let name: String
  package let place: String
  /// The rule's step, or that of the rule which kept it from being asked.
  package let step: Explanation.Step?
  /// The reason in sentences.
  package let sentences: [String]
  private let station: ResponderChain.Station
  private let responder: String

  /// The account of a station of the chain that the explanation is about.
  package init(of index: Int, in explanation: Explanation, _ chain: ResponderChain) {
    let station = chain.stations[index]
    let responder = chain.responders[station.responder]
    let start = station.range.start
    let ending = explanation.ending
    self.station = station
    self.responder = responder
    name = chain.name(ofStation: index)
    place = "\(VisibleText.of(station.range.file.name)):\(start.line):\(start.column)"
    let steps = explanation.steps + explanation.steps.flatMap { $0.inner }
    let own = steps.last { $0.station == index }
    if let own {
      reason = ending.station == index ? .answered : .asked
      step = own
    } else if ending.isIgnored {
      reason = .ignored
      step = nil
    } else if let left = steps.lastQuestion(at: responder) {
      reason = .notReached
      step = left
    } else if ending.path.contains(responder) {
      reason = .notReached
      step = nil
    } else if ending.notVisited.contains(responder) {
      reason = .endedBelow
      step = explanation.steps.last { $0.station != nil && $0.station == ending.station }
    } else if ending.passedThrough.contains(responder) {
      reason = .passedThrough
      step = nil
    } else {
      reason = .elsewhere
      step = nil
    }
    sentences = Self.sentences(reason, step, explanation, name: name, responder: responder)
  }

  private static func sentences(
    _ reason: Reason,
    _ step: Explanation.Step?,
    _ explanation: Explanation,
    name: String,
    responder: String
  ) -> [String] {
    let shown = ShownValue.cut(name)
    let ending = explanation.ending
    let way = ending.path.map { ShownValue.cut($0) }.joined(separator: " → ")
    let other = step.map { "\(ShownValue.cut($0.responder ?? ""))/\(ShownValue.cut($0.name))" } ?? ""
    switch reason {
    case .answered:
      let paragraphs = step.map { StepText.paragraphs(of: $0).map { $0.text } } ?? []
      return ["It answered: \(ending.evaluation.name)."] + paragraphs
    case .asked:
      guard let step else { return [] }
      if step.result == "disabled" { return ["It was not asked: it is disabled."] }
      return [asked(step)] + StepText.paragraphs(of: step).map { $0.text }
    case .ignored:
      return ["It was not asked: the error was ignored as a cancellation, and nobody is asked then."]
    case .notReached:
      guard let step else { return ["It was not asked, though \(ShownValue.cut(responder)) was visited."] }
      return ["It was not asked: \(other) came before it."] + StepText.paragraphs(of: step).map { $0.text }
    case .endedBelow:
      guard let step else { return ["It was not asked: the climb had ended before (\(way))."] }
      return
        ["It was not asked: \(other) answered before the error reached \(ShownValue.cut(responder))."]
        + StepText.paragraphs(of: step).map { $0.text }
    case .passedThrough:
      return ["It was not asked: \(ShownValue.cut(responder)) is disabled, and errors pass through it."]
    case .elsewhere:
      let origin = explanation.record.origin.map { "raised at \(ShownValue.cut($0))" } ?? "without an origin"
      return [
        way.isEmpty
          ? "\(shown) was not asked: nobody is responsible for an error \(origin)."
          : "It was not asked: an error \(origin) does not come by \(ShownValue.cut(responder)). Its way: \(way)."
      ]
    }
  }

  private static func asked(_ step: Explanation.Step) -> String {
    switch step.result {
    case "not matched": "It was asked and did not match:"
    case "exhausted" where step.verdict == nil: "It matched, but its budget was spent:"
    case "nothing inside": "It matched, but there was nothing to unwrap:"
    case "": "It has nothing to decide:"
    case let result: "It matched, and said \(result):"
    }
  }

  /// The account as a member of a JSON object.
  package var json: String {
    let who =
      switch station.kind {
      case .rule: "\"rule\":\(station.name.json)"
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
  /// The last rule or `otherwise` that was asked at a responder.
  fileprivate func lastQuestion(at responder: String) -> Explanation.Step? {
    last { $0.isQuestion && $0.responder == responder }
  }
}

extension Explanation.Step {
  /// Whose it is; nil where it is nobody's.
  fileprivate var responder: String? {
    switch asked {
    case .ignored, .category: nil
    case .arrival(let responder), .rule(let responder, _), .otherwise(let responder), .always(let responder):
      responder
    }
  }

  /// The steps of the climbs within.
  fileprivate var inner: [Explanation.Step] {
    climbs.flatMap { $0.steps + $0.steps.flatMap { $0.inner } }
  }
}
