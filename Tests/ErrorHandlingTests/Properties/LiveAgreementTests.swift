import SwiftErrors
import ErrorHandling
import Foundation
import RuleEngine
import TestSupport
import Testing

/// Types that random rules name.
private enum Shop {
  enum Net: Error {
    case server(Int)
    case serving
    case gone
  }

  enum Disk {
    struct Full: LocalizedError {
      let errorDescription: String?
    }
  }
}

private struct Disk: HTTPStatusError, CategorizedError, RetryAfterError {
  let httpStatus: Int?
  let category: String?
  let retryAfter: Duration?
}

private struct Pay: CustomNSError {
  static let errorDomain = "acme.pay"
  let errorCode: Int
}

@Suite("A running program decides as a replay of its recording, for random rule sets")
struct LiveAgreementTests {
  @Test func `whatever state they count in, and however often an error was seen`() throws {
    for seed in UInt64(0)..<UInt64(Scale.of(150, quick: 12)) {
      var world = RandomRules(seed: seed &+ 9_000)
      let file = try Self.remembering(world.file())
      let errors = (0..<12).map { _ in Self.error(&world) }
      let time = VirtualClock()
      let chain = try RunningChain(
        .text(Written.json(file), name: "rules.json"),
        plugins: [.perform("act") { _ in }, .perform("no") { _ in }, .presenter { _ in .button(0) }],
        settings: ChainSettings(clock: time.clock, seed: seed)
      )
      var evaluator = RuleEvaluator(chain.rules, seed: seed)
      for ordinal in 1...60 {
        time.advance(by: .milliseconds(330))
        let error = world.pick(errors)
        var occurrence = ErrorOccurrence(origin: world.pick(["app", "low.a.b", "mid.x", "nowhere"]))
        let isPlain = world.chance(60)
        if !isPlain {
          occurrence.operation = world.pick(["pay", "load", nil])
          occurrence.attempt = world.pick([1, 2, 3, nil])
          occurrence.severity = world.pick([.fatal, .error, nil])
        }
        let resolution =
          isPlain
          ? chain.decide(error, from: occurrence.origin ?? "") : chain.decide(error, occurrence)
        occurrence.time = Date(timeIntervalSince1970: chain.settings.clock.now() / .seconds(1))
        occurrence.id = "\(ordinal)"
        let record = String(decoding: RecordedError(error, occurrence).line, as: UTF8.self)
        let replayed = try evaluator.resolution(of: record)
        #expect(resolution.json == replayed, "seed \(seed), error \(ordinal): \(record)")
        if resolution.json != replayed { break }
      }
    }
  }

  private static func error(_ world: inout RandomRules) -> any Error {
    switch world.pick([0, 1, 2, 3, 4, 5, 6]) {
    case 0: Shop.Net.server(world.pick([1, 404]))
    case 1: world.chance(50) ? Shop.Net.serving : Shop.Net.gone
    case 2: Shop.Disk.Full(errorDescription: world.pick(RandomRules.texts))
    case 3:
      Disk(
        httpStatus: world.pick([404, 503, nil]),
        category: world.pick(["c0", "c1", "unlisted", nil, nil]),
        retryAfter: world.pick([.seconds(2), nil])
      )
    case 4: Pay(errorCode: world.pick([1, 404, 500]))
    case 5:
      NSError(
        domain: world.pick(RandomRules.domains),
        code: world.pick([1, 404, -5, -999]),
        userInfo: [NSLocalizedDescriptionKey: world.pick(RandomRules.texts)]
      )
    default:
      Documented(problem: Problem(title: world.pick(RandomRules.texts), status: world.pick([404, 500])))
    }
  }

  /// The rule file with budgets, rates and throttles.
  private static func remembering(_ file: [String: Any]) throws -> [String: Any] {
    var file = file
    var responders = try #require(file["responders"] as? [[String: Any]])
    for index in responders.indices {
      var rules = responders[index]["rules"] as? [[String: Any]] ?? []
      for place in rules.indices {
        if place == 1 {
          // The answer to an alert would decide.
          rules[place]["do"] = (rules[place]["do"] as? [[String: Any]])?.filter { $0["present"] == nil }
          rules[place]["then"] = [
            "retry": [
              "per": ["type", "origin"], "maxAttempts": 3, "within": "5s",
              "backoff": ["initial": "1s", "jitter": "full"] as [String: Any],
            ] as [String: Any]
          ]
        }
        rules[place]["do"] = (rules[place]["do"] as? [Any])?.map { action -> Any in
          guard var action = action as? [String: Any], action["present"] == nil else { return action }
          action["throttle"] = ["per": ["type"], "every": "4s"] as [String: Any]
          return action
        }
      }
      responders[index]["rules"] = rules
    }
    file["responders"] = responders
    return file
  }
}
