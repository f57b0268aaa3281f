import CoreMetrics
import ErrorHandling
import Foundation
import InMemoryTracing
import Logging
import SwiftErrors
import Testing
import Tracing

/// What the traits `Logging`, `Metrics` and `Tracing` add to the library.
@Suite("What the traits add", .serialized)
struct ObservabilityTests {
  struct Down: Error {}

  static let rules = """
    version: 1
    defaults: { unhandled: { report: warning, evaluation: abort } }
    categories: [ { name: down, when: { type: Down } } ]
    responders:
      - id: app
        rules:
          - id: again
            when: { category: down }
            do: [ { perform: breaks } ]
            then: { retry: { maxAttempts: 2, backoff: { initial: 250ms, jitter: none } } }
    """

  /// A chain that keeps what it observed.
  private func observations(_ errors: [any Error]) async throws -> [ChainObservation] {
    let seen = Kept<ChainObservation>()
    let chain = try RunningChain(
      .text(Self.rules),
      plugins: [.perform("breaks") { _ in throw Down() }],
      settings: ChainSettings(observe: { seen.add($0) })
    )
    for error in errors { await chain.respond(to: error, ErrorOccurrence(origin: "shop", attempt: 1)) }
    return seen.all
  }

  @Test func `what is logged as an error is recorded, with its metadata`() throws {
    let lines = Kept<String>()
    let recorder = ErrorRecorder { lines.add(String(decoding: $0, as: UTF8.self)) }
    var logger = Logger(label: "com.shop") { label in RecordingLogHandler(label, into: recorder) }
    logger[metadataKey: "request"] = "r-1"
    logger.warning("not recorded")
    logger.error(
      "payment failed",
      error: Down(),
      metadata: ["origin": "com.shop.checkout", "password": "hunter2"]
    )
    logger.critical("no error at hand", metadata: ["list": ["a", "b"], "map": ["k": .stringConvertible(3)]])
    #expect(lines.all.count == 2)
    let records = try lines.all.map {
      try #require(JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
    }
    #expect((records[0]["type"] as? String)?.hasSuffix("Down") == true)
    #expect(
      records[0]["origin"] as? String == "com.shop.checkout" && records[0]["severity"] as? String == "error"
    )
    let attributes = try #require(records[0]["attributes"] as? [String: Any])
    #expect(attributes["request"] as? String == "r-1" && attributes["password"] as? String == "[redacted]")
    #expect((attributes["log"] as? [String: Any])?["message"] as? String == "payment failed")
    #expect(records[1]["origin"] as? String == "com.shop" && records[1]["severity"] as? String == "critical")
    #expect((records[1]["type"] as? String)?.hasSuffix("LoggedMessage") == true)
    #expect((records[1]["attributes"] as? [String: Any])?["list"] as? [String] == ["a", "b"])
  }

  @Test func `answers are logged with what they say, at the level that fits`() async throws {
    let lines = Kept<String>()
    let logger = Logger(label: "answers") { _ in KeepingLogHandler(lines: lines) }
    for observation in try await observations([Down(), CocoaError(.fileNoSuchFile)]) {
      observation.log(to: logger)
    }
    #expect(lines.all.count == 2)
    #expect(lines.all[0].hasPrefix("notice error evaluated") && lines.all[0].contains("by=app/again"))
    #expect(lines.all[0].contains("category=down") && lines.all[0].contains("evaluation=retry"))
    #expect(lines.all[1].hasPrefix("warning error evaluated") && lines.all[1].contains("handled=false"))
  }

  @Test func `answers are counted by what came of them`() async throws {
    let factory = KeepingMetrics()
    MetricsSystem.bootstrap(factory)
    for observation in try await observations([Down(), Down(), CocoaError(.fileNoSuchFile)]) {
      observation.count()
    }
    #expect(
      Dictionary(factory.kept.all.map { ($0, 1) }, uniquingKeysWith: +) == [
        "errors_answered[evaluation=retry,by=app/again,handled=true]+1": 2,
        "errors_answered[evaluation=abort,by=nobody,handled=false]+1": 1,
        "error_actions_failed[action=perform]+1": 2,
        "error_retry_delay[]=0.25": 2,
      ]
    )
  }

  @Test func `answers are spans below the current one, with the error and what came of it`() async throws {
    let tracer = InMemoryTracer()
    InstrumentationSystem.bootstrap(tracer)
    let observed = try await observations([Down(), CocoaError(.fileNoSuchFile)])
    withSpan("request") { _ in
      for observation in observed { observation.trace() }
    }
    #expect(tracer.activeSpans.isEmpty)
    let spans = tracer.finishedSpans
    try #require(spans.map { $0.operationName } == ["error evaluated", "error evaluated", "request"])
    #expect(spans.prefix(2).allSatisfy { $0.parentSpanID == spans[2].spanID && $0.kind == .internal })
    #expect(Self.text(spans[0].attributes, "errctl.origin") == "shop")
    #expect(Self.text(spans[0].attributes, "errctl.evaluation") == "retry")
    #expect(Self.text(spans[0].attributes, "errctl.by") == "app/again")
    #expect(Self.text(spans[0].attributes, "errctl.category") == "down")
    #expect(spans[0].attributes.get("errctl.handled") == .bool(true))
    #expect(spans[0].attributes.get("errctl.retry.delay") == .double(0.25))
    #expect(spans[0].status == nil && spans[0].errors.first?.error is Down)
    #expect(Self.text(spans[1].attributes, "errctl.by") == "nobody")
    #expect(Self.text(spans[1].attributes, "errctl.category") == nil)
    #expect(spans[1].attributes.get("errctl.handled") == .bool(false))
    #expect(spans[1].status?.code == .error && spans[1].errors.first?.error is CocoaError)
  }

  private static func text(_ attributes: SpanAttributes, _ name: String) -> String? {
    guard case .string(let text)? = attributes.get(name) else { return nil }
    return text
  }
}

/// Values that several add, in order.
final class Kept<Value: Sendable>: @unchecked Sendable {
  private let lock = NSLock()
  private var values: [Value] = []

  var all: [Value] { lock.withLock { values } }

  func add(_ value: Value) { lock.withLock { values.append(value) } }
}

struct KeepingLogHandler: LogHandler {
  let lines: Kept<String>
  var metadata: Logger.Metadata = [:]
  var logLevel = Logger.Level.trace

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  func log(event: LogEvent) {
    let all = (event.metadata ?? [:]).sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
    lines.add("\(event.level) \(event.message) \(all.joined(separator: " "))")
  }
}

final class KeepingMetrics: MetricsFactory, Sendable {
  let kept = Kept<String>()

  private final class One: CounterHandler, RecorderHandler, Sendable {
    let name: String
    let kept: Kept<String>

    init(_ name: String, _ kept: Kept<String>) { (self.name, self.kept) = (name, kept) }

    func increment(by amount: Int64) { kept.add("\(name)+\(amount)") }
    func reset() {}
    func record(_ value: Int64) { kept.add("\(name)=\(value)") }
    func record(_ value: Double) { kept.add("\(name)=\(value)") }
  }

  private final class Untimed: TimerHandler, Sendable {
    func recordNanoseconds(_ duration: Int64) {}
  }

  private func one(_ label: String, _ dimensions: [(String, String)]) -> One {
    One("\(label)[\(dimensions.map { "\($0)=\($1)" }.joined(separator: ","))]", kept)
  }

  func makeCounter(label: String, dimensions: [(String, String)]) -> any CounterHandler {
    one(label, dimensions)
  }
  func makeRecorder(label: String, dimensions: [(String, String)], aggregate: Bool) -> any RecorderHandler {
    one(label, dimensions)
  }
  func makeTimer(label: String, dimensions: [(String, String)]) -> any TimerHandler { Untimed() }
  func destroyCounter(_ handler: any CounterHandler) {}
  func destroyRecorder(_ handler: any RecorderHandler) {}
  func destroyTimer(_ handler: any TimerHandler) {}
}
