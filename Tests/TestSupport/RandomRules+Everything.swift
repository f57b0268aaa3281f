/// The rest of the language, for claims about whole rule sets: keys that random rules do not draw, each in a rule of its own.
extension RandomRules {
  /// A rule set in one file, with every key of the schema now and then.
  package mutating func everything() -> Object {
    hasBreakers = true
    var file = self.file()
    var breakers = file["breakers"] as? Object ?? [:]
    if breakers["b0"] == nil { breakers["b0"] = ["atLeast": 2, "within": "1m", "stays": "1s"] as Object }
    file["breakers"] = breakers
    let common = (file["defaults"] as? Object)?["policy"] as? Object
    var responders = file["responders"] as? [Object] ?? []
    for index in responders.indices {
      let own = responders[index]["policy"] as? Object
      guard (own?["match"] ?? common?["match"]) as? String != "all" else { continue }
      var rules = responders[index]["rules"] as? [Object] ?? []
      for number in Self.rules.indices where chance(8) {
        var rule = Self.rules[number]
        rule["id"] = "x\(number)"
        rules.append(rule)
      }
      responders[index]["rules"] = rules
      if chance(30) { addRest(to: &responders[index]) }
    }
    if chance(30) {
      file["escalation"] = ["low", "mid", "app"]
      for index in responders.indices { responders[index]["parent"] = nil }
    }
    file["responders"] = responders + [Self.base]
    addWords(to: &file)
    return file
  }

  /// The rule set with one rule changed; now and then as it is.
  package mutating func changed(_ file: Object) -> Object {
    var file = file
    var responders = file["responders"] as? [Object] ?? []
    let index = Int.random(in: responders.indices, using: &random)
    var rules = responders[index]["rules"] as? [Object] ?? []
    guard !rules.isEmpty, chance(90) else { return file }
    let place = Int.random(in: rules.indices, using: &random)
    let then = rules[place]["then"]
    switch Int.random(in: 0..<5, using: &random) {
    case 0 where rules.count > 1: rules.remove(at: place)
    case 1: rules[place]["enabled"] = rules[place]["enabled"] == nil ? false : nil
    case 2: rules.swapAt(0, place)
    default:
      if let verdict = then as? Object, var retry = verdict["retry"] as? Object {
        retry[pick(["deadline", "within"])] = pick(["90ms", "2s", "5m"])
        retry["maxAttempts"] = pick([1, 2, 4])
        rules[place]["then"] = ["retry": retry] as Object
      } else if let word = then as? String {
        rules[place]["then"] = pick(["proceed", "cancel", "abort"].filter { $0 != word })
      }
    }
    responders[index]["rules"] = rules
    file["responders"] = responders
    return file
  }

  /// The rule set without the event rules that raise errors.
  package static func withoutRaising(_ file: Object) -> Object {
    var file = file
    file["responders"] = (file["responders"] as? [Object] ?? []).map { responder in
      var responder = responder
      responder["events"] = (responder["events"] as? [Object])?.filter {
        ($0["then"] as? Object)?["raise"] == nil
      }
      return responder
    }
    return file
  }

  /// What a responder has beside its rules.
  private mutating func addRest(to responder: inout Object) {
    responder.merge(Self.remarks) { $1 }
    responder["contract"] =
      [
        "reports": [pick(Self.types)] as [Any], "triggers": [pick(Self.events)] as [Any],
        "explicit": chance(50),
      ] as Object
    responder["extends"] = ["from": "base", "mode": pick(["append", "prepend"])] as Object
    let rules = responder["rules"] as? [Object] ?? []
    responder["rules"] =
      rules + [
        [
          "id": "bx", "replaces": "bx", "when": ["status": 418] as Object,
          "do": [["nothing": true] as Object] as [Any], "then": "cancel",
        ]
      ]
    let raised =
      [
        "type": "Disk", "options": [["title": "Again", "recovers": true] as Object] as [Any],
        "suggestion": "s",
      ] as Object
    let events: [Object] = [
      Self.remarks.merging(
        [
          "id": "xe", "when": ["event": "opened"] as Object, "then": ["raise": raised] as Object,
          "examples": ["match": [["event": "opened"] as Object] as [Any]] as Object,
        ]
      ) { $1 },
      ["id": "be", "replaces": "be", "when": ["event": "closed"] as Object, "then": "handled"],
    ]
    responder["events"] = (responder["events"] as? [Object] ?? []) + events
  }

  private mutating func addWords(to file: inout Object) {
    file.merge(["name": "everything", "description": "d", "meta": ["a": 1] as Object]) { $1 }
    // No record is of it: what is declared is taken for true.
    file["types"] = ["Acme.Unseen": ["is": ["Acme.Error"] as [Any], "cases": Self.cases] as Object] as Object
    file["codes"] = ["acme.bank": ["BROKE": 7] as Object] as Object
    file["alerts"] =
      [
        "note": [
          "title": "T", "message": "m", "style": "inline", "for": "2s", "at": "origin", "coalesce": "type",
        ] as Object,
        "again": ["title": "R", "recovery": true] as Object,
        "asks": [
          "title": "A",
          "buttons": [
            ["title": "Y", "then": "proceed"] as Object, ["title": "N", "then": "cancel"] as Object,
          ] as [Any],
        ]
          as Object,
      ] as Object
    var category = Self.remarks
    (category["name"], category["when"]) = ("c9", ["type": "Disk"] as Object)
    file["categories"] = (file["categories"] as? [Object] ?? []) + [category]
    var defaults = file["defaults"] as? Object ?? [:]
    if chance(30) { defaults["platform"] = "linux" }
    if chance(30) { defaults["unhandled"] = ["evaluation": "abort", "report": "error"] as Object }
    file["defaults"] = defaults
  }

  private static var remarks: Object {
    [
      "description": "d", "meta": ["a": 1] as Object,
      "suppress": ["near-name": ["reason": "r"] as Object] as Object,
    ]
  }

  private static var base: Object {
    [
      "id": "base", "abstract": true,
      "rules": [["id": "bx", "when": ["status": 418] as Object, "then": "abort"] as Object] as [Any],
      "events": [["id": "be", "when": ["event": "closed"] as Object, "then": "escalate"] as Object] as [Any],
    ]
  }

  private static var rules: [Object] {
    [
      ["when": ["time": ["hasPrefix": "2026-11-20T08"] as Object] as Object, "then": "cancel"],
      ["when": ["time": ["exists": false] as Object, "status": 503] as Object, "then": "continue"],
      ["when": ["id": ["hasSuffix": "7"] as Object] as Object, "then": "escalate"],
      ["when": ["is": ["exists": true] as Object] as Object, "then": "continue"],
      [
        "when": ["options": ["exists": true] as Object] as Object,
        "do": [["present": ["title": "Recover", "recovery": true] as Object] as Object] as [Any],
      ],
      ["when": ["answers": ["exists": false] as Object, "fatal": true] as Object, "then": "abort"],
      [
        "when": ["performed": ["exists": true] as Object] as Object,
        "do": [
          [
            "perform": ["name": "act", "with": ["a": 1] as Object, "failed": "escalate", "limit": "1m"]
              as Object
          ] as Object
        ] as [Any], "then": "continue",
      ],
      ["when": ["platform": "linux"] as Object, "then": "proceed"],
      [
        "when": ["retryAfter": ["atMost": "1s"] as Object] as Object,
        "then": ["retry": ["maxAttempts": 2, "deadline": "1s", "exhausted": "cancel"] as Object] as Object,
      ],
      [
        "when": ["retryAfter": ["greaterThan": "100ms", "lessThan": "2s"] as Object] as Object,
        "then": "continue",
      ],
      ["when": ["suggestion": ["matches": "^[tT].*"] as Object] as Object, "then": "cancel"],
      ["when": ["problem": ["strict": true] as Object] as Object, "then": "continue"],
      ["when": ["problem": ["detail": ["contains": "out"] as Object] as Object] as Object, "then": "cancel"],
      ["when": ["problem": ["instance": "x"] as Object] as Object, "then": "cancel"],
      [
        "when": ["problem": ["ext": ["balance": ["atLeast": 2] as Object] as Object] as Object] as Object,
        "then": "cancel",
      ],
      ["when": ["problem": ["exists": true] as Object, "status": 500] as Object, "then": "escalate"],
      ["when": ["custom": ["name": "isPremium", "with": 1] as Object] as Object, "then": "cancel"],
      [
        "when": ["status": 404, "rate": ["atLeast": 2, "within": "1m", "per": ["type"] as [Any]] as Object]
          as Object, "then": "escalate",
      ],
      [
        "when": ["attempt": ["atLeast": 2] as Object] as Object,
        "then": [
          "retry": [
            "maxAttempts": 4, "within": "1m", "per": ["type"] as [Any],
            "backoff": ["initial": "1s", "multiplier": 1.5, "max": "3s", "jitter": "full"] as Object,
          ] as Object
        ] as Object,
      ],
      [
        "when": ["attempt": ["atMost": 2] as Object] as Object,
        "then": [
          "retry": [
            "maxAttempts": 5, "deadline": "10s", "exhausted": "abort",
            "backoff": ["initial": "2s", "jitter": "none"] as Object,
          ] as Object
        ] as Object,
      ],
      [
        "when": ["severity": ["greaterThan": "info", "lessThan": "fatal"] as Object] as Object,
        "then": "continue",
      ],
      ["when": ["severity": ["atMost": "info"] as Object] as Object, "then": "cancel"],
      ["when": ["operation": ["equals": "PAY", "ignoreCase": true] as Object] as Object, "then": "cancel"],
      [
        "when": ["message": ["glob": "t*t"] as Object] as Object, "description": "d",
        "meta": ["team": "x"] as Object, "then": "continue",
      ],
      [
        "when": ["status": 429] as Object,
        "suppress": ["vain-retry": ["reason": "none", "until": "2099-01-01"] as Object] as Object,
        "examples": [
          "match": [["status": 429] as Object] as [Any], "noMatch": [["status": 404] as Object] as [Any],
        ] as Object, "then": "cancel",
      ],
      [
        "when": ["case": ["exists": true] as Object, "origin": ["hasPrefix": "l"] as Object] as Object,
        "do": [
          ["log": ["message": "m {error.type}", "level": "info"] as Object] as Object,
          ["set": ["a.b": "c"] as Object] as Object, ["wait": "1s"] as Object, "nothing",
        ] as [Any], "then": "continue",
      ],
      [
        "when": ["inside": ["status": 404] as Object] as Object,
        "then": [
          "transform": [
            "type": "Disk", "options": [["title": "Again", "recovers": true] as Object] as [Any],
            "suggestion": "s", "reason": "r",
          ] as Object
        ] as Object,
      ],
      [
        "when": ["rootCause": ["type": "Disk"] as Object] as Object,
        "do": [
          [
            "present": ["title": "T", "message": "m", "style": "inline", "for": "2s", "coalesce": "type"]
              as Object, "throttle": ["every": "30s", "per": ["type"] as [Any]] as Object,
          ] as Object
        ] as [Any], "then": "cancel",
      ],
      [
        "when": ["reason": "out"] as Object,
        "do": [
          [
            "present": [
              "title": "T", "at": "origin",
              "buttons": [
                [
                  "title": "A", "role": "cancel", "do": [["perform": "a"] as Object] as [Any],
                  "then": "cancel",
                ] as Object, ["title": "B", "then": "retry"] as Object,
              ] as [Any],
            ] as Object
          ] as Object
        ] as [Any],
      ],
      ["when": ["open": "b0"] as Object, "then": "abort"],
      [
        "when": ["code": ["exists": true] as Object, "domain": ["exists": false] as Object] as Object,
        "then": ["retry": ["maxAttempts": 2, "quota": ["tokens": 4, "ratio": 0.5] as Object] as Object]
          as Object,
      ],
      [
        "when": ["type": ["exactly": "Disk"] as Object] as Object,
        "then": [
          "retry": [
            "maxAttempts": 3, "quota": ["retries": 1, "within": "1m", "per": ["origin"] as [Any]] as Object,
            "exhausted": "escalate",
          ] as Object
        ] as Object,
      ],
      [
        "when": ["underlying": ["underlying": ["exists": true] as Object] as Object] as Object,
        "then": "cancel",
      ],
      [
        "when": ["elapsed": ["atLeast": "100ms", "lessThan": "2s"] as Object] as Object,
        "then": [
          "retry": [
            "maxAttempts": 3, "deadline": "4s", "quota": ["of": "q1", "cost": 3] as Object,
            "backoff": [
              "initial": "1s", "max": "2s", "jitter": ["add": "500ms"] as Object, "maxIncludesJitter": true,
            ] as Object, "retryAfter": ["use": "replace", "max": "40ms", "above": "exhausted"] as Object,
          ] as Object
        ] as Object,
      ],
      ["when": ["elapsed": ["greaterThan": "1s"] as Object] as Object, "then": "abort"],
      ["when": ["elapsed": ["atMost": "40ms"] as Object, "status": 500] as Object, "then": "continue"],
      ["when": ["elapsed": ["equals": "1s"] as Object] as Object, "then": "proceed"],
      ["when": ["elapsed": ["exists": false] as Object, "attempt": 2] as Object, "then": "cancel"],
      [
        "when": ["attempt": ["atLeast": 1] as Object] as Object,
        "then": [
          "retry": [
            "maxAttempts": 4, "deadline": "3s", "retryAfter": ["use": "replace", "maxOver": "1s"] as Object,
            "quota": ["tries": 3, "within": "1m", "per": "type"] as Object,
            "backoff": ["delays": ["2s", "1s", "4s"], "jitter": "equal"] as Object,
          ] as Object
        ] as Object,
      ],
    ]
  }
}
