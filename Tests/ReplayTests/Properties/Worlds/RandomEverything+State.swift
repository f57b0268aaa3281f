import TestSupport

extension RandomEverything {
  /// The responder with all kinds of state, and other features that the simpler random rule sets lack.
  mutating func completed(_ responder: Object) -> Object {
    var responder = responder
    let runsAll = (responder["policy"] as? Object)?["match"] as? String == "all"
    let id = responder["id"] as? String ?? ""
    var rules = (responder["rules"] as? [Object] ?? []).map { completed($0, runsAll) }
    // Ordinals are names, so inserted rules go after rules that have one.
    let hasOrdinals = rules.contains { $0["id"] == nil }
    for index in 0..<Int.random(in: 1...3, using: &random) {
      let place = hasOrdinals ? rules.count : Int.random(in: 0...rules.count, using: &random)
      rules.insert(questioning("\(id)-q\(index)", runsAll), at: place)
    }
    responder["rules"] = rules.map { asking($0) }
    responder["always"] = (responder["always"] as? [Any])?.map { throttled($0) }
    responder["events"] = (responder["events"] as? [Object])?.map { rule in
      var rule = rule
      rule["do"] = (rule["do"] as? [Any])?.map { throttled($0) }
      return rule
    }
    if responder["abstract"] == nil, chance(60) { responder["contract"] = contract() }
    return responder
  }

  mutating func breakers() -> Object {
    [
      "down": [
        "when": ["status": "5xx"] as Object, "atLeast": 3, "within": "4s", "stays": "2s",
        "per": "attributes.host",
      ] as Object,
      "storm": [
        "when": ["domain": "d*"] as Object, "atLeast": Int.random(in: 2...4, using: &apart), "within": "5s",
        "stays": "500ms",
      ] as Object,
    ]
  }

  private mutating func asking(_ rule: Object) -> Object {
    var rule = rule
    guard hasBreakers, Int.random(in: 0..<100, using: &apart) < 8 else { return rule }
    var when = rule["when"] as? Object ?? [:]
    let name = Bool.random(using: &apart) ? "down" : "storm"
    if when["not"] == nil, Int.random(in: 0..<100, using: &apart) < 40 {
      when["not"] = ["open": name] as Object
    } else {
      when["open"] = Bool.random(using: &apart) ? name : ["down", "storm"] as Any
    }
    rule["when"] = when
    return rule
  }

  private mutating func contract() -> Object {
    var contract: Object = [:]
    if chance(80) {
      contract["reports"] = chance(20) ? [] : [pick(RandomRules.types), pick(["P", "T1*", "Net"])]
    }
    if chance(60) || contract.isEmpty { contract["triggers"] = [pick(RandomRules.events), "open*"] }
    if chance(20) { contract["explicit"] = true }
    return contract
  }

  private mutating func completed(_ rule: Object, _ runsAll: Bool) -> Object {
    var rule = rule
    let isDeciding = rule["then"] == nil && (rule["do"] as? [Any])?.contains { decides($0) } == true
    var actions = (rule["do"] as? [Any])?.map { completed($0, isDeciding: isDeciding) } ?? []
    if let then = rule["then"] as? Object, then["retry"] != nil {
      rule["then"] = ["retry": budget(runsAll)] as Object
    } else if isDeciding, chance(30) {
      // With a throttled alert, the rule needs a verdict for when it is skipped.
      actions = actions.map { decides($0) ? throttled($0, always: true) : $0 }
      rule["then"] = chance(40) ? ["retry": budget(runsAll)] as Object : pick(["proceed", "cancel", "abort"])
    } else if rule["then"] as? String == "continue", chance(40), !runsAll {
      rule["then"] = ["retry": budget(runsAll)] as Object
    }
    if chance(25) {
      var when = rule["when"] as? Object ?? [:]
      when["rate"] =
        [
          "atLeast": pick([1, 2, 3]), "within": pick(["2s", "20s"]),
          "per": pick([["type"], "attributes.host", ["domain", "attributes.xa"], "status"] as [Any]),
        ] as Object
      rule["when"] = when
      actions.insert(["perform": "rated"] as Object, at: 0)
    }
    if rule["replaces"] != nil { actions.insert(["perform": "replacing"] as Object, at: 0) }
    if chance(10) { actions.append(["present": "note"] as Object) }
    if !actions.isEmpty { rule["do"] = actions }
    return rule
  }

  private func decides(_ action: Any) -> Bool {
    guard let alert = (action as? Object)?["present"] else { return false }
    if let name = alert as? String { return name == "asks" }
    guard let alert = alert as? Object else { return false }
    if alert["recovery"] != nil { return true }
    return (alert["buttons"] as? [Any])?.contains { ($0 as? Object)?["then"] != nil } == true
  }

  private mutating func completed(_ action: Any, isDeciding: Bool) -> Any {
    guard var object = action as? Object, var alert = object["present"] as? Object else {
      return throttled(action)
    }
    guard isDeciding, decides(action) else {
      if chance(40) { alert["coalesce"] = key() }
      object["present"] = alert
      return throttled(object)
    }
    switch Int.random(in: 0..<5, using: &random) {
    case 0:
      return ["present": "asks"] as Object
    case 1:
      return ["present": ["title": "Recover", "recovery": true, "coalesce": key()] as Object] as Object
    default:
      if chance(70) { alert["coalesce"] = key() }
      object["present"] = alert
      return object
    }
  }

  private mutating func throttled(_ action: Any, always: Bool = false) -> Any {
    guard var action = action as? Object, always || chance(35) else { return action }
    var throttle: Object = ["every": pick(["1s", "4s", "30s"])]
    if chance(70) { throttle["per"] = key() }
    action["throttle"] = throttle
    return action
  }

  private mutating func key() -> Any {
    pick(
      ["type", "attributes.host", ["type", "domain"], ["attributes.xa", "error.code"], "origin"] as [Any]
    )
  }

  private mutating func budget(_ runsAll: Bool) -> Object {
    var retry: Object = ["maxAttempts": pick([1, 2, 3, 5])]
    if chance(80) {
      retry["per"] = pick([["type", "status"], "attributes.host", "operation", ["type"], "domain"] as [Any])
    }
    if chance(50) { retry["within"] = pick(["3s", "1m"]) }
    if chance(60) {
      retry["backoff"] =
        [
          "initial": "100ms", "multiplier": pick([1, 1.5, 3] as [Any]), "max": "2s",
          "jitter": pick(["none", "full", "equal", 0.2] as [Any]),
        ] as Object
    }
    if chance(50) { retry["exhausted"] = pick(["continue", "escalate", "proceed", "cancel", "abort"]) }
    // From draws of its own: the rest stays the same without it.
    var apart = self
    if apart.chance(35) { retry["deadline"] = apart.pick(["100ms", "1s", "4s", "20s"]) }
    if apart.chance(45) {
      retry["quota"] = apart.pick(
        [
          ["retries": 1, "within": "2s"] as Object,
          ["retries": 3, "within": "20s", "per": "attributes.host"] as Object,
          ["retries": 2, "within": "5s", "per": ["type", "attributes.xa"]] as Object,
          ["tokens": 5, "ratio": 0.25] as Object, ["tokens": 3, "ratio": 1] as Object,
        ]
      )
    }
    if apart.chance(30) {
      retry["quota"] = apart.pick(
        [
          ["of": "q0"] as Object, ["of": "q0", "cost": 1.5] as Object, ["of": "q1", "cost": 2] as Object,
          ["retries": 2, "within": "4s", "window": "fixed"] as Object,
          ["retries": 1, "within": "10s", "per": "attributes.host", "window": "fixed"] as Object,
          ["tries": 3, "within": "10s", "per": "attributes.host"] as Object,
        ]
      )
    }
    if apart.chance(60) {
      retry["retryAfter"] = apart.pick(
        [
          "replace", "ignore", ["max": "200ms"] as Object,
          ["use": "replace", "max": "100ms", "above": "exhausted"] as Object,
          ["max": "20ms", "above": "exhausted"] as Object, ["max": "40ms", "above": "exhausted"] as Object,
          ["use": "replace", "max": "1500ms", "above": "backoff"] as Object, ["maxOver": "100ms"] as Object,
        ] as [Any]
      )
    }
    if apart.chance(20) {
      retry["backoff"] =
        [
          "delays": apart.pick([["0s", "250ms"], ["70ms"], ["400ms", "80ms", "3s"]]), "max": "2s",
          "jitter": apart.pick(["full", 0.2, ["add": "300ms"] as Object] as [Any]),
          "maxIncludesJitter": apart.chance(50),
        ] as Object
    }
    return retry
  }

  /// A rule with conditions that the simpler random rule sets lack: plugins, names with many values, symbols
  /// of codes.
  private mutating func questioning(_ id: String, _ runsAll: Bool) -> Object {
    let number = Int.random(in: 0..<40, using: &random)
    let when = pick(
      [
        ["custom": "isWarm"], ["custom": "isStubbed"], ["not": ["custom": "isStubbed"] as Object],
        ["any": [["custom": ["name": "isUnheard", "with": 1] as Object], ["status": 503]] as [Object]],
        ["type": "T\(number)"], ["type": ["T\(number)*", "Api.T\(number + 1)"]], ["domain": "d\(number)*"],
        ["domain": ["d\(number)", "d\(number + 2)", "acme.bank"]], ["domain": "acme.bank", "code": "BROKE"],
        ["code": ["atLeast": number * 3, "lessThan": number * 3 + 40] as Object], ["code": "\(number)"],
        ["case": ["case\(number)", "T\(number).*"]], ["case": "T\(number).case\(number % 3)"],
        ["attributes": ["host": ["h\(number % 9)", "h1"]] as Object],
        ["type": ["exactly": "Shop.T\(number)"] as Object], ["not": ["type": "T*", "code": "1*"] as Object],
        ["options": ["exists": true] as Object], ["category": "late"],
        ["all": [["type": "T*"], ["not": ["domain": "d\(number)"] as Object]] as [Object], "code": "1xx"],
      ] as [Object]
    )
    var rule: Object = ["id": id, "when": when, "do": [["perform": "asked"] as Object] as [Any]]
    if when["custom"] as? String == "isWarm" { rule["do"] = [["perform": "warm"] as Object] as [Any] }
    guard !runsAll else { return rule }
    rule["then"] = pick(
      [
        "continue", "continue", "cancel", "escalate", ["retry": budget(false)] as Object,
        ["transform": ["type": "Shop.T\(number + 1)", "domain": "d\(number)", "wrap": chance(50)] as Object]
          as Object,
        ["transform": ["code": number, "case": "case\(number % 3)"] as Object] as Object,
        ["unwrap": "underlying"] as Object,
      ] as [Any]
    )
    return rule
  }
}
