internal import Counting
internal import Bytes
internal import Explanations
internal import Records
internal import Engine

/// Counts by outcome are in the order of ``ReplayDetail/Outcome``.
enum DetailJSON {
  static func text(of detail: ReplayDetail) -> String {
    let names = ReplayDetail.Outcome.allCases.map { $0.name.json }
    var members = [
      "\"order\": [\(names.joined(separator: ", "))]", "\"outcomes\": \(list(detail.outcomes))",
    ]
    if let time = detail.overTime {
      members.append(
        """
        "overTime": {"start": \(time.start.text.json), "seconds": \(time.seconds), \
        "counts": [\(time.counts.map { list($0) }.joined(separator: ", "))]}
        """
      )
    }
    members.append("\"withoutTime\": \(list(detail.withoutTime))")
    let paths = detail.paths.map { path in
      """
      {"category": \(path.category.json), \(json(path.decider)), "outcome": \(path.outcome.name.json), \
      "count": \(path.count)}
      """
    }
    members.append("\"flow\": [\(paths.joined(separator: ", "))]")
    if detail.otherPaths > 0 { members.append("\"otherFlow\": \(detail.otherPaths)") }
    let responders = detail.responders.map { responder in
      let parent = responder.parent.map { "\"parent\": \(detail.responders[$0].name.json), " } ?? ""
      return """
        {"responder": \(responder.name.json), \(parent)"enabled": \(responder.isEnabled), \
        "rules": \(responder.rules), "eventRules": \(responder.eventRules), "raised": \(responder.entered), \
        "arrived": \(responder.arrived), "answered": \(responder.answered), "passedOn": \(responder.left)}
        """
    }
    members.append("\"responders\": [\(responders.joined(separator: ", "))]")
    members.append("\"answers\": [\(detail.answers.map { list($0) }.joined(separator: ", "))]")
    return "{\(members.joined(separator: ", "))}"
  }

  private static func json(_ decider: ReplayDetail.Decider) -> String {
    switch decider {
    case .responder(let name): "\"responder\": \(name.json)"
    case .nobody: "\"unhandled\": true"
    case .ignored: "\"ignore\": \"cancellation\""
    }
  }

  private static func list(_ numbers: [Int]) -> String {
    "[\(numbers.map { "\($0)" }.joined(separator: ", "))]"
  }
}
