import Foundation
import TestSupport

/// Small rule sets over a small world: five kinds of fields, each with some values and absence, two responders, categories.
struct RandomRuleSet {
  /// A field of the world: what rules may ask of it, and the values that records have, as JSON members (empty: absent).
  struct FieldOfWorld {
    let tests: [String]
    let values: [String]
  }

  static let fields: [FieldOfWorld] = [
    FieldOfWorld(
      tests: [
        #""type":"Net""#, #""type":{"exactly":"Net"}"#, #""type":"Shop.Net""#, #""type":{"exists":false}"#,
        #""type":["Disk","Shop.*"]"#, #""case":"Net.gone""#, #""case":"Sh*t.go*""#,
      ],
      values: [
        "", #""type":"Shop.Net""#, #""type":"Disk""#, #""type":"Disk","is":["Net"]"#,
        #""type":"Net","case":"gone""#, #""type":"Shop.Net","case":"good""#,
      ]
    ),
    FieldOfWorld(
      tests: [
        #""domain":"acme.io""#, #""domain":"acme.*""#, #""domain":{"hasSuffix":"pay"}"#,
        #""domain":{"exists":true}"#, #""domain":["acme.pay","x.pay"]"#, #""domain":{"glob":"?.pay"}"#,
      ],
      values: [
        "", #""domain":"acme.io""#, #""domain":"acme.pay""#, #""domain":"x.pay""#, #""domain":"other""#,
      ]
    ),
    FieldOfWorld(
      tests: [
        #""code":404"#, #""code":"4xx""#, #""code":"4*""#, #""code":[500,7]"#, #""code":{"atLeast":450}"#,
        #""code":{"exists":false}"#,
      ],
      values: [
        "", #""code":404"#, #""code":"404""#, #""code":4"#, #""code":500"#, #""code":"40x""#, #""code":451"#,
        #""code":9223372036854775808"#,
      ]
    ),
    FieldOfWorld(
      tests: [
        #""status":404"#, #""status":"5xx""#, #""status":"500..<503""#, #""status":{"exists":true}"#,
        #""status":{"atLeast":404,"lessThan":503}"#, #""problem":{"status":503}"#,
        #""problem":{"type":"about:blank"}"#, #""problem":{"exists":true}"#,
      ],
      values: [
        "", #""status":404"#, #""status":500"#, #""status":503"#, #""problem":{"status":503}"#,
        #""problem":{"type":"t"},"status":200"#, #""problem":{"status":404.5}"#,
      ]
    ),
    FieldOfWorld(
      tests: [
        #""message":{"contains":"out"}"#, #""message":{"matches":"^t.*t$"}"#,
        #""message":{"equals":"TIMED OUT","ignoreCase":true}"#, #""message":"x""#,
        #""message":{"hasPrefix":"t","hasSuffix":"t"}"#, #""message":{"matches":"(?i)ti[m]ed"}"#,
      ],
      values: [
        "", #""message":"timed out""#, #""message":"Timed Out""#, #""message":"out""#, #""message":"tat""#,
        #""message":"x""#,
      ]
    ),
    FieldOfWorld(
      tests: [
        #""attributes":{"xa":1}"#, #""attributes":{"xa":{"atLeast":1,"lessThan":3}}"#,
        #""attributes":{"xa":"x"}"#, #""attributes":{"xa":{"exists":false}}"#,
        #""attributes":{"xa":{"lessThan":2}}"#,
        #""attributes":{"xa":[true,null]}"#,
      ],
      values: [
        "", #""attributes":{"xa":1}"#, #""attributes":{"xa":"x"}"#, #""attributes":{"xa":[0,5]}"#,
        #""attributes":{"xa":[1,"x"]}"#, #""xa":true"#,
      ]
    ),
    FieldOfWorld(
      tests: [
        #""severity":{"atLeast":"error"}"#, #""severity":"info""#, #""fatal":true"#, #""fatal":false"#,
        #""cancelled":true"#,
      ],
      values: [
        "", #""severity":"fatal""#, #""severity":17"#, #""severity":"info","fatal":true"#,
        #""cancelled":true"#,
        #""severity":"fatal","fatal":false"#,
      ]
    ),
    FieldOfWorld(
      tests: [
        #""underlying":{"domain":"acme.io"}"#, #""rootCause":{"domain":"acme.io"}"#,
        #""underlying":{"exists":true}"#, #""rootCause":{"code":"4xx"}"#,
        #""underlying":{"not":{"domain":"acme.io"}}"#,
      ],
      values: [
        "", #""underlying":{"domain":"acme.io"}"#, #""underlying":[{"domain":"other","code":404}]"#,
        #""underlying":[{"domain":"acme.io"},{"domain":"other"}]"#,
        #""underlying":[{"domain":"other"},{"domain":"acme.io","code":404}]"#, #""underlying":[]"#,
      ]
    ),
    FieldOfWorld(
      tests: [
        #""payload":{"0":"5xx"}"#, #""payload":{"1":{"exists":true}}"#,
        #""payload":{"0":{"domain":"acme.io"}}"#,
        #""case":"gone(500)""#, #""payload":{"exists":false}"#, #""case":"gone""#,
      ],
      values: [
        "", #""case":"gone","payload":[500]"#, #""payload":[{"domain":"acme.io"},2]"#, #""payload":500"#,
        #""payload":[{"domain":"acme.pay","code":404}]"#, #""case":"gone""#,
      ]
    ),
    FieldOfWorld(
      tests: [#""attempt":2"#, #""operation":"pay*""#, #""attempt":{"exists":true}"#],
      values: ["", #""attempt":1"#, #""attempt":2"#, #""attempt":3"#, #""operation":"pay""#]
    ),
  ]

  var random: SeededRandom
  /// Whether it draws from more of the language: see ``RandomRuleSet/wideFile()``.
  let isWide: Bool
  /// The fields that this rule set asks about.
  let own: [Int]
  /// All cases of the type `Net`, where they are declared.
  var cases: [String]?

  var fields: [FieldOfWorld] { isWide ? Self.fields + [Self.options] : Self.fields }

  init(seed: UInt64, isWide: Bool = false) {
    // What is drawn for a seed stays what it is: tests know some of them by number.
    random = SeededRandom(seed: seed &* 7919 &+ (isWide ? 23 : 17))
    self.isWide = isWide
    var places = Array((isWide ? Self.fields + [Self.options] : Self.fields).indices)
    var own: [Int] = []
    while own.count < 5 { own.append(places.remove(at: Int.random(in: 0..<places.count, using: &random))) }
    self.own = own
  }

  mutating func pick<T>(_ list: [T]) -> T { list[Int.random(in: 0..<list.count, using: &random)] }
  mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &random) < percent }

  // Matchers

  mutating func when(_ depth: Int = 0, categories: Int = 3) -> String {
    var members: [String: String] = [:]
    for _ in 0..<(chance(55) ? 1 : 2) {
      let test = member(depth, categories)
      members[String(test.prefix { $0 != ":" })] = test
    }
    return "{\(members.keys.sorted().map { members[$0] ?? "" }.joined(separator: ","))}"
  }

  private mutating func member(_ depth: Int, _ categories: Int) -> String {
    if depth < 2, chance(30) {
      switch Int.random(in: 0..<4, using: &random) {
      case 0:
        return
          #""any":[\#(when(depth + 1, categories: categories)),\#(when(depth + 1, categories: categories))]"#
      case 1:
        return
          #""all":[\#(when(depth + 1, categories: categories)),\#(when(depth + 1, categories: categories))]"#
      default: return #""not":\#(when(depth + 1, categories: categories))"#
      }
    }
    if categories > 0, chance(18) {
      if categories == 3 {
        return #""category":\#(pick([#""c0""#, #""c1""#, #""c2""#, #""c*""#, #"["c0","c2"]"#]))"#
      }
      return #""category":"c\#(Int.random(in: 0..<categories, using: &random))""#
    }
    if categories == 3, depth == 0, chance(3) { return #""custom":"isOnTrial""# }
    return pick(fields[pick(own)].tests)
  }

  // The file

  mutating func file() -> String {
    var defaults: [String] = []
    if chance(50) { defaults.append(#""category":"c2""#) }
    if chance(30) { defaults.append(#""ignore":"none""#) }
    if chance(20) { defaults.append(#""policy":\#(policy())"#) }
    var categories = [
      #"{"name":"c0","when":\#(when(1, categories: 0))}"#,
      #"{"name":"c1","when":\#(when(1, categories: 1))}"#,
    ]
    categories.append(chance(50) ? #"{"name":"c2"}"# : #"{"name":"c2","when":\#(when(1, categories: 2))}"#)
    var responders = [
      responder(#""id":"app""#, defaults.joined()),
      responder(#""id":"low","parent":"app","origins":["low.*"]"#, defaults.joined()),
    ]
    // From draws of its own: the rest stays the same without it.
    var apart = self
    if apart.chance(20) {
      let entries = (0..<apart.pick([1, 1, 2])).map { _ in
        #"{"when":\#(apart.when(1, categories: 0)),"path":"\#(apart.pick(["underlying", "payload.0"]))"}"#
      }
      defaults.append(#""unwrap":[\#(entries.joined(separator: ","))]"#)
    }
    let breakers = apart.chance(15) ? apart.breakers(asking: &responders) : ""
    return """
      {"version":1,\(breakers)"defaults":{\(defaults.joined(separator: ","))},"categories":[\(categories.joined(separator: ","))],
      "responders":[\(responders.joined(separator: ",\n"))]}
      """
  }

  /// One breaker, and rules that ask it, or whether it is closed.
  private mutating func breakers(asking responders: inout [String]) -> String {
    for index in responders.indices {
      responders[index] = responders[index].split(separator: #""when":{"#, omittingEmptySubsequences: false)
        .enumerated().map { part, text in
          guard part > 0, !text.hasPrefix(#""not""#), !text.hasPrefix("}"), chance(30) else {
            return part > 0 ? #""when":{"# + text : String(text)
          }
          return #""when":{"#
            + (chance(60) || text.contains(#""all":"#)
              ? #""open":"b0","# : #""all":[{"not":{"open":"b0"}}],"#) + text
        }.joined()
    }
    let number = pick([1, 2, 2, 3])
    return
      #""breakers":{"b0":{"when":\#(when(1, categories: 3)),"atLeast":\#(number),"within":"1m","stays":"1m","per":"type"}},"#
  }

  mutating func policy() -> String {
    var members: [String] = []
    if chance(40) { members.append(#""order":"lastFirst""#) }
    if chance(35) { members.append(#""match":"all""#) }
    if chance(40) { members.append(#""otherwise":"unmatched""#) }
    return "{\(members.joined(separator: ","))}"
  }

  mutating func responder(_ head: String, _ defaults: String, base: String? = nil) -> String {
    let own = chance(40) ? policy() : nil
    let all = #""match":"all""#
    let matchesAll = own?.contains(all) == true || defaults.contains(all)
    var members = [head]
    if let own { members.append(#""policy":\#(own)"#) }
    let rules = (0..<Int.random(in: 2...5, using: &random)).map { rule($0, matchesAll) }
    members.append(#""rules":[\#(rules.joined(separator: ",\n "))]"#)
    if chance(40) { members.append(#""otherwise":{"then":\#(verdict(false))}"#) }
    if chance(4) { members.append(#""enabled":false"#) }
    if isWide { members += wideMembers(inheriting: matchesAll ? nil : base) }
    return "{\(members.joined(separator: ","))}"
  }

  mutating func rule(_ index: Int, _ matchesAll: Bool) -> String {
    var members = [#""id":"r\#(index)""#]
    if chance(93) {
      var when = when()
      if chance(4) { when = when.dropLast() + #","rate":{"atLeast":2,"within":"1m","per":["type"]}}"# }
      members.append(#""when":\#(when)"#)
    }
    if chance(8) { members.append(#""enabled":false"#) }
    if chance(10) {
      let buttons =
        matchesAll
        ? #"{"title":"A","then":"\#(pick(["proceed","escalate"]))"},{"title":"B","then":"continue"}"#
        : #"{"title":"A","then":"\#(pick(["cancel","continue"]))"},{"title":"B","then":\#(verdict(false, isButton: true))}"#
      if isWide {
        members += wideAlert(buttons, matchesAll)
      } else {
        members.append(#""do":[{"present":{"title":"T","buttons":[\#(buttons)]}}]"#)
      }
    } else if !matchesAll || chance(60) {
      members.append(#""then":\#(verdict(matchesAll))"#)
    } else {
      members.append(#""do":["nothing"]"#)
    }
    // From draws of its own: the rest stays the same without it.
    var apart = self
    if apart.chance(12), !members.contains(where: { $0.hasPrefix(#""do":"#) }) {
      let failed = apart.pick(["continue", "continue", "escalate", "cancel", "abort"])
      members.append(#""do":[{"perform":"p","failed":"\#(failed)"}]"#)
    }
    return "{\(members.joined(separator: ","))}"
  }

  mutating func verdict(_ matchesAll: Bool, isButton: Bool = false) -> String {
    if matchesAll { return chance(20) ? retry() : pick([#""proceed""#, #""cancel""#]) }
    switch Int.random(in: 0..<14, using: &random) {
    case 0, 1, 2: return #"{"transform":\#(transform())}"#
    case 3: return #"{"unwrap":"\#(pick(["underlying", "payload.0"]))"}"#
    case 4: return isButton ? #""retry""# : retry()
    case 5: return isWide && chance(25) ? #"{"emit":"Tap"}"# : #""escalate""#
    case 6, 7: return #""continue""#
    default: return pick([#""proceed""#, #""cancel""#, #""abort""#])
    }
  }

  mutating func retry() -> String {
    let exhausted = pick(["continue", "continue", "cancel", "escalate"])
    if isWide, chance(30) {
      return
        #"{"retry":{"maxAttempts":2,"per":["\#(pick(["type", "domain"]))"],"exhausted":"\#(exhausted)"}}"#
    }
    // From draws of its own: the rest stays the same without it.
    var apart = self
    let limits =
      apart.chance(20) ? apart.pick([#","deadline":"1s""#, #","quota":{"retries":1,"within":"1m"}"#]) : ""
    return #"{"retry":{"maxAttempts":\#(pick([1, 2, 3])),"exhausted":"\#(exhausted)"\#(limits)}}"#
  }

  private mutating func transform() -> String {
    pick([
      #"{"type":"Shop.Net","code":404}"#, #"{"domain":"acme.pay","status":500}"#, #"{"status":404}"#,
      #"{"message":"timed out"}"#, #"{"category":"c1"}"#, #"{"type":"Wrapped","wrap":true}"#,
      #"{"wrap":true,"severity":"fatal"}"#, #"{"domain":"other","underlying":{"domain":"acme.io"}}"#,
      #"{"code":"4","payload":[500]}"#, #"{"type":"Disk","problem":{"status":503}}"#,
      #"{"message":"t{error.domain}t"}"#, #"{"type":"Disk","is":["Net"],"case":"gone"}"#,
      #"{"cancelled":true}"#,
    ])
  }

  // Records

  /// Every error of the world, as JSON lines.
  func records() -> [String] {
    var records = [#"{"origin":"app""#, #"{"origin":"low.x""#]
    for field in own {
      records = records.flatMap { record in
        fields[field].values.map { $0.isEmpty ? record : "\(record),\($0)" }
      }
    }
    let errors = records.map { "\($0)}" }.filter { isOfDeclaredTypes($0) }
    let failing = errors.enumerated().flatMap { index, error in
      index % 3 == 0
        ? [#"["failed"]"#, #"["ok","failed"]"#].map { "\(error.dropLast()),\"performed\":\($0)}" } : []
    }
    return errors + (isWide ? Self.events : []) + failing
  }

  // Changes

  /// The file with one atom changed: a test of a field, a verdict, a policy, or whether a rule is asked.
  mutating func changed(_ file: String) -> String {
    var changes: [(old: String, new: String)] = [
      (#""then":"cancel""#, #""then":"abort""#), (#""then":"proceed""#, #""then":"continue""#),
      (#""then":"cancel""#, #""then":"escalate""#), (#""maxAttempts":2"#, #""maxAttempts":3"#),
      (#""order":"lastFirst""#, #""order":"declared""#), (#""then":"continue""#, #""then":"cancel""#),
      (#","enabled":false"#, ""), (#""then":"abort""#, #""then":"abort","enabled":false"#),
      (#""type":"Disk","problem""#, #""type":"Net","problem""#),
    ]
    for field in own {
      for test in fields[field].tests {
        let key = test.prefix { $0 != ":" }
        for other in fields[field].tests where other != test && other.hasPrefix(key) {
          changes.append((test, other))
        }
      }
    }
    changes.shuffle(using: &random)
    for change in changes {
      let places = file.ranges(of: change.old)
      guard let place = places.randomElement(using: &random) else { continue }
      return file.replacingCharacters(in: place, with: change.new)
    }
    return file
  }
}
