import ErrorStreams
import Testing

@Suite("Items of Sentry envelopes")
struct SentryContainerTests {
  private static let event =
    #"{"level":"error","event_id":"5173e3e0","timestamp":"2026-11-28T00:32:57Z","platform":"python","#

  private static func read(_ lines: String...) throws -> ReadStream {
    let read = try ReadStream(Array(lines.joined(separator: "\n").utf8))
    #expect(read.format == "sentry")
    #expect(read.counts.malformed == 0, "\(read.rejected)")
    return read
  }

  private static func checkIn(_ status: String, _ rest: String = "") -> String {
    #"{"type":"check_in","monitor_slug":"nightly","check_in_id":"d3da98d2","status":"\#(status)"\#(rest)}"#
  }

  private static let header = #"{"event_id":"747304bd","sent_at":"2026-11-28T00:37:42Z"}"#

  @Test(
    "A check-in of a job that runs or ended well is no error, with or without an id of an event",
    arguments: ["ok", "in_progress"]
  )
  func goodCheckIn(status: String) throws {
    for rest in ["", #","event_id":"747304bd","timestamp":"2026-11-28T00:37:42Z","platform":"python""#] {
      let read = try Self.read(Self.header, #"{"type":"check_in","length":228}"#, Self.checkIn(status, rest))
      #expect(read.records == [])
      #expect(read.counts.notErrors == 1)
    }
  }

  @Test(
    "A check-in of a job that failed or did not begin is an error of its monitor",
    arguments: ["error", "missed"]
  )
  func badCheckIn(status: String) throws {
    let read = try Self.read(Self.header, #"{"type":"check_in","length":228}"#, Self.checkIn(status))
    let record = try #require(read.records.first)
    #expect(record.contains(#""severity":"error""#))
    #expect(record.contains(#""operation":"nightly""#))
    #expect(record.contains(#""message":"\#(status)""#))
  }

  @Test("Headers, client reports, sessions and metrics are passed over, whatever their headers lack")
  func asides() throws {
    let read = try Self.read(
      #"{"event_id":"5173e3e0","sent_at":"2026-11-28T00:32:57Z"}"#,
      #"{"type":"event","length":3765}"#,
      Self.event + #""exception":{"values":[{"module":"shop","type":"AppError","value":"upstream"}]}}"#,
      "{}",
      #"{"type":"client_report","length":114}"#,
      #"{"timestamp":1795825977.4,"discarded_events":[]}"#,
      "{}",
      #"{"type":"sessions","length":139}"#,
      #"{"attrs":{"release":"shop@1.0"},"aggregates":[]}"#,
      #"{"sent_at":"2026-11-28T00:32:59Z"}"#,
      #"{"item_count":1,"type":"trace_metric","content_type":"application/vnd.sentry.items.trace-metric+json"}"#,
      #"{"version":2,"items":[{"timestamp":1795825979.49,"name":"errors","type":"counter","value":1.0}]}"#
    )
    #expect(read.records.count == 1)
    #expect(read.counts.passedOver == 11)
  }

  @Test("A log of a list of items is a record, and an envelope with logs alone is recognised")
  func logs() throws {
    let read = try Self.read(
      #"{"sent_at":"2026-11-28T00:37:43Z"}"#,
      #"{"item_count":2,"type":"log","content_type":"application/vnd.sentry.items.log+json","length":200}"#,
      #"{"version":2,"items":[{"timestamp":1795826263.2,"level":"error","body":"order 5 failed","attributes":{"order":{"value":5,"type":"integer"}},"trace_id":"0da8"},{"timestamp":1795826263.3,"level":"info","body":"fine"}]}"#
    )
    #expect(
      read.records == [
        #"{"time":"2026-11-28T00:37:43.200Z","severity":"error","message":"order 5 failed","attributes":{"trace_id":"0da8","order":5}}"#
      ]
    )
    #expect(read.counts.notErrors == 1)
  }

  @Test("An exception that nobody handled is fatal, and how it was caught is an attribute")
  func unhandled() throws {
    func record(_ handled: Bool) throws -> String {
      let exception =
        #""exception":{"values":[{"type":"KeyError","value":"user"},{"mechanism":{"type":"excepthook","handled":\#(handled)},"type":"ValueError","value":"x"}]}}"#
      return try #require(try Self.read(Self.event + exception).records.first)
    }
    #expect(try record(false).contains(#""type":"ValueError","message":"x","fatal":true"#))
    #expect(try record(false).contains(#""mechanism":{"type":"excepthook","handled":false}"#))
    #expect(try !record(true).contains("fatal"))
  }

  @Test("A list of items alone is no format")
  func otherLists() throws {
    let read = try ReadStream(Array(#"{"version":1,"items":[{"level":"error","body":"x"}]}"#.utf8))
    #expect(read.format == "unknown")
  }
}
