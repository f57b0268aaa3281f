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
    "A check-in of a job that runs or ended well is not an error, with or without an id of an event",
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

  @Test("The tries of a queue's task are one operation", arguments: ["celery", "huey", "arq"])
  func tries(queue: String) throws {
    let tags = #""tags":{"\#(queue)_task_id":"7f-1"},"#
    let read = try Self.read(
      Self.event + tags + #""exception":{"values":[{"type":"AppError","value":"no"}]}}"#
    )
    #expect(read.records.first?.contains(#""operation":"7f-1""#) == true, "\(read.records)")
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

  @Test(
    "The status of a response is a field, and so is the number of a try",
    arguments: [
      (#""tags":{"http.status_code":"503"}"#, #""status":503"#),
      (#""contexts":{"response":{"status_code":502}}"#, #""status":502"#),
      (#""extra":{"attempt":2}"#, #""attempt":2"#),
    ]
  )
  func facts(members: String, field: String) throws {
    let read = try Self.read(Self.event + #""message":"charge failed",\#(members)}"#)
    #expect(try #require(read.records.first).contains(field))
  }

  @Test("A list of items alone is not a format")
  func otherLists() throws {
    let read = try ReadStream(Array(#"{"version":1,"items":[{"level":"error","body":"x"}]}"#.utf8))
    #expect(read.format == "unknown")
  }

  private static let trace = #""trace_id":"02ae8b28a0304a308d01b5036688c361""#

  private static func logged(_ text: String, _ exception: String = "") -> String {
    event
      + #""logger":"orders","logentry":{"message":"\#(text)","formatted":"\#(text)","params":[]}\#(exception),"#
      + #""contexts":{"trace":{\#(trace),"span_id":"8ceafcd75ac61414"}}}"#
  }

  private static func logs(_ texts: String...) -> String {
    let items = texts.map {
      #"{"timestamp":1796007300.18187,"level":"error","body":"\#($0)","attributes":{"logger.name":{"value":"orders","#
        + #""type":"string"}},\#(trace)}"#
    }
    return #"{"version":2,"items":[\#(items.joined(separator: ","))]}"#
  }

  private static let exception =
    #","exception":{"values":[{"type":"ValueError","value":"card 7 is blocked"}]}"#

  @Test("What is logged with an event and a log is one failure, in either order")
  func eventAndLog() throws {
    let event = Self.logged("order 8 failed", Self.exception)
    for lines in [[event, Self.logs("order 8 failed")], [Self.logs("order 8 failed"), event]] {
      let read = try Self.read(Self.header, #"{"type":"event"}"#, lines[0], lines[1])
      #expect(read.records.count == 1, "\(read.records)")
      #expect(read.counts.joined == 1)
      #expect(read.records[0].contains(#""type":"ValueError""#))
      #expect(read.records[0].contains(#""message":"card 7 is blocked""#))
      #expect(read.records[0].contains(#""logger.name":"orders""#))
    }
  }

  @Test("Two events with two logs are two failures; a log without an event is its own")
  func twice() throws {
    let event = Self.logged("order 8 failed", Self.exception)
    let read = try Self.read(
      Self.header,
      event,
      event,
      Self.logged("no stock"),
      Self.logs("order 8 failed", "order 8 failed", "no stock", "only a log")
    )
    #expect(read.records.count == 4, "\(read.records)")
    #expect(read.counts.joined == 3)
  }

  @Test("A log whose text has the exception of an event in its trace is of that event's failure")
  func exceptionInLog() throws {
    let trace =
      #"Traceback (most recent call last):\n  File \"a.py\", line 1, in charge\n    charge()\nValueError: "#
    let event =
      Self.event + #""exception":{"values":[{"type":"ValueError","value":"card 7 is blocked"}]},"#
      + #""contexts":{"trace":{\#(Self.trace),"span_id":"8ceafcd75ac61414"}}}"#
    let log = Self.logs(#"job 7: exception raised\n\#(trace)card 7 is blocked\n"#)
    for (lines, count) in [
      ([event, log], 1), ([event, log, log], 2), ([event, event, log, log], 2),
      ([event, Self.logs(#"job 7: exception raised\n\#(trace)no stock\n"#)], 2),
      ([event.replacing("02ae8b28", with: "00000000"), log], 2),
    ] {
      let text = ([Self.header] + lines).joined(separator: "\n")
      #expect(try ReadStream(Array(text.utf8)).records.count == count, "\(text)")
    }
  }
}
