import Counting
import Differences
import Replay
import ReplaySupport
import RuleEngine
import Secrets
import Source
import SystemPackage
import TestSupport
import Testing

/// Rules drafted for all kinds of a stream's errors, and what is claimed of them.
struct DraftedRulesTests {
  private struct Trial {
    let streams: [Replayer.Stream]
    let stream: [UInt8]
    let ending: RuleDrafting.Ending
    let rules: RuleDrafting.Rules

    private static func compile(_ rules: String) -> RuleDrafting.Rules? {
      let compilation = RuleSet.compile(name: "rules.json", bytes: Array(rules.utf8))
      guard let chain = compilation.chain, let program = compilation.program else { return nil }
      return (chain, program)
    }

    /// Nil if the rules have errors.
    init?(_ rules: String, _ ending: RuleDrafting.Ending, _ stream: [UInt8], _ streams: [Replayer.Stream]) {
      guard let compiled = Self.compile(rules) else { return nil }
      (self.rules, self.ending, self.stream, self.streams) = (compiled, ending, stream, streams)
    }

    private var options: ReplayOptions {
      var options = ReplayOptions()
      options.counting.kinds = .deciders
      options.counting.shapes = ending == .otherwise ? .otherwise : .unhandled
      options.redactor = .off
      return options
    }

    /// The resolutions by the chain, a line each.
    func resolutions(_ chain: ResponderChain) async throws -> [Node] {
      let (_, replayed) = try await Replays(chain, options).run([stream], jobs: 1, chunkSize: 1 << 20)
      return replayed.resolutions.split(separator: UInt8(ascii: "\n")).compactMap {
        Node.made(json: String(decoding: $0, as: UTF8.self))
      }
    }

    func summary(_ chain: ResponderChain) async throws -> ReplaySummary {
      try await Replayer(chain, options, output: nil, rejects: nil) { _ in true }.run(streams)
    }

    /// The drafts, with what a comparison shows, and with what the shapes of the errors tell; nil if they don't.
    func drafted() async throws -> (compared: DraftedRules, proved: DraftedRules?) {
      let drafting = RuleDrafting(rules, for: ending, inFile: "rules.json", limits: Limits()) {
        Self.compile($0)
      }
      var drafted = DraftedRules(try await summary(rules.chain), drafting, atMost: 20, hidingBy: .off)
      var kinds = drafted.leftover.kinds
      while true {
        let (kept, others) = drafted.records(of: kinds)
        let records = try records(others, drafted.chain).merging(kept) { $1 }
        guard drafted.add(kinds, records, isCancelled: { false }) else { break }
        kinds = Leftover(of: try await summary(drafted.chain), ended: ending).kinds
      }
      let comparison = try await Replayer(rules.chain, options, output: nil, rejects: nil) { _ in true }
        .compare(streams, with: drafted.chain)
      var proved = drafted
      let isProved = proved.takeShapes(of: rules.chain)
      drafted.take(comparison)
      return (drafted, isProved ? proved : nil)
    }

    private func records(_ ordinals: [UInt64], _ chain: ResponderChain) throws
      -> [UInt64: DraftedRules.Recorded]
    {
      var explainer = StreamExplainer(chain, options)
      var records: [UInt64: DraftedRules.Recorded] = [:]
      guard case .file(let path) = streams[0].source else { return [:] }
      let descriptor = try FileDescriptor.open(path, .readOnly)
      defer { try? descriptor.close() }
      _ = try explainer.explain(in: descriptor, ordinals: ordinals[...]) { explanation, line in
        records[explanation.record.ordinal] = .init(
          json: String(line),
          category: explanation.ending.category
        )
      }
      return records
    }

    func needsRule(_ resolution: Node) -> Bool {
      if resolution["event"] != nil { return false }
      if ending == .otherwise { return resolution["by"]?["otherwise"] != nil }
      return resolution["handled"]?.text == "false"
    }
  }

  @Test(
    "All drafts together handle errors that need rules, as many as is claimed, and every other record of the stream ends as before",
    arguments: [RuleDrafting.Ending.unhandled, .otherwise]
  )
  func claims(ending: RuleDrafting.Ending) async throws {
    var (handled, kept) = (0, 0)
    for seed in 0..<UInt64(Scale.of(1_000, quick: 12)) {
      var world = RandomRules(seed: seed &+ 59_000)
      let rules = Written.json(world.file())
      let stream = Array((0..<60).map { _ in Written.json(world.record()) + "\n" }.joined().utf8)
      let files = try StreamFolder([stream])
      defer { files.remove() }
      guard let trial = Trial(rules, ending, stream, files.streams) else { continue }
      let (drafted, withoutComparison) = try await trial.drafted()
      let before = try await trial.resolutions(trial.rules.chain)
      let after = try await trial.resolutions(drafted.chain)
      try #require(before.count == after.count, "seed \(seed)")
      let changed = zip(before, after).count {
        !trial.needsRule($0) && JSONWriter.line($0) != JSONWriter.line($1)
      }
      // An error that an event raises may need a rule itself; that is counted as a change.
      let raised = zip(before, after).count {
        !trial.needsRule($0) && $0["raised"] != nil && JSONWriter.line($0) != JSONWriter.line($1)
      }
      #expect(changed == raised, "seed \(seed)")
      #expect((drafted.changed == 0) == (changed == 0), "seed \(seed): \(drafted.changed), not \(changed)")
      #expect(drafted.left == after.count { trial.needsRule($0) }, "seed \(seed)")
      for kind in drafted.drafts {
        let draft = try #require(kind.draft)
        let own = after.count {
          $0["by"]?["responder"]?.string == draft.responder && $0["by"]?["rule"]?.string == draft.name
        }
        #expect(kind.handled == own, "seed \(seed): \(draft.name)")
      }
      if let withoutComparison {
        #expect(drafted.changed == 0, "seed \(seed)")
        #expect(withoutComparison.left == drafted.left, "seed \(seed)")
        #expect(
          withoutComparison.kinds.map { $0.handled } == drafted.kinds.map { $0.handled },
          "seed \(seed)"
        )
      }
      handled += drafted.drafts.reduce(0) { $0 + $1.handled }
      kept += before.count { !trial.needsRule($0) }
    }
    #expect(handled > 0 && kept > 0)
  }

  /// Errors as logs have them: few kinds, with messages that differ in numbers, names and paths.
  private static func plainRecord(_ random: inout NumberSequence) -> String {
    var members: [String] = []
    func add(_ key: String, _ values: [String], oneIn share: Int) {
      if random.below(share) == 0 { members.append("\"\(key)\":\(values[random.below(values.count)])") }
    }
    add("type", [#""RuntimeError""#, #""shop.CartError""#, #""CartError""#, #""Error""#], oneIn: 2)
    add("is", [#"["CartError"]"#, #"["Error"]"#], oneIn: 6)
    add("case", [#""full""#, #""gone""#], oneIn: 5)
    add("domain", [#""grpc""#, #""NSPOSIXErrorDomain""#], oneIn: 5)
    add("code", ["14", "5", "35", #""40001""#], oneIn: 4)
    add("platform", [#""linux""#, #""darwin""#], oneIn: 6)
    add("status", ["404", "503"], oneIn: 4)
    add("attributes", [#"{"error.code":"no_quota"}"#, #"{"error":{"code":"no_quota"}}"#], oneIn: 8)
    add("problem", [#"{"type":"https://a/full","status":409}"#, #"{"status":404}"#], oneIn: 8)
    add("origin", [#""cart""#, #""disk""#], oneIn: 3)
    let number = random.below(90)
    let messages = [
      "peer \(number) is gone", "peer 'x\(number)' is gone", "disk /d/\(number) is full", "is full",
      "why? \(number)",
      "peer a is gone", "at 10:00:\(number + 10) gone",
      "no room for user \(["ann", "bob", "7"][random.below(3)]) here",
    ]
    members.append("\"message\":\"\(messages[random.below(messages.count)])\"")
    return "{\(members.joined(separator: ","))}\n"
  }

  @Test(
    "The shapes of plain errors tell what each draft handles, as a comparison does",
    arguments: [RuleDrafting.Ending.unhandled, .otherwise]
  )
  func shapes(ending: RuleDrafting.Ending) async throws {
    var (proved, all) = (0, 0)
    for seed in 0..<UInt64(Scale.of(300, quick: 20)) {
      var random = NumberSequence(seed: seed)
      let stream = Array((0..<80).map { _ in Self.plainRecord(&random) }.joined().utf8)
      let conditions = [#"{"status":503}"#, #"{"type":"CartError"}"#, #"{"message":{"contains":"4"}}"#]
      let otherwise = ending == .otherwise ? #","otherwise":{"do":[{"perform":"log"}],"then":"abort"}"# : ""
      let rules = #"""
        {"version":1,"responders":[
          {"id":"app","rules":[{"id":"a","when":\#(conditions[random.below(3)]),"then":"cancel"}]\#(otherwise)},
          {"id":"cart","parent":"app","origins":["cart"],"rules":[{"id":"b","when":{"code":14},"then":"escalate"}]}]}
        """#
      let files = try StreamFolder([stream])
      defer { files.remove() }
      let trial = try #require(Trial(rules, ending, stream, files.streams))
      let (compared, withoutComparison) = try await trial.drafted()
      all += 1
      guard let withoutComparison else { continue }
      proved += 1
      #expect(compared.changed == 0, "seed \(seed)")
      #expect(withoutComparison.left == compared.left, "seed \(seed)")
      #expect(withoutComparison.kinds.map { $0.handled } == compared.kinds.map { $0.handled }, "seed \(seed)")
    }
    #expect(proved * 4 > all, "\(proved) of \(all)")
  }
}
