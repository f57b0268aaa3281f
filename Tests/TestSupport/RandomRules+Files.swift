import Foundation

extension RandomRules {
  package mutating func file() -> Object {
    var matchers: Object = [:]
    for name in ["m0", "m1"] { matchers[name] = when(depth: 1, allowing: .nothing) }
    var categories: [Object] = []
    for index in 0..<3 {
      categories.append(["name": "c\(index)", "when": when(depth: 1, allowing: .categories(index))])
    }
    if chance(30) { categories.append(["name": "named"]) }
    var defaults: Object = ["category": "fallback"]
    if chance(50) { defaults["ignore"] = pick(["none", "cancellation"]) }
    if hasPoliciesAndEvents, chance(40) { defaults["policy"] = policy() }
    if chance(20) { defaults["unhandled"] = ["evaluation": pick(["proceed", "abort"])] as Object }
    if chance(20) { defaults["responder"] = pick(["none", "mid"]) }
    var responders: [Object] = []
    for id in ["app", "mid", "low"] { responders.append(responder(id, defaults["policy"] as? Object ?? [:])) }
    responders[1]["parent"] = "app"
    responders[2]["parent"] = "mid"
    responders[1]["origins"] = ["mid.*", "low.a"]
    responders[2]["origins"] = ["low.*", "low.a.b"]
    if chance(50) { responders[0]["unhandled"] = ["evaluation": pick(["proceed", "abort"])] as Object }
    // From draws of its own: the rest stays the same without it.
    var apart = self
    if apart.chance(25) { defaults["unwrap"] = (0..<apart.pick([1, 1, 2, 3])).map { _ in apart.unwrap() } }
    for index in responders.indices where apart.chance(50) { apart.addFailures(to: &responders[index]) }
    // The budget of a failure's retry, like those that rules name.
    defaults["retry"] =
      ["backoff": ["initial": "100ms", "max": "300ms", "jitter": "none"] as Object] as Object
    var file: Object = [
      "version": 1, "defaults": defaults, "matchers": matchers,
      "lists": ["numbers": [404, "5xx"] as [Any], "names": ["acme.pay", "NS*"]] as Object,
      "categories": categories, "responders": responders,
    ]
    if hasBreakers, apart.chance(60) { apart.addBreakers(to: &file) }
    file["quotas"] =
      [
        "q0": ["tokens": 3, "per": "origin", "gives": ["success": 0.5, "retried": "cost"] as Object]
          as Object,
        "q1": ["tokens": 40] as Object,
      ] as Object
    return file
  }

  private mutating func addBreakers(to file: inout Object) {
    var breakers: Object = [:]
    for name in ["b0", "b1"].prefix(pick([1, 2])) {
      var breaker: Object = [
        "atLeast": pick([1, 1, 2, 3]), "within": pick(["1m", "2000d"]),
        "stays": pick(["1s", "500d", "2000d"]),
      ]
      if chance(70) { breaker["when"] = when(depth: 1, allowing: .all) }
      if chance(60) { breaker["per"] = pick(["type", ["origin", "operation"], ["type", "case"]] as [Any]) }
      breakers[name] = breaker
    }
    let names = breakers.keys.sorted()
    func asking(_ random: inout RandomRules, _ rule: Object) -> Object {
      var rule = rule
      guard random.chance(35) else { return rule }
      var when = rule["when"] as? Object ?? [:]
      let asked: Any = random.chance(30) ? names : random.pick(names)
      if when["not"] == nil, random.chance(30) {
        when["not"] = ["open": asked] as Object
      } else if when["any"] == nil, random.chance(20) {
        when["any"] = [["open": asked], ["status": 404]] as [Object]
      } else {
        when["open"] = asked
      }
      rule["when"] = when
      return rule
    }
    file["breakers"] = breakers
    file["responders"] = (file["responders"] as? [Object] ?? []).map { responder in
      var responder = responder
      responder["rules"] = (responder["rules"] as? [Object] ?? []).map { asking(&self, $0) }
      return responder
    }
  }

  /// Adds `failed` to some of the actions that the app provides.
  private mutating func addFailures(to responder: inout Object) {
    for key in ["rules", "events"] {
      guard var rules = responder[key] as? [Object] else { continue }
      for index in rules.indices {
        rules[index]["do"] = failing(rules[index]["do"], isOfEvent: key == "events")
      }
      responder[key] = rules
    }
    guard var otherwise = responder["otherwise"] as? Object else { return }
    otherwise["do"] = failing(otherwise["do"], isOfEvent: false)
    responder["otherwise"] = otherwise
  }

  private mutating func failing(_ actions: Any?, isOfEvent: Bool) -> Any? {
    guard let actions = actions as? [Any] else { return actions }
    return actions.map { action -> Any in
      guard var action = action as? Object else { return action }
      if action["perform"] != nil, chance(60) {
        let words = ["proceed", "retry", "cancel", "abort", "continue", "escalate"]
        action["failed"] = pick(isOfEvent ? ["handled", "continue", "escalate"] : words)
        if chance(30) { action["limit"] = pick(["5m", "none"]) }
      }
      guard var alert = action["present"] as? Object, let buttons = alert["buttons"] as? [Any] else {
        return action
      }
      alert["buttons"] = buttons.map { button -> Any in
        guard var button = button as? Object, button["then"] == nil else { return button }
        button["do"] = failing(button["do"], isOfEvent: isOfEvent)
        return button
      }
      action["present"] = alert
      return action
    } as [Any]
  }

  private mutating func unwrap() -> Object {
    var entry: Object = ["path": pick(["underlying", "underlying", "payload.0", "payload.1"])]
    if chance(80) { entry["when"] = when(depth: 1, allowing: .nothing) }
    return entry
  }

  private mutating func policy() -> Object {
    var policy: Object = [:]
    if chance(40) { policy["order"] = pick(["declared", "lastFirst", "lastFirst"]) }
    if mayMatchAll, chance(40) { policy["match"] = pick(["first", "all", "all"]) }
    if chance(40) { policy["otherwise"] = pick(["undecided", "unmatched", "unmatched"]) }
    if chance(40) { policy["always"] = pick(["after", "inChain", "inChain"]) }
    return policy
  }

  private mutating func responder(_ id: String, _ common: Object) -> Object {
    var responder: Object = ["id": id]
    let own = hasPoliciesAndEvents && chance(50) ? policy() : nil
    responder["policy"] = own
    let matchesAll = (own?["match"] ?? common["match"]) as? String == "all"
    responder["rules"] = (0..<Int.random(in: ruleCounts, using: &random)).map { rule($0, matchesAll) }
    if chance(40) {
      var otherwise: Object = [:]
      if chance(40) { otherwise["do"] = [action(.rule)] }
      if !matchesAll || chance(70) { otherwise["then"] = verdict(false) }
      if chance(15) { (otherwise["do"], otherwise["then"]) = ([decidingAlert(matchesAll)] as [Any], nil) }
      if otherwise.isEmpty { otherwise["then"] = "escalate" }
      responder["otherwise"] = otherwise
    }
    if chance(50) { responder["always"] = [action(.always)] }
    if hasPoliciesAndEvents, chance(60) {
      responder["events"] = (0..<Int.random(in: 1...3, using: &random)).map { eventRule($0) }
    }
    if chance(10) { responder["enabled"] = false }
    return responder
  }

  private mutating func rule(_ index: Int, _ matchesAll: Bool) -> Object {
    var rule: Object = [:]
    if chance(90) { rule["when"] = when(depth: 0, allowing: .all) }
    if chance(60) { rule["id"] = "r\(index)" }
    if chance(10) { rule["enabled"] = false }
    var actions: [Any] = []
    if chance(40) { actions.append(action(.rule)) }
    if chance(20) {
      actions.append(decidingAlert(matchesAll))
      if chance(30) { actions.append(action(.rule)) }
    } else if !matchesAll || chance(60) {
      rule["then"] = verdict(matchesAll)
    }
    if !actions.isEmpty { rule["do"] = actions }
    return rule
  }

  /// The verdict of a rule or of a button; a button's may have no budget.
  private mutating func verdict(_ matchesAll: Bool, ofButton isButton: Bool = false) -> Any {
    if matchesAll {
      if isButton { return pick(["proceed", "retry", "cancel", "abort", "escalate", "continue"]) }
      return chance(25) ? retry() : pick(["proceed", "cancel", "abort"])
    }
    switch Int.random(in: 0..<15, using: &random) {
    case 0, 1, 9: return ["transform": transform()] as Object
    case 2, 7, 8: return ["unwrap": pick(["underlying", "underlying", "payload.0", "payload.1"])] as Object
    case 3, 4, 5: return emit()
    case 6: return isButton ? "retry" : retry()
    default: return pick(["proceed", "cancel", "abort", "continue", "continue", "escalate"])
    }
  }

  private mutating func retry() -> Any {
    var retry: Object = [
      "maxAttempts": pick([1, 2, 3]),
      "backoff": ["initial": "100ms", "max": "300ms", "jitter": "none"] as Object,
    ]
    if chance(60) { retry["exhausted"] = pick(["continue", "escalate", "proceed", "cancel", "abort"]) }
    // From draws of its own, as well.
    var apart = self
    if apart.chance(50) { retry["deadline"] = apart.pick(["50ms", "150ms", "1s", "3s"]) }
    if apart.chance(60) {
      retry["quota"] = apart.pick(
        [
          ["retries": 1, "within": "1m"] as Object, ["retries": 2, "within": "1h", "per": "type"] as Object,
          ["retries": 1, "within": "1m", "per": ["origin", "status"]] as Object,
          ["tokens": 4, "ratio": 0.5] as Object,
        ]
      )
    }
    if apart.chance(25) { retry["retryAfter"] = apart.retryAfter() }
    if apart.chance(20) {
      retry["backoff"] =
        [
          "delays": apart.pick([["0s", "250ms"], ["70ms"], ["400ms", "80ms", "1s"]]), "max": "300ms",
          "jitter": "none",
        ] as Object
    }
    if apart.chance(20) {
      retry["quota"] = apart.pick(
        [
          ["of": "q0"] as Object, ["of": "q0", "cost": 1.5] as Object, ["of": "q1", "cost": 2] as Object,
          ["retries": 2, "within": "1h", "per": "type", "window": "fixed"] as Object,
        ]
      )
    }
    return ["retry": retry] as Object
  }

  private mutating func retryAfter() -> Any {
    let bounds: [Object] = [
      ["max": "200ms"], ["max": "500ms", "above": "exhausted"], ["max": "40ms", "above": "backoff"],
      ["max": "1s", "maxOver": "10ms"], ["maxOver": "100ms"],
    ]
    var wish = pick(bounds)
    if chance(20) { return pick(["atLeast", "replace", "ignore"]) }
    if chance(70) { wish["use"] = pick(["atLeast", "replace", "replace", "ignore"]) }
    return wish
  }

  private mutating func transform() -> Object {
    var named: Object = [:]
    if chance(40) { named["type"] = pick(Self.types) }
    if chance(20) { named["domain"] = pick(["acme.io", "acme.pay"]) }
    if chance(30) { named["case"] = pick(Self.cases) }
    if chance(30) { named["message"] = template(.rule) }
    if chance(15) { named["reason"] = template(.rule) }
    if chance(15) { named["category"] = pick(Self.names) }
    if chance(15) { named["code"] = pick([404, "404", "gone", 7] as [Any]) }
    if chance(20) { named["status"] = pick([404, 503]) }
    if chance(15) { named["severity"] = pick(["fatal", "info", 9] as [Any]) }
    if chance(10) { named["fatal"] = chance(50) }
    if chance(10) { named["cancelled"] = chance(50) }
    if chance(15) { named["is"] = ["P"] }
    if chance(15) { named["payload"] = payload(1) }
    if chance(15) { named["problem"] = ["title": "out", "status": 500] as Object }
    if chance(30) {
      named["wrap"] = true
    } else if chance(20) {
      var cause = record(depth: 3).filter { !$0.key.hasPrefix("x") }
      cause["type"] = "Disk"
      named["underlying"] = chance(50) ? cause : [cause] as Any
    }
    if named.isEmpty { named["type"] = "Disk" }
    return named
  }

  private mutating func emit() -> Object {
    var emit: Object = ["emit": pick(Self.events)]
    if chance(60) { emit["with"] = ["a": template(.rule), "b": ["c": scalarButNull()] as Object] as Object }
    if chance(60) { emit["evaluation"] = pick(["proceed", "cancel", "abort"]) }
    return emit
  }

  private mutating func eventRule(_ index: Int) -> Object {
    var rule: Object = [:]
    if chance(80) { rule["when"] = eventWhen() }
    if chance(60) { rule["id"] = "e\(index)" }
    if chance(10) { rule["enabled"] = false }
    if chance(50) { rule["do"] = [action(.event)] }
    switch Int.random(in: 0..<8, using: &random) {
    case 0, 1: rule["then"] = ["transform": eventTransform()] as Object
    case 2, 3, 4: rule["then"] = ["raise": raised()] as Object
    default: rule["then"] = pick(["handled", "continue", "escalate"])
    }
    return rule
  }

  private mutating func eventWhen() -> Object {
    var when: Object = [:]
    if chance(70) {
      when["event"] = pick(["opened", "open*", ["closed", "opened"], ["hasPrefix": "open"]] as [Any])
    }
    if chance(30) {
      let test: Any = pick([
        1, "x", ["exists": true], ["exists": false], ["hasPrefix": "t"], "4xx", ["atLeast": 2],
      ])
      when["with"] = [pick(["a", "b.c"]): test] as Object
    }
    return when
  }

  private mutating func eventTransform() -> Object {
    var named: Object = [:]
    if chance(60) { named["event"] = pick(Self.events) }
    if chance(60) || named.isEmpty {
      named["with"] = ["a": template(.event), "b": ["c": scalarButNull()] as Object] as Object
    }
    return named
  }

  private mutating func raised() -> Object {
    var named = transform()
    named["wrap"] = nil
    for key in ["message", "reason"] where named[key] != nil { named[key] = pick(Self.texts.dropLast()) }
    if !["type", "domain", "message", "status", "problem"].contains(where: { named[$0] != nil }) {
      named["type"] = pick(["Disk", "CancellationError"])
    }
    return named
  }

  private mutating func scalarButNull() -> Any { pick([1, 2.5, "x", true, "404"] as [Any]) }

  // MARK: Actions and templates

  private enum Place {
    case rule, always, event
  }

  private mutating func action(_ place: Place) -> Any {
    switch Int.random(in: 0..<6, using: &random) {
    case 0: return chance(50) ? "nothing" : ["wait": "1s"] as Object
    case 1: return ["log": template(place), "level": "warning"] as Object
    case 2: return ["set": ["a.b": template(place)] as Object] as Object
    case 3:
      let buttons: [Any] = ["Yes", ["title": "No", "do": [["perform": "no"] as Object] as [Any]] as Object]
      var alert: Object = ["title": template(place)]
      if chance(50) { alert["buttons"] = buttons }
      return ["present": alert] as Object
    default:
      return [
        "perform": "act", "with": ["a": template(place), "b": [template(place), 1] as [Any]] as Object,
      ] as Object
    }
  }

  private mutating func decidingAlert(_ matchesAll: Bool) -> Any {
    let buttons: [Any] = ["Yes", "No", "Maybe"].prefix(chance(50) ? 2 : 3).map { title -> Any in
      var button: Object = ["title": title, "then": verdict(matchesAll, ofButton: true)]
      if chance(30) { button["do"] = [action(.rule)] }
      return button
    }
    return ["present": ["title": "Ask", "message": template(.rule), "buttons": buttons] as Object] as Object
  }

  private mutating func template(_ place: Place) -> Any {
    var paths = [
      "error.message", "error.type", "error.case", "error.code", "error.status", "error.category",
      "error.severity",
      "error.fatal", "error.id", "error.attempt", "error.operation", "error.payload.0", "error.origin",
      "error.cancelled", "error.time", "attributes.xa", "attributes.xb.c", "attributes.xb", "problem.title",
      "problem.status", "problem.type",
    ]
    if place == .always { paths += ["outcome.evaluation", "outcome.handled", "outcome.handled"] }
    if place == .event { paths += ["with.a", "with.b.c", "with.b", "with.a", "with.a"] }
    switch Int.random(in: 0..<6, using: &random) {
    case 0: return pick(["plain", "{{braces}}", ""])
    case 1, 2: return "{\(pick(paths))}"
    case 3: return "{\(pick(paths)) ?? \"nobody\"}"
    default: return "\(pick(["", "é: "])){\(pick(paths))}, {\(pick(paths))}."
    }
  }
}
