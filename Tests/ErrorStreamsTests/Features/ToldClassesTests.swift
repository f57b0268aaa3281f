import ErrorStreams
import Testing

@Suite("The classes above an exception that a record names without its trace")
struct ToldClassesTests {
  private static let refused = #""is":["ConnectionError","OSError","Exception","BaseException"]"#
  private static let key = #""is":["LookupError","Exception","BaseException"]"#

  private static func record(_ text: String, _ format: String) throws -> String {
    let read = try ReadStream(Array("\(text)\n".utf8))
    #expect(read.format == format)
    return try #require(read.records.first)
  }

  private static func event(_ platform: String, module: String) -> String {
    #"{"level":"error","event_id":"5173e3e0","timestamp":"2026-11-28T00:32:57Z","platform":"\#(platform)","#
      + #""exception":{"values":[{"module":\#(module),"type":"KeyError","value":"'user'"},"#
      + #"{"module":\#(module),"type":"ConnectionRefusedError","value":"no answer"}]}}"#
  }

  @Test("Sentry's events of Python, and their causes", arguments: ["null", #""builtins""#])
  func sentry(module: String) throws {
    let record = try Self.record(Self.event("python", module: module), "sentry")
    #expect(record.contains(Self.refused), "\(record)")
    #expect(record.contains(Self.key), "\(record)")
  }

  @Test("A class of the program's own, or of another language, has none that are known")
  func others() throws {
    #expect(try !Self.record(Self.event("python", module: #""shop""#), "sentry").contains(#""is":"#))
    #expect(try !Self.record(Self.event("ruby", module: "null"), "sentry").contains(#""is":"#))
  }

  private static func span(_ language: String, _ attributes: String) -> String {
    #"{"resourceSpans":[{"resource":{"attributes":[{"key":"telemetry.sdk.language","value":{"stringValue":"\#(language)"}}]},"#
      + #""scopeSpans":[{"scope":{"name":"shop"},"spans":[{"traceId":"7befb41270cb22b406a4effb857fd076","#
      + #""spanId":"18487f92d3161274","name":"GET","endTimeUnixNano":"1795825967897358000","events":[{"#
      + #""timeUnixNano":"1795825967897000000","name":"exception","attributes":[\#(attributes){"key":"exception.type","#
      + #""value":{"stringValue":"ConnectionRefusedError"}}]}],"status":{"code":2}}]}]}]}"#
  }

  @Test("OpenTelemetry's exceptions of Python")
  func openTelemetry() throws {
    #expect(try Self.record(Self.span("python", ""), "otlp").contains(Self.refused))
    #expect(try !Self.record(Self.span("go", ""), "otlp").contains(#""is":"#))
  }

  @Test(
    "An attribute that counts the tries before one is less than its number, one that is called so is it",
    arguments: [
      ("http.request.resend_count", #"{"intValue":"2"}"#, 3), ("attempt", #"{"intValue":"2"}"#, 2),
    ]
  )
  func attempts(attribute: (name: String, value: String, attempt: Int)) throws {
    let text = Self.span("python", #"{"key":"\#(attribute.name)","value":\#(attribute.value)},"#)
    #expect(try Self.record(text, "otlp").contains(#""attempt":\#(attribute.attempt),"#))
  }

  @Test("A log of loguru beside Sentry's event of it is the same failure")
  func loguru() throws {
    let place = "2026-11-28 00:37:43.594 | ERROR    | __main__:<module>:13 - "
    let trace = #"Traceback (most recent call last):\n\nKeyError: 'user'"#
    func event(_ said: String) -> String {
      #"{"level":"error","logentry":{"message":"\#(place)\#(said)"},"event_id":"7135a376","#
        + #""timestamp":"2026-11-28T00:37:43Z","contexts":{"trace":{"trace_id":"0da8393a","span_id":"bf416c34"}},"#
        + #""platform":"python"}"#
    }
    func log(_ body: String) -> String {
      #"{"timestamp":1795826263.594429,"level":"error","body":"\#(body)","trace_id":"0da8393a"}"#
    }
    let lines = [
      event("no stock"), event("declined" + trace),
      #"{"version":2,"items":[\#(log("no stock")),\#(log("declined")),\#(log("lost"))]}"#,
    ]
    let read = try ReadStream(Array(lines.joined(separator: "\n").utf8))
    #expect(read.records.count == 3, "\(read.records)")
    #expect(read.counts.joined == 2)
  }
}
