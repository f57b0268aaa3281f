import Differences
import Edits
import Reasoning
import RuleEngine
import Source
import TestSupport
import Testing

@Suite("Random rule files, simplified")
struct SimplifierPropertyTests {
  /// Two responders with rules whose few verdicts and values repeat; categories and matchers, which some of them ask for.
  private static func file(_ world: inout RandomRules) -> RandomRules.Object {
    let values = ["server", "serving", "gone", "unreachable", "overloaded", "rejected"]
    let names = world.chance(40) ? ["c0", "c1"] : []
    // Rules with one status each may stand in any order.
    let isPlain = world.chance(30)
    let statuses = [200, 404, 429, 499, 500, 503]
    func responder(_ id: String, _ count: Int) -> RandomRules.Object {
      let rules = (0..<count).map { index -> RandomRules.Object in
        var when = world.when(depth: 1, allowing: .nothing)
        if world.chance(25) { when["case"] = values }
        if !names.isEmpty, world.chance(15) { when["category"] = world.pick(names) }
        if world.chance(15) { when = ["matcher": world.pick(["m0", "m1"])] }
        if world.chance(25) { when = ["status": world.pick(statuses)] }
        if isPlain, id == "app" { when = ["status": statuses[index]] }
        let retry: RandomRules.Object = [
          "maxAttempts": 2, "backoff": ["jitter": "none"] as RandomRules.Object,
        ]
        let verdicts: [Any] = ["cancel", "cancel", "cancel", "abort", ["retry": retry] as RandomRules.Object]
        return ["id": "\(id)\(index)", "when": when, "then": world.pick(verdicts)]
      }
      return ["id": id, "rules": rules]
    }
    var low = responder("low", 2)
    low["parent"] = "app"
    low["origins"] = ["low.*"]
    var matchers: RandomRules.Object = [:]
    for name in ["m0", "m1"] { matchers[name] = world.when(depth: 1, allowing: .nothing) }
    let categories = names.map { name -> RandomRules.Object in
      var when = world.when(depth: 1, allowing: .nothing)
      if world.chance(30) { when = ["case": values] }
      return ["name": name, "when": when]
    }
    return [
      "version": 1, "matchers": matchers, "categories": categories,
      "responders": [responder("app", world.pick([2, 3, 5, 6])), low],
    ]
  }

  /// A resolution, without the rule that decided where two of them may be one now.
  private static func outcome(_ resolution: String?, ofMerged: Bool) -> String? {
    guard let resolution, ofMerged, let node = Node.made(json: resolution) else { return resolution }
    return JSONWriter.line(.made((node.members ?? []).filter { $0.key != "by" }.map { ($0.key, $0.value) }))
  }

  @Test(
    "Outcomes and categories stay the same, by proof and in a replay of random records, and the layout is that of fmt"
  )
  func properties() throws {
    let records = (0..<UInt64(Scale.of(3_000, quick: 300))).map { seed in
      var random = RandomRules(seed: seed &+ 31_000)
      return Written.json(random.anyRecord())
    }
    var counts: [String: Int] = [:]
    var (files, changed) = (0, 0)
    var seed: UInt64 = 5_200
    while files < Scale.of(1_000, quick: 30) {
      seed += 1
      var world = RandomRules(seed: seed)
      let written = Array(Written.json(Self.file(&world)).utf8)
      guard var text = Formatter().format(name: "rules.json", bytes: written).text,
        let before = Simplification.compile(text, "rules.json")
      else { continue }
      files += 1
      var (rules, codes) = (before, [String: Int]())
      let weights = Dictionary(
        uniqueKeysWithValues: rules.chain.clauses.map { ($0.name, world.pick([0, 1, 50, 2_000])) }
      )
      for _ in 0..<20 {
        let decided = rules.chain.clauses.map { clause in
          weights[clause.name] ?? 0
        }
        let findings = Simplification.findings(
          rules,
          "rules.json",
          decided: decided,
          steps: files % 4 == 0 ? 300_000 : 80_000
        ).filter { $0.fix != nil }
        if findings.isEmpty { break }
        for finding in findings { codes[finding.code, default: 0] += 1 }
        text = Simplification.fixed(text, findings)
        rules = try #require(Simplification.compile(text, "rules.json"), "seed \(seed)")
      }
      guard !codes.isEmpty else { continue }
      changed += 1
      counts.merge(codes) { $0 + $1 }
      #expect(Formatter().format(name: "rules.json", bytes: text).text == text, "seed \(seed)")
      #expect(DifferenceProof(old: before, new: rules, upTo: 1).verdict == .same, "seed \(seed)")
      var one = RuleEvaluator(before.chain)
      var other = RuleEvaluator(rules.chain)
      let isMerged = codes["mergeable-rules"] != nil
      for record in records {
        let expected = Self.outcome(try? one.resolution(of: record), ofMerged: isMerged)
        let outcome = Self.outcome(try? other.resolution(of: record), ofMerged: isMerged)
        #expect(expected == outcome, "seed \(seed): \(record)")
      }
    }
    let expected = [
      "mergeable-rules", "needless-condition", "needless-name", "needless-rule", "rare-rules-first",
      "repeated-list",
    ]
    #expect(
      changed > files / 4 && expected.allSatisfy { Scale.isQuick || counts[$0, default: 0] >= 10 },
      "\(changed) of \(files): \(counts)"
    )
  }
}
