import ErrorStreams
import Testing

@Suite("The intake of Elastic APM")
struct ElasticAPMContainerTests {
  private static let metadata =
    #"{"metadata":{"service":{"name":"shop","agent":{"name":"python","version":"6.26.2"}}}}"#

  private static func read(_ lines: String...) throws -> ReadStream {
    let read = try ReadStream(Array(([metadata] + lines).joined(separator: "\n").utf8))
    #expect(read.format == "elastic-apm")
    #expect(read.counts.malformed == 0, "\(read.rejected)")
    return read
  }

  private static func error(_ exception: String, span: String = "t1", handled: Bool = true) -> String {
    #"{"error":{"id":"e-\#(span)","timestamp":1795992964561662,"trace_id":"a1","parent_id":"\#(span)","#
      + #""transaction_id":"t1","culprit":"shop.pay.charge","exception":{"handled":\#(handled),\#(exception)}}}"#
  }

  private static func span(_ id: String, _ rest: String = "", outcome: String = "failure") -> String {
    #"{"span":{"id":"\#(id)","transaction_id":"t1","trace_id":"a1","parent_id":"t1","name":"GET pay","#
      + #""timestamp":1795992964561000,"duration":3.5,"outcome":"\#(outcome)"\#(rest)}}"#
  }

  private static func transaction(_ rest: String) -> String {
    #"{"transaction":{"id":"t1","trace_id":"a1","name":"POST /orders/<id>","type":"request","duration":9.1,"#
      + #""timestamp":1795992964560000,"span_count":{"started":1}\#(rest)}}"#
  }

  private static let declined = #""type":"Declined","module":"shop.pay","message":"Declined: card 7""#

  @Test("An error has its type with its module, its causes, its trace and its request")
  func error() throws {
    let cause = #""cause":[{"type":"KeyError","module":"builtins","message":"KeyError: 'user'"}]"#
    let read = try Self.read(Self.error(Self.declined + "," + cause, handled: false))
    let record = try #require(read.records.first)
    #expect(read.records.count == 1)
    for part in [
      #""type":"shop.pay.Declined","message":"card 7""#, #""fatal":true"#, #""operation":"a1""#,
      #""underlying":[{"type":"KeyError","message":"'user'""#, #""origin":"shop.pay.charge""#,
      #""time":"2026-11-29T22:56:04.561662Z""#,
    ] {
      #expect(record.contains(part), "\(part) in \(record)")
    }
  }

  @Test("An error, its span and its transaction are one failure, whichever comes first")
  func oneFailure() throws {
    let failed = #","outcome":"failure","result":"HTTP 5xx""#
    let error = Self.error(Self.declined, span: "s1")
    for lines in [[Self.span("s1"), error], [error, Self.span("s1")]] {
      let read = try Self.read(lines[0], lines[1], Self.transaction(failed))
      #expect(read.records.count == 1, "\(read.records)")
      #expect(read.counts.joined == 2)
      let record = try #require(read.records.first)
      #expect(record.contains(#""type":"shop.pay.Declined","message":"card 7""#), "\(record)")
      #expect(record.contains(#""route":"/orders/<id>""#), "\(record)")
    }
  }

  @Test("Two tries of a transaction are two failures")
  func tries() throws {
    let read = try Self.read(
      Self.span("s1"),
      Self.error(Self.declined, span: "s1"),
      Self.span("s2"),
      Self.error(Self.declined, span: "s2")
    )
    #expect(read.records.count == 2, "\(read.records)")
  }

  @Test("A span and a transaction without an error are failures with their own status")
  func statuses() throws {
    let read = try Self.read(
      Self.span("s1", #","context":{"http":{"url":"http://pay/charge","status_code":503}}"#),
      Self.transaction(#","outcome":"failure","context":{"response":{"status_code":502}}"#)
    )
    #expect(read.records.count == 2)
    #expect(read.records.first?.contains(#""status":503"#) == true, "\(read.records)")
    #expect(read.records.last?.contains(#""status":502"#) == true, "\(read.records)")
  }

  @Test("One that ended well is completed, and one with an unknown outcome is passed over")
  func others() throws {
    let read = try Self.read(
      Self.transaction(#","outcome":"success","result":"HTTP 4xx""#),
      Self.span("s1", outcome: "success"),
      Self.span("s2", outcome: "unknown"),
      #"{"metricset":{"timestamp":1,"samples":{"n":{"value":1}}}}"#
    )
    #expect(read.records.count == 2 && read.records.allSatisfy { $0.contains(#""completed":true"#) })
    #expect(read.counts.passedOver == 3)
  }

  @Test("A logged message is an error of its logger")
  func logged() throws {
    let read = try Self.read(
      #"{"error":{"id":"e1","timestamp":1795992964561662,"culprit":"shop.pay.run","#
        + #""log":{"level":"error","logger_name":"shop.pay","message":"refund 7 failed"}}}"#
    )
    let record = try #require(read.records.first)
    #expect(record.contains(#""message":"refund 7 failed""#) && record.contains(#""origin":"shop.pay""#))
  }

  @Test("Headers of a request are not kept, labels are attributes")
  func labels() throws {
    let read = try Self.read(
      Self.transaction(
        #","outcome":"failure","context":{"tags":{"shop":"north"},"request":{"method":"POST","#
          + #""headers":{"cookie":"7f"},"url":{"pathname":"/orders/7"}}}"#
      )
    )
    let record = try #require(read.records.first)
    #expect(!record.contains("cookie") && record.contains(#""shop":"north""#), "\(record)")
  }

  /// As Flask logs an exception that a view raised, once its transaction is over.
  private static func log(_ id: String, _ exception: String, culprit: String = "shop.pay.charge") -> String {
    #"{"error":{"id":"\#(id)","timestamp":1795992964581662,"culprit":"\#(culprit)","log":{"level":"error","#
      + #""logger_name":"shop","message":"Exception on /pay [POST]"},"exception":{"handled":true,\#(exception)}}}"#
  }

  @Test("An error and its log outside the trace are one failure")
  func logOutside() throws {
    let failed = Self.transaction(#","outcome":"failure","result":"HTTP 5xx""#)
    let read = try Self.read(Self.error(Self.declined), failed, Self.log("l1", Self.declined))
    #expect(read.records.count == 1, "\(read.records)")
    #expect(read.counts.joined == 2)
    #expect(read.records[0].contains("Exception on /pay [POST]"))
    #expect(read.records[0].contains(#""operation":"a1""#))
  }

  @Test("A log outside a trace stays an error if it tells of another exception, place, or a second time")
  func otherLog() throws {
    let other = #""type":"Declined","module":"shop.pay","message":"Declined: card 8""#
    for log in [Self.log("l1", other), Self.log("l1", Self.declined, culprit: "shop.jobs.run")] {
      #expect(try Self.read(Self.error(Self.declined), log).records.count == 2)
    }
    let again = Self.log("l2", Self.declined)
    #expect(
      try Self.read(Self.error(Self.declined), Self.log("l1", Self.declined), again).records.count == 2
    )
  }
}
