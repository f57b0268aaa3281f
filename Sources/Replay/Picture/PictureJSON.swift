internal import RuleEngine

/// JSON of a page's details. Counts by outcome are in the order of ``ReplayPicture/Outcome``.
enum PictureJSON {
  static func text(of picture: ReplayPicture) -> String {
    let names = ReplayPicture.Outcome.allCases.map { $0.name.json }
    var members = [
      "\"order\": [\(names.joined(separator: ", "))]", "\"outcomes\": \(list(picture.outcomes))",
    ]
    if let time = picture.overTime {
      members.append(
        """
        "overTime": {"start": \(time.start.text.json), "seconds": \(time.seconds), \
        "counts": [\(time.counts.map { list($0) }.joined(separator: ", "))]}
        """
      )
    }
    members.append("\"withoutTime\": \(list(picture.withoutTime))")
    let ways = picture.ways.map { way in
      """
      {"category": \(way.category.json), \(json(way.answerer)), "outcome": \(way.outcome.name.json), \
      "count": \(way.count)}
      """
    }
    members.append("\"flow\": [\(ways.joined(separator: ", "))]")
    if picture.otherWays > 0 { members.append("\"otherFlow\": \(picture.otherWays)") }
    let responders = picture.responders.map { responder in
      let parent = responder.parent.map { "\"parent\": \(picture.responders[$0].name.json), " } ?? ""
      return """
        {"responder": \(responder.name.json), \(parent)"enabled": \(responder.isEnabled), \
        "rules": \(responder.rules), "eventRules": \(responder.eventRules), "raised": \(responder.entered), \
        "arrived": \(responder.arrived), "answered": \(responder.answered), "passedOn": \(responder.left)}
        """
    }
    members.append("\"responders\": [\(responders.joined(separator: ", "))]")
    members.append("\"answers\": [\(picture.answers.map { list($0) }.joined(separator: ", "))]")
    return "{\(members.joined(separator: ", "))}"
  }

  private static func json(_ answerer: ReplayPicture.Answerer) -> String {
    switch answerer {
    case .responder(let name): "\"responder\": \(name.json)"
    case .nobody: "\"unhandled\": true"
    case .ignored: "\"ignore\": \"cancellation\""
    }
  }

  private static func list(_ numbers: [Int]) -> String {
    "[\(numbers.map { "\($0)" }.joined(separator: ", "))]"
  }
}
