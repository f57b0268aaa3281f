/// More of the language, for fewer rule sets: inheritance, declared cases, contracts, event rules and what they raise,
/// options that recover, throttled alerts, retries counted by key.
extension RandomRuleSet {
  static let options = FieldOfWorld(
    tests: [#""options":{"exists":true}"#, #""options":{"exists":false}"#],
    values: ["", #""options":["OK"]"#, #""options":[{"title":"Again","recovers":true}]"#]
  )

  /// Every event of the world.
  static let events = ["app", "low.x"].flatMap { origin in
    ["Tap", "Press", "Other"].flatMap { event in
      ["", #","with":{"n":1}"#, #","with":{"n":2}"#].map {
        #"{"origin":"\#(origin)","event":"\#(event)"\#($0)}"#
      }
    }
  }

  mutating func wideFile() -> String {
    var defaults: [String] = []
    if chance(50) { defaults.append(#""category":"c2""#) }
    if chance(30) { defaults.append(#""ignore":"none""#) }
    if chance(15) { defaults.append(#""policy":\#(policy())"#) }
    if chance(60) { cases = pick([["gone"], ["gone", "good"]]) }
    let types = cases.map { #""types":{"Net":{"cases":["\#($0.joined(separator: "\",\""))"]}},"# } ?? ""
    let categories = [
      #"{"name":"c0","when":\#(when(1, categories: 0))}"#,
      #"{"name":"c1","when":\#(when(1, categories: 1))}"#,
      #"{"name":"c2"}"#,
    ]
    let all = defaults.joined()
    var responders = [
      responder(#""id":"app""#, all, base: "base"),
      responder(#""id":"low","parent":"app","origins":["low.*"]"#, all, base: "base"),
    ]
    if responders.contains(where: { $0.contains(#""from":"base""#) }) {
      let rules = (0..<Int.random(in: 1...3, using: &random)).map { place in
        rule(place, false).replacing(#""id":"r"#, with: #""id":"b"#)
      }
      let otherwise = chance(30) ? #","otherwise":{"then":\#(verdict(false))}"# : ""
      let events = chance(50) ? #","events":[\#(event(9))]"# : ""
      responders.append(
        #"{"id":"base","abstract":true,"rules":[\#(rules.joined(separator: ",\n "))]\#(otherwise)\#(events)}"#
      )
    }
    return """
      {"version":1,"defaults":{\(defaults.joined(separator: ","))},\(types)"categories":[\(categories.joined(separator: ","))],
      "responders":[\(responders.joined(separator: ",\n"))]}
      """
  }

  /// What a responder may have beside its rules.
  mutating func wideMembers(inheriting base: String?) -> [String] {
    var members: [String] = []
    if let base, chance(45) {
      members.append(#""extends":{"from":"\#(base)","mode":"\#(pick(["prepend", "append"]))"}"#)
    }
    if chance(40) { members.append(#""contract":{"reports":["Net","Disk"]}"#) }
    if chance(60) {
      let events = (0..<Int.random(in: 1...2, using: &random)).map { event($0) }
      members.append(#""events":[\#(events.joined(separator: ","))]"#)
    }
    return members
  }

  private mutating func event(_ place: Int) -> String {
    let when = pick([
      #""event":"Tap""#, #""event":"Press""#, #""event":"*""#, #""event":{"hasSuffix":"s"}"#,
      #""event":"Tap","with":{"n":1}"#, #""with":{"n":{"atLeast":2}}"#,
    ])
    let then = pick([
      #""handled""#, #""continue""#, #""escalate""#, #"{"transform":{"event":"Press"}}"#,
      #"{"raise":{"type":"Shop.Net","case":"gone"}}"#, #"{"raise":{"domain":"acme.pay","code":404}}"#,
      #"{"raise":{"type":"Disk","message":"timed out"}}"#,
    ])
    return #"{"id":"e\#(place)","when":{\#(when)},"then":\#(then)}"#
  }

  /// An alert that decides: with these buttons, some of them throttled, or with those that the error's options are.
  mutating func wideAlert(_ buttons: String, _ matchesAll: Bool) -> [String] {
    if chance(25) { return [#""do":[{"present":{"title":"T","recovery":true}}]"#] }
    guard chance(30) else { return [#""do":[{"present":{"title":"T","buttons":[\#(buttons)]}}]"#] }
    let throttle = #""throttle":{"per":["type"],"every":"30s"}"#
    return [
      #""do":[{"present":{"title":"T","buttons":[\#(buttons)]},\#(throttle)}]"#,
      #""then":\#(pick([#""cancel""#, #""proceed""#]))"#,
    ]
  }

  /// Whether a record is of no declared type, or has one of its cases: what `types` says is taken for true.
  func isOfDeclaredTypes(_ record: String) -> Bool {
    guard let cases, record.contains(#""type":"Net""#) || record.contains(#""type":"Shop.Net""#) else {
      return true
    }
    return record.ranges(of: #""case":""#).allSatisfy { place in
      cases.contains(String(record[place.upperBound...].prefix { $0 != "\"" }))
    }
  }

  /// Whether a record is of a type, by its own or by `is`.
  static func isOf(_ type: String, _ record: String) -> Bool {
    [#""type":"\#(type)""#, #""type":"Shop.\#(type)""#, #""is":["\#(type)"]"#].contains {
      record.contains($0)
    }
  }
}
