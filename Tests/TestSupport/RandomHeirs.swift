import RuleEngine

/// A random rule set with inheritance, and its expanded form with every rule written out.
package struct RandomHeirs {
  package typealias Object = [String: Any]

  /// With `extends`, `abstract` and `replaces`.
  package private(set) var file: Object
  /// The expanded form; rules whose id a file cannot write are called `z0`, `z1`, ….
  package private(set) var writtenOut: Object
  /// Their names in the original.
  package private(set) var names: [String: String] = [:]
  private var world: RandomRules

  private struct Rule {
    var object: Object
    /// Its name in resolutions.
    var name: String
  }

  private var random: SeededRandom
  private var whole: [String: Object] = [:]
  private var wholeRules: [String: [Rule]] = [:]

  package init(seed: UInt64) {
    random = SeededRandom(seed: seed &+ 7)
    // Whether a rule may lack a verdict depends on its responder's policy, which an heir need not share.
    world = RandomRules(seed: seed, mayMatchAll: false)
    file = world.file()
    writtenOut = file
    var bases = RandomRules(seed: seed &+ 1_000_003, mayMatchAll: false)
    var declared: [Object] = []
    for (index, responder) in (bases.file()["responders"] as? [Object] ?? []).enumerated() {
      declared.append(heir(forebear("b\(index)", responder), of: declared))
    }
    for responder in file["responders"] as? [Object] ?? [] {
      declared.append(heir(responder, of: declared))
    }
    file["responders"] = declared.shuffled(using: &random)
    let ids = (file["responders"] as? [Object] ?? []).compactMap { $0["id"] as? String }
    var written: [Object] = []
    for id in ids {
      guard var responder = whole[id], responder["abstract"] == nil else { continue }
      responder["rules"] = (wholeRules[id] ?? []).map { writeOut($0) }
      written.append(responder)
    }
    writtenOut["responders"] = written
  }

  private mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &random) < percent }

  /// A responder of another random rule set for others to extend: abstract, or below the root.
  private mutating func forebear(_ id: String, _ other: Object) -> Object {
    var responder = other.filter { !["parent", "origins", "unhandled"].contains($0.key) }
    responder["id"] = id
    if chance(60) {
      responder["abstract"] = true
      responder["enabled"] = nil
    } else {
      responder["parent"] = "app"
      responder["origins"] = ["nowhere.\(id)", "low.\(id).*"]
    }
    return responder
  }

  /// Makes a responder extend an earlier one, and writes its expanded form.
  private mutating func heir(_ plain: Object, of others: [Object]) -> Object {
    var responder = plain
    let id = responder["id"] as? String ?? ""
    if chance(40) { responder["always"] = chance(70) ? [["perform": "track-\(id)"]] : [] as [Object] }
    var own = responder["rules"] as? [Object] ?? []
    for index in own.indices {
      if own[index]["id"] != nil { own[index]["id"] = "\(id)-r\(index)" }
      guard own[index]["then"] != nil else { continue }
      if chance(40) { own[index]["do"] = [["perform": "act-\(id)-\(index)"]] }
      if chance(20) {
        own[index]["then"] =
          ["retry": ["maxAttempts": 2, "per": ["type", "status"], "backoff": ["jitter": "none"]] as Object]
          as Object
      }
    }
    var events = responder["events"] as? [Object] ?? []
    for index in events.indices { events[index]["id"] = "\(id)-e\(index)" }
    if !events.isEmpty { responder["events"] = events }
    var inherited: [Rule] = []
    var base: Object?
    if !others.isEmpty, chance(70), let chosen = others.randomElement(using: &random) {
      let from = chosen["id"] as? String ?? ""
      base = whole[from]
      responder["extends"] = ["from": from] as Object
      inherited = (wholeRules[from] ?? []).map { rule in
        Rule(object: rule.object, name: rule.name.hasPrefix("#") ? "\(from)/\(rule.name)" : rule.name)
      }
      var free = Array(inherited.indices)
      for index in own.indices where chance(25) && !free.isEmpty {
        let place = free.remove(at: Int.random(in: 0..<free.count, using: &random))
        let raw = wholeRules[from]?[place].name ?? ""
        own[index]["replaces"] = chance(50) || raw.contains("/") ? raw : "\(from)/\(raw)"
      }
    }
    responder["rules"] = own
    var rest: [Rule] = []
    let foreign = wholeRules[(responder["extends"] as? Object)?["from"] as? String ?? ""] ?? []
    for (index, object) in own.enumerated() {
      let rule = Rule(object: object, name: object["id"] as? String ?? "#\(index + 1)")
      guard let replaced = object["replaces"] as? String else {
        rest.append(rule)
        continue
      }
      let from = (responder["extends"] as? Object)?["from"] as? String ?? ""
      guard let place = foreign.firstIndex(where: { $0.name == replaced || "\(from)/\($0.name)" == replaced })
      else { continue }
      inherited[place] = rule
    }
    var appends = false
    if var extends = responder["extends"] as? Object, chance(60) {
      appends = chance(50)
      extends["mode"] = appends ? "append" : "prepend"
      responder["extends"] = extends
    }
    var result = responder.filter { $0.key != "extends" }
    for key in ["otherwise", "always", "policy"] where result[key] == nil { result[key] = base?[key] }
    // The rule to evaluate first comes first or, under `lastFirst`, last.
    let common = (file["defaults"] as? Object)?["policy"] as? Object
    let order = (result["policy"] as? Object)?["order"] ?? common?["order"]
    let standsAfter = appends != (order as? String == "lastFirst")
    wholeRules[id] = standsAfter ? inherited + rest : rest + inherited
    let others = base?["events"] as? [Object] ?? []
    if !events.isEmpty || !others.isEmpty { result["events"] = appends ? others + events : events + others }
    whole[id] = result
    return responder
  }

  /// A rule under an id that a file can write.
  private mutating func writeOut(_ rule: Rule) -> Object {
    var object = rule.object.filter { $0.key != "replaces" }
    if rule.name.contains("#") {
      let id = names.first { $0.value == rule.name }?.key ?? "z\(names.count)"
      names[id] = rule.name
      object["id"] = id
    }
    return object
  }

  /// A record, sometimes with an origin that only extended responders claim.
  package mutating func record() -> Object {
    var record = world.record()
    if chance(20) { record["origin"] = "b\(Int.random(in: 0..<3, using: &random))" }
    return record
  }

  /// A resolution of the expanded form, with the names of the original.
  package func renamed(_ text: String) -> String {
    names.reduce(text) { $0.replacing("\"rule\":\($1.key.json)", with: "\"rule\":\($1.value.json)") }
  }
}
