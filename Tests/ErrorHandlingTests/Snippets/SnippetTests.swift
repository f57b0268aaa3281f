import SwiftErrors
import ErrorHandling
import Foundation
import Testing

@Suite("The library pages' snippets compile and run")
struct SnippetTests {
  struct BankIsBusy: Error {}

  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
  private static let root = folder.appending(path: "../../..").standardized

  /// Each file beside this one, as it is compiled.
  private static func snippets() throws -> [String: String] {
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    return Dictionary(
      uniqueKeysWithValues: try files.filter { $0 != "SnippetTests.swift" }.map {
        ($0, try String(contentsOf: folder.appending(path: $0), encoding: .utf8))
      }
    )
  }

  @Test func `pages show files that are compiled, and all of them are shown`() throws {
    let catalog = "Sources/engine/ErrorHandling/ErrorHandling.docc"
    let articles = try FileManager.default.contentsOfDirectory(
      atPath: Self.root.appending(path: catalog).path
    )
    .filter { $0.hasSuffix(".md") }.map { "\(catalog)/\($0)" }
    let snippets = try Self.snippets()
    var left = Set(snippets.keys)
    for path in articles + ["docs/reference/library.md"] {
      let page = try String(contentsOf: Self.root.appending(path: path), encoding: .utf8)
      for block in page.components(separatedBy: "```swift\n").dropFirst() {
        let code = block.components(separatedBy: "```")[0]
        let shown = snippets.filter { $0.value == code }.keys
        #expect(!shown.isEmpty, "\(path) shows code that is not compiled:\n\(code)")
        left.subtract(shown)
      }
    }
    #expect(snippets.count > 4 && left.isEmpty)
  }

  @Test func `an operation is tried again, or given up as the rules say`() async throws {
    var tries = 0
    let receipt = try await checkOut {
      tries += 1
      if tries < 3 { throw BankIsBusy() }
      return "paid"
    }
    #expect(receipt == "paid" && tries == 3)
    #expect(try await checkOut { throw CardDeclined() } == "cancel by checkout/declined")
  }

  @Test func `new rules are tried beside those in force`() throws {
    let rules = "version: 1\nresponders: [ { id: app, rules: [ { id: a, then: abort } ] } ]"
    let chain = try RunningChain(.text(rules))
    let trial = try Trial(of: .text(rules.replacing("abort", with: "cancel")), in: chain)
    _ = chain.decide(BankIsBusy(), from: "x")
    let folder = try TemporaryFolder()
    try folder.write("differences.ndjson", "")
    let differences = folder.path("differences.ndjson")
    #expect(try trial.end(to: differences) == "1 of 1 differ\n1 abort by app/a, now cancel by app/a")
    #expect(try String(contentsOfFile: differences, encoding: .utf8).hasPrefix("{\"time\":"))
  }

  @Test func `rules change, and invalid ones are reported`() throws {
    let folder = try TemporaryFolder()
    let good =
      "version: 1\nresponders: [ { id: app, rules: [ { id: a, do: [ { perform: page } ], then: abort } ] } ]\n"
    try folder.write("rules.yaml", good)
    let log = Log()
    let rules = try Rules(at: folder.path("rules.yaml")) { log($0) }
    rules.reload { log($0) }
    try folder.write("rules.yaml", good.replacing("then: abort", with: "then: stop"))
    rules.reload { log($0) }
    #expect(log.lines.count == 2 && log.lines[0] == "version 2 is in use")
    let kept = "version 2 stays in use: \(folder.path("rules.yaml")):2:"
    #expect(
      log.lines[1].hasPrefix(kept) && log.lines[1].contains(" error: ")
        && log.lines[1].hasSuffix("]")
    )
    #expect("\(rules.chain.status)".hasPrefix("version 2; the rules that were read last were rejected\n"))
  }

  @Test func `a step decides before the rules`() async throws {
    let chain = try RunningChain(
      .text(
        "version: 1\nresponders: [ { id: wizard, origins: [ 'wizard.*' ], rules: [ { id: a, then: proceed } ] } ]"
      )
    )
    let step = Step(of: chain)
    #expect(await step.next {})
    #expect(await step.next { throw Declined() })
    #expect(await !step.next { throw Step.NotFilledIn() })
    let answers = Answers()
    await show(step, in: chain) {
      answers.note(await chain.respond(to: Step.NotFilledIn(), from: "wizard.page"))
    }
    answers.note(await chain.respond(to: Step.NotFilledIn(), from: "wizard.page"))
    #expect(answers.names == ["wizard", "wizard/a"])
  }

  @Test func `a refresh goes to what lies on top, or to all`() async {
    let log = Log()
    let menu = Menu { log("feed") }
    #expect(await menu.refresh() == 1)
    await menu.showComments(reload: { log("comments") }) {
      #expect(await menu.refresh() == 1)
      #expect(await menu.refreshAll() == 2)
    }
    #expect(await menu.refresh() == 1)
    #expect(log.lines == ["feed", "comments", "feed", "comments", "feed"])
  }

  /// The names of the responders and rules that decided.
  private final class Answers: Sendable {
    private let log = Log()
    var names: [String] { log.lines }
    func note(_ resolution: Resolution) { log(resolution.by?.name ?? "nobody") }
  }

  @Test func `a recording has no secrets`() async throws {
    let folder = try TemporaryFolder()
    let file = RecordingFile(folder.path("errors.ndjson"))
    let chain = try recordedChain(.text("version: 1\nresponders: [ { id: app } ]"), into: file)
    let occurrence = ErrorOccurrence(
      origin: "x",
      attributes: ["loyaltyPin": "1234", "card": "no. 4111111111111111"]
    )
    let resolution = await chain.respond(to: Declined(), occurrence)
    await file.flush()
    let line = try String(contentsOfFile: folder.path("errors.ndjson"), encoding: .utf8)
    #expect(line.contains(#""id":"\#(resolution.id)""#) && file.counts.written == 1)
    #expect(line.contains(#""loyaltyPin":"[redacted]""#) && line.contains(#""card":"no. [redacted]""#))
  }

  @Test func `problems have their types`() throws {
    let chain = try RunningChain(
      .text(
        """
        version: 1
        responders:
          - id: app
            rules:
              - { id: credit, when: { problem: { type: "https://bank.example/out-of-credit" } }, then: cancel }
              - { id: closed, when: { status: 503 }, then: abort }
        """
      )
    )
    let credit = try bankError(
      of: Data(#"{"type": "https://bank.example/out-of-credit", "status": 403, "balance": 30}"#.utf8)
    )
    #expect((credit as? TypedProblem<OutOfCredit>)?.members.balance == 30)
    let closed = try bankError(of: Data(#"{"title": "Closed", "status": 503}"#.utf8))
    #expect([credit, closed].map { chain.decide($0, from: "x").by?.name } == ["app/credit", "app/closed"])
  }
}
