import Foundation
import RuleEngine

/// Rule sets and records with few distinct values, so that random matchers often match random errors.
package struct RandomRules {
  package typealias Object = [String: Any]

  package var random: SeededRandom
  /// Whether responders have policies and events.
  package var hasPoliciesAndEvents = true
  /// Whether there are breakers, which rules ask.
  package var hasBreakers = false
  /// The number of rules of a responder.
  package var ruleCounts = 1...5

  /// Whether a responder's policy may be that all matching rules run.
  package private(set) var mayMatchAll = true

  package init(seed: UInt64, mayMatchAll: Bool = true) {
    random = SeededRandom(seed: seed)
    self.mayMatchAll = mayMatchAll
  }

  package static let types = ["Shop.Net", "Shop.Api.Net", "Disk", "Shop.Disk.Full"]
  package static let cases = ["server", "serving", "gone"]
  package static let domains = ["acme.io", "acme.pay", "NSURLErrorDomain"]
  package static let texts = ["", "timed out", "Timed Out", "out", "ſout", "4xy", "$x", "a \"b\" {c}"]
  package static let origins = ["app", "low.a.b", "low.a", "low", "lowly", "mid", "mid.x.y", "nowhere"]
  package static let names = ["c0", "c1", "c2", "fallback"]
  /// Conditions on a category beside its name.
  private static var ofCategories: [Any] {
    [["equals": "c1"], ["hasPrefix": "c"], ["contains": "1"], ["exists": true], ["exists": false]]
  }
  package static let events = ["opened", "closed", "open.file"]

  package mutating func pick<T>(_ list: [T]) -> T { list[Int.random(in: 0..<list.count, using: &random)] }
  package mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &random) < percent }

  // MARK: Records

  package mutating func record(depth: Int = 0) -> Object {
    var record: Object = depth == 0 || chance(80) ? ["type": pick(Self.types)] : ["message": pick(Self.texts)]
    if chance(50) { record["case"] = pick(Self.cases) }
    if chance(30) { record["is"] = chance(50) ? [pick(Self.types), "P"] as [Any] : pick(Self.types) }
    if chance(40) { record["domain"] = pick(Self.domains) }
    if chance(40) {
      let symbol = pick(["NSURLErrorTimedOut", "NSURLErrorCancelled", "NSURLErrorUnknown"])
      record["code"] = pick([1, 404, 500, "404", "0404", "declined", -5, -999, symbol] as [Any])
    }
    if chance(50) { record["status"] = pick([200, 404, 429, 499, 500, 503]) }
    if chance(40) { record["message"] = pick(Self.texts) }
    if chance(20) { record["reason"] = pick(Self.texts) }
    if chance(20) { record["operation"] = pick(["pay", "payBack", "load"]) }
    // Tries that would have to be counted are covered by another test.
    if record["operation"] != nil || chance(20) { record["attempt"] = pick([1, 2, 3]) }
    if depth == 0 { addWhatHappened(to: &record) }
    if chance(30) { record["severity"] = pick(["info", "fatal", "error", 9, 14, 21] as [Any]) }
    if chance(15) { record["fatal"] = chance(50) }
    if chance(15) { record["cancelled"] = chance(30) }
    if chance(20) { record["category"] = pick(Self.names + ["unlisted"]) }
    if chance(70) { record["origin"] = pick(Self.origins) }
    if chance(30) {
      var problem: Object = [:]
      if chance(50) { problem["type"] = pick(["about:blank", "https://x/credit", 5] as [Any]) }
      if chance(50) { problem["status"] = pick([404, 500, "500"] as [Any]) }
      if chance(50) { problem["title"] = pick(Self.texts) }
      record["problem"] = problem
    }
    if chance(50) { record["attributes"] = attributes() }
    if chance(30) { record["xa"] = value() }
    if chance(20) { record["xb.c"] = value() }
    if chance(20) { record["xb"] = ["c": value(), "d": 1] as Object }
    if depth < 3 {
      if chance(40) { record["payload"] = payload(depth) }
      if chance(30) {
        let causes = (0..<Int.random(in: 0...2, using: &random)).map { _ in self.record(depth: depth + 1) }
        record["underlying"] = causes.count == 1 && chance(50) ? causes[0] : causes as Any
      }
    }
    return record
  }

  /// An error, an event, or an operation that ended well: with every member that a record can carry.
  package mutating func anyRecord() -> Object {
    if chance(4) {
      return [
        "completed": true, "origin": pick(Self.origins), "operation": pick(["pay", "load"]),
        "attempt": pick([1, 2]),
      ]
    }
    var record = chance(15) ? eventRecord() : record()
    if chance(10) { record["platform"] = pick(["darwin", "linux"]) }
    if chance(10) { record["suggestion"] = pick(Self.texts) }
    if chance(15) {
      record["options"] = pick(
        [["OK"], [["title": "Again", "recovers": true] as Object], [["title": "Stop"] as Object]] as [Any]
      )
    }
    return record
  }

  private mutating func addWhatHappened(to record: inout Object) {
    if chance(30) { record["id"] = pick(["r\"1", "7", 12] as [Any]) }
    if chance(20) {
      record["time"] = pick(["2026-11-20T08:15:02.120Z", 1_700_000_000, 1700000000.5] as [Any])
    }
    var apart = self
    if apart.chance(25) { record["elapsed"] = apart.pick(["0s", "100ms", 0.04, 1, "2s"] as [Any]) }
    if chance(20) { record["retryAfter"] = pick(["1s", "50ms"]) }
    if apart.chance(15) { record["retryAfter"] = apart.pick([1, 0.25, 0, -1, "2s"] as [Any]) }
    if chance(60) { record["answers"] = (0..<3).map { _ in answer() } }
    if chance(10) { record["with"] = ["a": scalar()] as Object }
    // From draws of its own: the rest stays the same without it.
    var results = self
    if results.chance(40) {
      let drawn = (0..<2).map { _ in results.pick(["ok", "failed", "ok", "failed", "timeout"]) }
      record["performed"] = results.chance(20) ? drawn[0] : drawn as Any
    }
  }

  private mutating func answer() -> Any {
    pick(
      [
        "Yes", "No", "Yes", "No", "Maybe", 0, 1, 2, -1, "Nobody", NSNull(),
        ["title": "No", "after": "4s"] as Object,
      ]
        as [Any]
    )
  }

  /// A record of an event rather than an error.
  package mutating func eventRecord() -> Object {
    var record = record()
    for key in ["type", "category"] where chance(70) { record[key] = nil }
    record["event"] = pick(Self.events)
    record["with"] = chance(70) ? ["a": value(), "b": ["c": scalar()] as Object] as Object : nil
    return record
  }

  package mutating func payload(_ depth: Int) -> Any {
    var values: [Any] = []
    for _ in 0..<Int.random(in: 1...2, using: &random) {
      values.append(chance(40) ? record(depth: depth + 1) : scalar())
    }
    return values.count == 1 && !(values[0] is NSNull) && chance(40) ? values[0] : values
  }

  private mutating func attributes() -> Object {
    var attributes: Object = [:]
    if chance(60) { attributes["xa"] = value() }
    if chance(30) { attributes["xb.c"] = value() }
    if chance(30) { attributes["xb"] = ["c": value()] as Object }
    if chance(20) { attributes["http"] = ["response": ["status_code": pick([404, 500])]] as Object }
    return attributes
  }

  package mutating func scalar() -> Any {
    pick([1, 2.0, 2, 404, 450.5, "404", "x", true, false, NSNull(), "timed out"] as [Any])
  }

  package mutating func value() -> Any { chance(25) ? [scalar(), scalar()] as [Any] : scalar() }

  // MARK: Matchers

  package enum Allowed {
    /// No conditions on categories or named matchers.
    case nothing
    /// Those before an index.
    case categories(Int)
    case all
    /// A nested error's own category.
    case nested
  }

  package mutating func when(depth: Int, allowing allowed: Allowed, isInCause: Bool = false) -> Object {
    var when: Object = [:]
    for _ in 0..<(chance(60) ? 1 : 2) {
      let (key, value) = member(depth, allowed, isInCause)
      when[key] = value
    }
    // A word would be looked up in a table.
    if (when["code"] as? String) == "declined" { when["domain"] = nil }
    return when
  }

  private mutating func member(_ depth: Int, _ allowed: Allowed, _ isInCause: Bool) -> (String, Any) {
    let leaves = [
      "type", "case", "payload", "domain", "code", "status", "message", "reason", "operation", "attempt",
      "severity",
      "fatal", "cancelled", "problem", "attributes", "attributes", "origin",
    ]
    if depth < 3, chance(30) {
      switch pick(["all", "any", "not", "not"]) {
      case "not": return ("not", when(depth: depth + 1, allowing: allowed, isInCause: isInCause))
      case let key:
        let parts = (0..<2).map { _ in when(depth: depth + 1, allowing: allowed, isInCause: isInCause) }
        return (key, parts)
      }
    }
    if chance(20) {
      switch allowed {
      case .nothing: break
      case .categories(let count):
        if count > 0 { return ("category", "c\(Int.random(in: 0..<count, using: &random))") }
      case .all:
        return chance(50)
          ? ("matcher", pick(["m0", "m1"]))
          : ("category", pick((["c0", "c*", "fallback", ["c1", "c2"]] as [Any]) + Self.ofCategories))
      case .nested: return ("category", pick((["c0", "unl*", ["c1", "c2"]] as [Any]) + Self.ofCategories))
      }
    }
    if depth < 2, !isInCause, chance(15) {
      var apart = self
      let isAboutCategories = if case .categories = allowed { true } else { false }
      let nested = when(depth: depth + 1, allowing: isAboutCategories ? .nothing : .nested, isInCause: true)
      if apart.chance(15) {
        let presence: Object = ["underlying": ["exists": apart.chance(50)] as Object]
        return (apart.pick(["underlying", "rootCause", "inside"]), presence)
      }
      return (pick(["underlying", "rootCause", "inside"]), nested)
    }
    let key = pick(leaves)
    return (key, test(of: key, depth, isInCause))
  }

  private mutating func test(of key: String, _ depth: Int, _ isInCause: Bool) -> Any {
    if !["payload", "problem", "attributes", "severity", "fatal", "cancelled", "type"].contains(key),
      chance(10)
    {
      return ["exists": chance(50)] as Object
    }
    switch key {
    case "type":
      return pick(
        ["Net", "Api.Net", "Shop.*", "*Full", "Disk", "P", ["Net", "Full"], ["exactly": "Disk"]] as [Any]
      )
    case "case":
      return pick(
        [
          "server", "ser*", "Net.server", "Api.Net.gone", "Shop.*.ser*", "server(1)", "gone(2,\"x\")",
          "Disk.serving(true)", "server(null)", ["gone", "Net.serving"],
        ] as [Any]
      )
    case "payload":
      let index = pick(["0", "1"])
      if chance(40) { return [index: when(depth: 2, allowing: .nested, isInCause: isInCause)] as Object }
      return [index: attributeTest()] as Object
    case "domain":
      return pick(
        ["acme.*", "acme.io", "$names", ["acme.pay", "x"], ["equals": "acme.io"], ["hasPrefix": "NS"]]
          as [Any]
      )
    case "origin": return pick(["low.*", "app", ["hasSuffix": "b"]] as [Any])
    case "operation": return pick(["pay", "pay*", ["load", "pay"], ["glob": "pay????"]] as [Any])
    case "code":
      return pick(
        [
          404, "404", "0404", "4*", "declined", [1, 500], "-9...-1", "4xx", ["atLeast": 404], ["lessThan": 2],
        ] as [Any]
      )
    case "status", "attempt":
      return pick(
        [
          404, "5xx", "400..<499", "400...499", [429, "5xx"], "$numbers", 2, ["atLeast": 2, "lessThan": 500],
          ["equals": [503, 3]],
        ] as [Any]
      )
    case "severity":
      return pick(["error", 9, ["info", "warning"], ["atLeast": "warning"], ["atLeast": 17]] as [Any])
    case "fatal", "cancelled": return chance(50)
    case "problem":
      return pick(
        [
          ["type": "about:blank"], ["type": ["hasSuffix": "credit"]], ["status": 500],
          ["title": ["out", ""]],
        ] as [Any]
      )
    case "attributes": return [pick(["xa", "xb.c", "xb.d"]): attributeTest()] as Object
    default:
      return pick(
        [
          "out", ["timed out", ""], ["contains": "out"], ["equals": "TIMED out", "ignoreCase": true],
          ["glob": "?imed*"], ["hasPrefix": "T", "hasSuffix": "t"], ["equals": "$x"],
        ] as [Any]
      )
    }
  }

  package mutating func attributeTest() -> Any {
    if chance(40) { return scalar() }
    return pick(
      [
        ["exists": true], ["exists": false], ["atLeast": 2, "lessThan": 405], ["greaterThan": 2],
        ["hasPrefix": "t", "contains": "d"],
        [NSNull(), "x"], "4xx", "$numbers", ["equals": 2], ["equals": "X", "ignoreCase": true],
        ["glob": "4?4"],
      ] as [Any]
    )
  }
}
