import Foundation
import Reasoning
import RuleEngine
import Testing

private let asked = ProcessInfo.processInfo.environment["ERRCTL_REASONING_SPEED"]

/// What questions about many rules cost, printed: for people, in a release build, on a quiet machine.
///
/// `ERRCTL_REASONING_SPEED=10000/20` asks about ten thousand rules over twenty responders, `ERRCTL_REASONING_SPEED=FILE.json`
/// about a rule file.
@Suite("How long it takes", .enabled(if: asked != nil))
struct SpeedTests {
  private func text() throws -> String {
    let wanted = asked ?? ""
    let numbers = wanted.split(separator: "/").compactMap { Int($0) }
    guard numbers.count == 2, wanted.first?.isNumber == true else {
      return try String(contentsOfFile: wanted, encoding: .utf8)
    }
    let each = numbers[0] / numbers[1]
    let responders = (0..<numbers[1]).map { responder in
      let rules = (0..<each).map { rule in
        let domain = #""domain":"acme.r\#(responder).d\#(rule / 7)""#
        switch rule % 7 {
        case 0: return #"{"when":{\#(domain),"code":{"atLeast":500}},"then":"escalate"}"#
        case 1: return #"{"when":{\#(domain),"status":"5xx"},"then":{"retry":{"maxAttempts":3}}}"#
        case 2: return #"{"when":{\#(domain),"message":{"contains":"timed out"}},"then":"cancel"}"#
        default:
          return #"{"when":{\#(domain),"code":\#(rule % 7)},"do":[{"log":"{error.code}"}],"then":"abort"}"#
        }
      }
      let parent = responder == 0 ? "" : #""parent":"r\#((responder - 1) / 3)","#
      return #"{"id":"r\#(responder)",\#(parent)"rules":[\#(rules.joined(separator: ","))]}"#
    }
    return #"{"version":1,"responders":[\#(responders.joined(separator: ","))]}"#
  }

  @Test("is printed")
  func printed() throws {
    let clock = ContinuousClock()
    let bytes = Array(try text().utf8)
    let compiled = RuleSet.compile(name: "rules.json", bytes: bytes)
    let chain = try #require(compiled.chain, "\(compiled.diagnostics.prefix(3).map { $0.message })")
    let outline = try #require(compiled.outline)
    let reasoner = Reasoner(chain, outline)
    var pairs: [(Int, Int)] = []
    func measure(_ what: String, _ body: () -> Void) {
      let steps = reasoner.stepsTaken
      let time = clock.measure(body)
      print("\(what): \(time), \(reasoner.stepsTaken - steps) steps, \(reasoner.notDecided) not decided")
    }
    measure("reachability of \(outline.stations.count) stations") {
      for station in outline.stations.indices { _ = reasoner.reachability(ofStation: station) }
    }
    measure("possible overlaps") {
      pairs = outline.responders.indices.flatMap { reasoner.possibleOverlaps(ofResponder: $0) }
    }
    measure("overlaps, the first 5,000 of \(pairs.count)") {
      for pair in pairs.prefix(5_000) { _ = reasoner.overlap(pair.0, pair.1) }
    }
    measure("gaps") {
      for root in outline.responders.indices where outline.responders[root].parent == nil {
        _ = reasoner.unanswered(reaching: root)
      }
    }
    print("\(reasoner.questions) questions")
    let other = Reasoner(chain, outline)
    measure("difference from itself") { print(reasoner.difference(from: other)) }
    let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
    print(status.split(separator: "\n").first { $0.hasPrefix("VmHWM") } ?? "")
  }
}
