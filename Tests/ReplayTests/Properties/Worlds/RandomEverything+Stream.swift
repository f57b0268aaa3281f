import RuleEngine
import TestSupport

extension RandomEverything {
  /// A stream for the rule set: records with missing, late or repeated times, and lines that are not records.
  mutating func stream(records count: Int) -> [UInt8] {
    var now = 1_700_000_000.0
    var text: [UInt8] = []
    for index in 0..<count {
      now += Double(pick([0, 0, 1, 1, 2, 4, 40])) / 4
      text += Array((Written.json(record(at: now))).utf8) + [UInt8(ascii: "\n")]
      var apart = self
      if index > 0, apart.chance(15) {
        text += Array((Written.json(apart.completion(at: now))).utf8) + [UInt8(ascii: "\n")]
      }
      if index > 0, chance(6) { text += oddLine(index) + Array(pick(["\n", "\r\n"]).utf8) }
    }
    if chance(30) { text += Array(#"{"type":"Cut","payl"#.utf8) }
    return text
  }

  static let lineLimit = 20_000

  private mutating func oddLine(_ number: Int) -> [UInt8] {
    switch Int.random(in: 0..<9, using: &random) {
    case 0: []
    case 1: Array("   ".utf8)
    case 2: Array("not JSON at all \(number)".utf8)
    case 3: Array(#"{"status":503,"message":"\#(String(repeating: "x", count: Self.lineLimit))"}"#.utf8)
    case 4: Array(#"{"level":"info","number":\#(number)}"#.utf8)
    case 5: Array(#"{"type":"T1"#.utf8) + [0xFF, 0xC3] + Array(#""}"#.utf8)
    case 6: Array(#"[503, {"status":503}]"#.utf8)
    case 7: Array(#"{"type":7,"status":"five","code":[1,"1"],"attempt":"wrong","is":{"a":[]}}"#.utf8)
    default: Array(#"{"status":404,"category":"unheard","underlying":[{"type":"T3","code":"3"},7]}"#.utf8)
    }
  }

  /// A record that says that an operation ended well.
  private mutating func completion(at now: Double) -> Object {
    var record: Object = ["completed": true]
    if chance(80) {
      record["origin"] = pick(["all.low.x", "all.mid", "b0", "b1", "low", "low.a", "mid.x.y"])
    }
    if chance(80) { record["time"] = chance(12) ? now - 3 : now }
    return record
  }

  private mutating func record(at now: Double) -> Object {
    var record = chance(12) ? all.eventRecord() : all.record()
    record["time"] = nil
    if chance(85) { record["time"] = chance(12) ? now - Double(Int.random(in: 1..<9, using: &random)) : now }
    if chance(45) {
      record["origin"] = pick(["all.low.x", "all.mid", "all-low", "b0", "b1", "b2", "low", "nowhere.b1"])
    }
    if record["event"] == nil { addNames(to: &record) }
    if chance(60) { record["host"] = "h\(Int.random(in: 0..<(chance(80) ? 4 : 400), using: &random))" }
    if chance(60) { record["attempt"] = nil }
    if chance(50) {
      record["options"] = [["title": "Again", "recovers": true] as Object, "Stop", 7] as [Any]
    }
    if chance(60) {
      record["answers"] = (0..<3).map { _ -> Any in
        let after = ["title": pick(["Yes", "No", "Again"]), "after": pick(["2s", "4s", "20s"])] as Object
        return pick([
          after, after, after, "Again", "Yes", 0, 1, "Nobody", ["title": "Nope", "after": "3s"] as Object,
        ])
      }
    }
    return record
  }

  /// Adds names from a large set, so that values repeat and new ones appear.
  private mutating func addNames(to record: inout Object) {
    let many = chance(80) ? 12 : 300
    if chance(50) {
      record["type"] = pick(["T", "Shop.T", "Shop.Api.T"]) + "\(Int.random(in: 0..<many, using: &random))"
    }
    if chance(15) {
      record["is"] = ["T\(Int.random(in: 0..<many, using: &random))", pick(["P", "Net", "Shop.T1"])]
    }
    if chance(40) {
      record["domain"] = pick(["d\(Int.random(in: 0..<many, using: &random))", "acme.bank", "acme.pay"])
    }
    if chance(50) {
      let number = Int.random(in: -2..<(many * 2), using: &random)
      record["code"] = pick(
        [
          number, number, "\(number)", "0\(number)", Double(number) + 0.5, [number, 1] as [Any], "BROKE",
          "LATE",
        ]
          as [Any]
      )
    }
    if chance(30) { record["case"] = "case\(Int.random(in: 0..<many, using: &random))" }
  }
}
