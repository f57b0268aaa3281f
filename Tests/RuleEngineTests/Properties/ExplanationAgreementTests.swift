import Foundation
import RuleEngine
import TestSupport
import Testing

@Suite("Explaining an error")
struct ExplanationAgreementTests {
  /// The rule sets of the repository that have a stream.
  static let folders = Repository.ruleSets(with: "stream.ndjson").map {
    Repository.root.appending(path: "rules/\($0)")
  }

  @Test("changes neither resolution nor state, for every record of every rule set")
  func ofTheRepository() throws {
    #expect(!Self.folders.isEmpty)
    for folder in Self.folders {
      let file = folder.appending(path: "rules.yaml")
      let bytes = Array(try Data(contentsOf: file))
      let compilation = RuleSet.compile(name: file.path, bytes: bytes)
      let chain = try #require(compilation.chain, "\(folder.lastPathComponent)")
      let stream = try String(contentsOf: folder.appending(path: "stream.ndjson"), encoding: .utf8)
      try expectAgreement(chain, stream.split(separator: "\n").map(String.init))
    }
  }

  @Test("changes neither resolution nor state, for random rule sets and records")
  func ofRandomRules() throws {
    for seed in UInt64(500)..<(Scale.isQuick ? 508 : 600) {
      var world = RandomRules(seed: seed)
      world.hasBreakers = true
      let file = try Self.remembering(world.file())
      let records = (0..<60).map { second in
        var record = second % 8 == 7 ? world.eventRecord() : world.record()
        record["time"] = 1_700_000_000 + second / 2
        return Written.json(record)
      }
      try expectAgreement(try Rules(Written.json(file)).chain, records)
    }
  }

  /// The rule file with all kinds of state added: rates, retries by key, throttles and coalescing alerts.
  private static func remembering(_ file: [String: Any]) throws -> [String: Any] {
    var file = file
    var responders = try #require(file["responders"] as? [[String: Any]])
    for index in responders.indices {
      responders[index]["otherwise"] =
        [
          "then": [
            "retry": [
              "per": ["type"], "maxAttempts": 3, "within": "5s", "deadline": "3s",
              "quota": index == 0
                ? ["tokens": 6, "ratio": 1] as [String: Any] : ["retries": 4, "within": "9s"],
            ] as [String: Any]
          ]
        ] as [String: Any]
      var rules = responders[index]["rules"] as? [[String: Any]] ?? []
      for place in rules.indices {
        rules[place]["do"] = (rules[place]["do"] as? [Any])?.map { action -> Any in
          guard var action = action as? [String: Any] else { return action }
          if var alert = action["present"] as? [String: Any] {
            alert["coalesce"] = "type"
            action["present"] = alert
          } else {
            action["throttle"] = ["per": ["type"], "every": "4s"] as [String: Any]
          }
          return action
        }
        if place % 3 == 1 {
          var when = rules[place]["when"] as? [String: Any] ?? [:]
          when["rate"] = ["atLeast": 2, "within": "6s", "per": ["domain"]] as [String: Any]
          rules[place]["when"] = when
        }
      }
      if !rules.isEmpty { responders[index]["rules"] = rules }
    }
    file["responders"] = responders
    return file
  }

  /// Runs the records unexplained, explained, and with every third one explained, and expects equal results;
  /// then all again unexplained, with each one's state.
  private func expectAgreement(_ chain: ResponderChain, _ records: [String]) throws {
    var plain = RuleEvaluator(chain, seed: 7)
    var explained = RuleEvaluator(chain, seed: 7)
    var mixed = RuleEvaluator(chain, seed: 7)
    for (index, record) in records.enumerated() {
      guard let answer = try? plain.resolution(of: record) else {
        #expect(throws: InvalidRecord.self) { try explained.resolution(of: record, explained: true) }
        continue
      }
      let explanation = try explained.explanation(of: record)
      #expect(explanation.resolution == answer)
      #expect(explanation.explainedResolution.hasPrefix(answer.dropLast() + ",\"steps\":["))
      let json = try? JSONSerialization.jsonObject(with: Data(explanation.explainedResolution.utf8))
      #expect(json != nil, "\(explanation.explainedResolution)")
      let half = try mixed.resolution(of: record, explained: index % 3 == 0)
      #expect(half.hasPrefix(answer.dropLast()))
    }
    for record in records {
      guard let answer = try? plain.resolution(of: record) else { continue }
      #expect(try explained.resolution(of: record) == answer)
      #expect(try mixed.resolution(of: record) == answer)
    }
  }
}
