import ErrorStreams
import Foundation
import TestSupport
import Testing

@Suite("Spans of OpenTelemetry")
struct OTLPContainerTests {
  /// A request with one span.
  private static func request(
    _ span: String,
    attributes: [(String, String)] = [],
    scope: String = "shop.pay",
    service: String = "shop"
  ) -> String {
    let listed = attributes.map { #"{"key":"\#($0)","value":\#($1)}"# }.joined(separator: ",")
    return
      #"{"resourceSpans":[{"resource":{"attributes":[{"key":"service.name","value":{"stringValue":"\#(service)"}}]},"#
      + #""scopeSpans":[{"scope":{"name":"\#(scope)"},"spans":[{"traceId":"7befb41270cb22b406a4effb857fd076","#
      + #""spanId":"18487f92d3161274","name":"GET","startTimeUnixNano":"1795825967877358000","#
      + #""endTimeUnixNano":"1795825967897358000","attributes":[\#(listed)],\#(span)}]}]}]}"#
  }

  private static func record(_ request: String) throws -> String {
    let read = try ReadStream(Array("\(request)\n".utf8))
    #expect(read.format == "otlp")
    #expect(read.counts.unread == 0)
    return try #require(read.records.first)
  }

  private static let exception =
    #""events":[{"timeUnixNano":"1795825967897000000","name":"exception","attributes":[{"key":"exception.type","value":{"stringValue":"shop.Declined"}},{"key":"exception.message","value":{"stringValue":"card declined"}}]}]"#

  @Test("A span with the status ERROR is an error without an exception event, at its end")
  func noEvent() throws {
    let record = try Self.record(
      Self.request(
        #""status":{"code":2,"message":"upstream is down"}"#,
        attributes: [
          ("error.type", #"{"stringValue":"Unavailable"}"#),
          ("http.response.status_code", #"{"intValue":"503"}"#),
          ("http.route", #"{"stringValue":"/pay/{id}"}"#),
        ]
      )
    )
    #expect(
      record
        == #"{"time":"2026-11-28T00:32:47.897358Z","origin":"shop.pay","severity":"error","type":"Unavailable","message":"upstream is down","status":503,"operation":"7befb41270cb22b406a4effb857fd076","attributes":{"request":"/pay/{id}","route":"/pay/{id}","resource":{"service.name":"shop"},"scope":{"name":"shop.pay"},"traceId":"7befb41270cb22b406a4effb857fd076","spanId":"18487f92d3161274","span":"GET","http.route":"/pay/{id}"}}"#
    )
  }

  @Test("An exception event has what its span knows, and its own attributes first")
  func event() throws {
    let record = try Self.record(
      Self.request(
        #""status":{"code":2,"message":"Declined: card declined"},"# + Self.exception,
        attributes: [
          ("http.status_code", #"{"intValue":"500"}"#), ("exception.type", #"{"stringValue":"other"}"#),
        ]
      )
    )
    #expect(
      record.contains(#""severity":"error","type":"shop.Declined","message":"card declined","status":500"#)
    )
    #expect(!record.contains("other"))
  }

  @Test("An exception event of a span that ended well is an error without a severity, and no completion")
  func handled() throws {
    let read = try ReadStream(Array(Self.request(#""status":{},"# + Self.exception).utf8))
    #expect(read.records.count == 1)
    #expect(read.records.first?.contains("severity") == false)
    #expect(read.records.first?.contains("shop.Declined") == true)
  }

  @Test(
    "A span that ended well is a completed operation",
    arguments: [#""status":{}"#, #""status":{"code":1}"#]
  )
  func completion(status: String) throws {
    let record = try Self.record(
      Self.request(status, attributes: [("http.request.resend_count", #"{"intValue":"1"}"#)])
    )
    #expect(
      record
        == #"{"completed":true,"time":"2026-11-28T00:32:47.897358Z","origin":"shop.pay","operation":"7befb41270cb22b406a4effb857fd076","attempt":2}"#
    )
  }

  @Test(
    "Status, code, attempt and the time to wait come from the attributes of either convention",
    arguments: [
      ("http.status_code", #"{"intValue":"404"}"#, #""status":404"#),
      ("http.response.status_code", #"{"intValue":404}"#, #""status":404"#),
      ("rpc.grpc.status_code", #"{"intValue":"14"}"#, #""domain":"grpc","code":14"#),
      ("rpc.response.status_code", #"{"stringValue":"UNAVAILABLE"}"#, #""code":"UNAVAILABLE""#),
      ("db.response.status_code", #"{"stringValue":"40001"}"#, #""code":"40001""#),
      ("http.request.resend_count", #"{"intValue":"2"}"#, #""attempt":3"#),
      ("celery.retries", #"{"intValue":"0"}"#, #""attempt":1"#),
      (
        "http.response.header.retry-after", #"{"arrayValue":{"values":[{"stringValue":"30"}]}}"#,
        #""retryAfter":"30s""#
      ),
    ]
  )
  func attribute(name: String, value: String, field: String) throws {
    let span = Self.request(#""status":{"code":2}"#, attributes: [(name, value)])
    #expect(try Self.record(span).contains(field))
    let event = Self.request(#""status":{"code":2},"# + Self.exception, attributes: [(name, value)])
    #expect(try Self.record(event).contains(field))
  }

  @Test(
    "The URL of a client is its request, and its path the route",
    arguments: ["url.full", "http.url"]
  )
  func clientURL(name: String) throws {
    let record = try Self.record(
      Self.request(
        #""status":{"code":2}"#,
        attributes: [(name, #"{"stringValue":"http://pay.test/orders/17?now=1"}"#)]
      )
    )
    #expect(
      record.contains(#""request":"http://pay.test/orders/17?now=1","route":"/orders/<n>""#)
    )
  }

  @Test("A try that Celery repeats is an error, although its span has no status, and no completion")
  func repeatedTry() throws {
    let record = try Self.record(
      Self.request(
        #""status":{}"#,
        attributes: [
          ("celery.retry.reason", #"{"stringValue":"Retry in 0s: Declined('card 7')"}"#),
          ("celery.retries", #"{"intValue":"1"}"#),
        ],
        scope: "opentelemetry.instrumentation.celery"
      )
    )
    #expect(record.contains(#""severity":"warning","message":"Retry in 0s: Declined('card 7')""#))
    #expect(record.contains(#""attempt":2"#))
  }

  @Test(
    "A log that Logfire wrote as a span has its level",
    arguments: [(9, ""), (13, "warning"), (17, "error"), (21, "fatal")]
  )
  func logfire(level: Int, severity: String) throws {
    let record = try Self.record(
      Self.request(
        #""status":{}"#,
        attributes: [
          ("logfire.level_num", #"{"intValue":"\#(level)"}"#), ("logfire.msg", #"{"stringValue":"slow"}"#),
        ],
        scope: "logfire"
      )
    )
    if severity.isEmpty {
      #expect(record.hasPrefix(#"{"completed":true"#))
    } else {
      #expect(record.contains(#""severity":"\#(severity)","message":"slow""#))
    }
  }

  @Test("gRPC's OK is not a code of an exception")
  func grpcOK() throws {
    let record = try Self.record(
      Self.request(
        #""status":{},"# + Self.exception,
        attributes: [("rpc.grpc.status_code", #"{"intValue":"0"}"#)]
      )
    )
    #expect(!record.contains(#""code""#))
  }

  @Test(
    "The service is the origin where the scope is a library that instruments it",
    arguments: [
      "opentelemetry.instrumentation.flask", "@opentelemetry/instrumentation-http",
      "io.opentelemetry.tomcat-10.0", "logfire",
    ]
  )
  func instrumentation(scope: String) throws {
    let record = try Self.record(Self.request(#""status":{"code":2}"#, scope: scope))
    #expect(record.contains(#""origin":"shop""#))
    #expect(record.contains(#""scope":{"name":"\#(scope)"}"#))
  }

  @Test("A class that Python printed as the type of an error is its name")
  func className() throws {
    let record = try Self.record(
      Self.request(
        #""status":{"code":2}"#,
        attributes: [("error.type", #"{"stringValue":"<class 'openai.RateLimitError'>"}"#)]
      )
    )
    #expect(record.contains(#""type":"openai.RateLimitError""#))
  }

  @Test("The names that Protocol Buffers print for enumerations are read as their numbers")
  func names() throws {
    let span = Self.request(#""status":{"code":"STATUS_CODE_ERROR"}"#)
    #expect(try Self.record(span).contains(#""severity":"error""#))
    for (name, severity) in [("ERROR", "error"), ("WARN2", "warning"), ("FATAL", "fatal")] {
      let log =
        #"{"resourceLogs":[{"scopeLogs":[{"logRecords":[{"severityNumber":"SEVERITY_NUMBER_\#(name)","body":{"stringValue":"x"}}]}]}]}"#
      #expect(try Self.record(log).contains(#""severity":"\#(severity)""#))
    }
  }

  @Test(
    "An empty message of an exception is not a member of the wrong type, and the name of an event is a message"
  )
  func messages() throws {
    func log(_ members: String) -> String {
      #"{"resourceLogs":[{"scopeLogs":[{"logRecords":[{"severityNumber":17,\#(members)}]}]}]}"#
    }
    let empty = log(#""attributes":[{"key":"exception.message","value":{"stringValue":""}}]"#)
    #expect(try Self.record(empty).contains(#""message":"""#))
    #expect(try Self.record(log(#""eventName":"order.failed""#)).contains(#""message":"order.failed""#))
  }

  /// The counts are those of a reader of a few lines that knows no errctl.
  @Test(
    "Every error span and event of the SDKs' samples is read once, and every other span is a completion",
    .enabled(if: Repository.hasSharedData("otel"), "samples in ../shared/data")
  )
  func samples() throws {
    let folder = Repository.sharedData.appending(path: "otel/samples")
    var (errors, completions) = (0, 0)
    for name in try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    where name.hasSuffix(".otlp.ndjson") {
      let read = try ReadStream(folder.appending(path: name))
      let completed = read.records.count { $0.hasPrefix(#"{"completed":true"#) }
      errors += read.records.count - completed + read.counts.joined
      completions += completed
      #expect(read.counts.malformed == 0, "\(name)")
    }
    #expect(errors == 97)
    #expect(completions == 21)
  }
}
