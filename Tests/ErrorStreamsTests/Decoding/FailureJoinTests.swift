import ErrorStreams
import RuleEngine
import Testing

@Suite("One failure of a trace, one record")
struct FailureJoinTests {
  private struct Told {
    var span = "1111111111111111"
    var parent: String?
    var type: String? = "__main__.AppError"
    var message = "declined"
    var attributes: [String: String] = [:]
    /// The message of the span's status.
    var status: String?
    var isClient = false
    var trace = "7befb41270cb22b406a4effb857fd076"

    private var listed: String {
      attributes.sorted { $0.key < $1.key }.map { #"{"key":"\#($0.key)","value":\#($0.value)}"# }
        .joined(separator: ",")
    }

    private var exception: String {
      let type = type.map { #"{"key":"exception.type","value":{"stringValue":"\#($0)"}},"# } ?? ""
      return #"\#(type){"key":"exception.message","value":{"stringValue":"\#(message)"}}"#
    }

    var event: String {
      #"{"name":"exception","timeUnixNano":"1795825967895115147","attributes":[\#(exception)]}"#
    }

    func inSpan(events: Int = 1) -> String {
      let parent = parent.map { #""parentSpanId":"\#($0)","# } ?? ""
      let events = type == nil ? "" : Array(repeating: event, count: events).joined(separator: ",")
      return #"{"resourceSpans":[{"scopeSpans":[{"scope":{"name":"shop"},"spans":[{"traceId":"\#(trace)","#
        + #""spanId":"\#(span)",\#(parent)"name":"charge","endTimeUnixNano":"1795825967897374893","#
        + #""kind":\#(isClient ? 3 : 1),"attributes":[\#(listed)],"events":[\#(events)],"#
        + #""status":{"code":2\#(status.map { #","message":"\#($0)""# } ?? "")}}]}]}]}"#
    }

    var inLog: String {
      #"{"resourceLogs":[{"scopeLogs":[{"scope":{"name":"shop.pay"},"logRecords":[{"timeUnixNano":"1795825967940910080","#
        + #""severityNumber":17,"body":{"stringValue":"charge failed"},"traceId":"\#(trace)","spanId":"\#(span)","#
        + #""attributes":[\#(exception)]}]}]}]}"#
    }
  }

  private static func read(_ lines: [String], apart: Bool = false) throws -> ReadStream {
    let read = try ReadStream(
      Array(lines.joined(separator: "\n").utf8),
      input: .detected(FormatTable(keepsApart: apart))
    )
    let counts = read.counts
    #expect(
      counts.lines + counts.inner
        == read.records.count + counts.joined + counts.notErrors + counts.passedOver + counts.malformed
    )
    return read
  }

  private static let inner = Told(span: "2222222222222222", parent: "1111111111111111")

  @Test("An exception that nested spans have is one failure, in either order")
  func nested() throws {
    for lines in [[Self.inner.inSpan(), Told().inSpan()], [Told().inSpan(), Self.inner.inSpan()]] {
      let read = try Self.read(lines)
      #expect(read.records.count == 1)
      #expect(read.counts.joined == 1)
    }
  }

  @Test("An exception in a chain of three spans is one failure")
  func chain() throws {
    let innermost = Told(span: "3333333333333333", parent: "2222222222222222")
    #expect(try Self.read([innermost.inSpan(), Self.inner.inSpan(), Told().inSpan()]).records.count == 1)
  }

  @Test("An exception that one span has twice is one failure")
  func twice() throws {
    let read = try Self.read([Told().inSpan(events: 2)])
    #expect(read.records.count == 1)
    #expect(read.counts.joined == 1)
  }

  @Test("A span and its log are one failure with what both know, and the type with its module")
  func log() throws {
    let log = Told(type: "AppError")
    let span = Told(attributes: ["http.route": #"{"stringValue":"/pay"}"#])
    let record = try #require(try Self.read([log.inLog, span.inSpan()]).records.first)
    for part in [
      #""time":"2026-11-28T00:32:47.940910Z""#, #""type":"__main__.AppError""#, #""body":"charge failed""#,
      #""http.route":"/pay""#,
    ] { #expect(record.contains(part), "\(part) in \(record)") }
  }

  @Test("A failure that was logged twice is two, since each try may log it")
  func logs() throws {
    #expect(try Self.read([Told().inLog, Told().inLog]).records.count == 2)
    #expect(try Self.read([Told().inLog, Told().inSpan(), Told().inLog]).records.count == 2)
  }

  @Test("Tries are spans side by side: each is a failure")
  func tries() throws {
    let second = Told(span: "3333333333333333", parent: "1111111111111111")
    #expect(try Self.read([Self.inner.inSpan(), second.inSpan()]).records.count == 2)
  }

  @Test("Another trace, another type, another message or another attempt is another failure")
  func others() throws {
    let other = [
      Told(trace: "00000000000000000000000000000001"), Told(type: "shop.Other"), Told(message: "late"),
    ]
    for told in other { #expect(try Self.read([Self.inner.inSpan(), told.inSpan()]).records.count == 2) }
    let tries = ["1", "2"].map { Told(attributes: ["http.request.resend_count": #"{"intValue":"\#($0)"}"#]) }
    #expect(try Self.read(tries.map { $0.inSpan() }).records.count == 2)
  }

  @Test("A span with a status alone tells of the failure with this status that its parent or child has")
  func status() throws {
    let status = ["http.response.status_code": #"{"intValue":"500"}"#]
    let send = Told(
      span: "2222222222222222",
      parent: "1111111111111111",
      type: nil,
      attributes: status.merging(["error.type": #"{"stringValue":"500"}"#]) { $1 }
    )
    let server = Told(attributes: status)
    for lines in [[send.inSpan(), server.inSpan()], [server.inSpan(), send.inSpan()]] {
      let read = try Self.read(lines)
      #expect(read.records.count == 1)
      #expect(read.records.first?.contains(#""type":"__main__.AppError""#) == true)
    }
    let other = Told(attributes: ["http.response.status_code": #"{"intValue":"503"}"#])
    #expect(try Self.read([send.inSpan(), other.inSpan()]).records.count == 2)
  }

  @Test("A client's span with a status alone tells of the failure of its server, which knows no status")
  func untold() throws {
    let status = ["http.status_code": #"{"intValue":"500"}"#]
    let client = Told(type: nil, attributes: status, isClient: true)
    for lines in [[Self.inner.inSpan(), client.inSpan()], [client.inSpan(), Self.inner.inSpan()]] {
      let read = try Self.read(lines)
      #expect(read.records.count == 1)
      let record = read.records.first ?? ""
      #expect(
        record.contains(#""type":"__main__.AppError""#) && record.contains(#""status":500"#),
        "\(record)"
      )
    }
    // Of two tries below it, it is the one with its status.
    let second = Told(
      span: "3333333333333333",
      parent: "1111111111111111",
      type: nil,
      attributes: status,
      isClient: true
    )
    let tries = try Self.read([Self.inner.inSpan(), second.inSpan(), client.inSpan()]).records
    #expect(tries.count == 2 && !tries[0].contains("status"), "\(tries)")
    // A span around the client's is not its server, and another status is another failure.
    let around = Told(span: "2222222222222222")
    let inside = Told(parent: "2222222222222222", type: nil, attributes: status, isClient: true)
    #expect(try Self.read([inside.inSpan(), around.inSpan()]).records.count == 2)
    let other = Told(
      span: "2222222222222222",
      parent: "1111111111111111",
      attributes: ["http.status_code": #"{"intValue":"503"}"#]
    )
    #expect(try Self.read([other.inSpan(), client.inSpan()]).records.count == 2)
  }

  @Test("A span with an exception's message alone tells of that exception in the span around it")
  func wrapped() throws {
    let statement = ["db.statement": #"{"stringValue":"insert"}"#]
    func driver(_ status: String) -> Told {
      Told(
        span: "2222222222222222",
        parent: "1111111111111111",
        type: nil,
        attributes: statement,
        status: status,
        isClient: true
      )
    }
    let request = Told(span: "1111111111111111", parent: "4444444444444444", message: "(sqlite3) no table: t")
    let outer = Told(span: "4444444444444444", message: "(sqlite3) no table: t")
    for status in ["no table: t", "AppError: (sqlite3) no table: t"] {
      let read = try Self.read([driver(status).inSpan(), request.inSpan(), outer.inSpan()])
      #expect(read.records.count == 1)
      let record = read.records.first ?? ""
      #expect(record.contains(#""type":"__main__.AppError""#) && record.contains("db.statement"), "\(record)")
    }
    for status in ["t", "no table: u"] {
      #expect(try Self.read([driver(status).inSpan(), request.inSpan()]).records.count == 2)
    }
  }

  @Test("An exception without a message has that of its span's status, if it says more than the type")
  func silent() throws {
    let told = try Self.read([Told(message: "", status: "UNAVAILABLE: away").inSpan()]).records.first ?? ""
    #expect(told.contains(#""message":"UNAVAILABLE: away""#), "\(told)")
    let bare = try Self.read([Told(message: "", status: "AppError: ").inSpan()]).records.first ?? ""
    #expect(!bare.contains("AppError: "), "\(bare)")
  }

  @Test("Records stay apart if they are asked to, by the option or by a mapping")
  func apart() throws {
    let lines = [Self.inner.inSpan(), Told().inSpan()]
    #expect(try Self.read(lines, apart: true).records.count == 2)
    let text = "mapping: 1\nname: own\nlike: otlp\napart: true\n"
    var diagnostics = Diagnostics()
    let mapping = try #require(
      MappingFile.read(name: "a.yaml", bytes: Array(text.utf8), limits: Limits(), into: &diagnostics)
    )
    #expect(diagnostics.all.isEmpty)
    let plan = FormatPlan(mapping)
    let read = try ReadStream(
      Array(lines.joined(separator: "\n").utf8),
      input: .format(plan, FormatTable(own: [plan]))
    )
    #expect(read.records.count == 2)
  }

  @Test("However a long stream is cut, each failure is one record")
  func chunks() throws {
    let lines = (1...2000).flatMap { number -> [String] in
      let trace = "7befb41270cb22b406a4effb8" + "\(1_000_000 + number)"
      var (inner, outer) = (Self.inner, Told())
      (inner.trace, outer.trace) = (trace, trace)
      return [inner.inSpan(), outer.inSpan()]
    }
    let read = try Self.read(lines)
    #expect(read.records.count == 2000)
    #expect(read.counts.joined == 2000)
  }
}
