import RuleEngine
import SwiftErrors
import ErrorHandling
import Foundation
import Testing

@Suite("Convenience functions")
struct ConvenienceTests {
  private struct Full: AlertableError {
    var alertTitle: String? { "Full" }
    var alertMessage: String { "There is no room." }
  }

  private struct Plain: AlertableError {
    var alertMessage: String { "It is plain." }
  }

  // Cases 76 and 99 of the seed systems.
  @Test func `alertable errors say what their alert says`() async throws {
    let log = Log()
    let chain = try RunningChain(
      .text(
        """
        version: 1
        responders:
          - id: app
            rules:
              - id: tell
                when: { type: AlertableError }
                do: [ { present: { title: '{attributes.alert.title ?? "Error"}', message: "{error.message}", buttons: [ { title: Okay, then: cancel } ] } } ]
        """
      ),
      plugins: [
        .presenter { alert in
          log("\(alert.title): \(alert.message) \(alert.buttons)")
          return .button(0)
        }
      ]
    )
    for _ in 0..<2 {
      #expect(await chain.respond(to: Full(), from: "x").evaluation == .cancel)
      #expect(await chain.respond(to: Plain(), from: "x").evaluation == .cancel)
    }
    #expect(await chain.respond(to: Declined(), from: "x").isHandled == false)
    let once = [#"Full: There is no room. ["Okay"]"#, #"Error: It is plain. ["Okay"]"#]
    #expect(log.lines == once + once)
  }

  // Cases 9 and 10: a success asks nobody.
  @Test func `a result is its value, or answered`() async throws {
    let log = Log()
    let chain = try ConnectionTests.chain(log)
    #expect(await Result<Int, any Error>.success(3).get(answeredBy: chain, from: "login") == 3)
    #expect(log.lines.isEmpty)
    #expect(
      await Result<Int, any Error>.failure(NetworkError.unauthorized).get(answeredBy: chain, from: "login")
        == nil
    )
    #expect(log.lines == ["track"])
  }

  @Test(arguments: SharedOutcomeTests.ruleSets.indices)
  func `what was answered is told to whoever observes, as it is recorded`(rules: Int) async throws {
    let lines = Log()
    let recorder = ErrorRecorder { lines(String(decoding: $0, as: UTF8.self)) }
    let resolutions = Log()
    let time = VirtualClock()
    let chain = try RunningChain(
      .text(SharedOutcomeTests.ruleSets[rules]),
      plugins: [.perform("track") { _ in }, .presenter { _ in .title("No") }],
      settings: ChainSettings(
        clock: time.clock,
        seed: 3,
        observe: { observation in
          if let error = observation.error { recorder.record(error, observation.occurrence) }
          resolutions(observation.resolution.json)
        }
      )
    )
    for (number, error) in sampleErrors.enumerated() {
      time.advance(by: .milliseconds(1_234))
      let attempt = number % 3 == 0 ? nil : number % 3
      await chain.respond(to: error, ErrorOccurrence(origin: "shop.a", attempt: attempt))
    }
    var evaluator = RuleEvaluator(chain.rules, seed: 3)
    var replayed: [String] = []
    for line in lines.lines { try replayed.append(evaluator.resolution(of: line)) }
    #expect(replayed == resolutions.lines)
  }
}
