import ErrorStreams
import Testing

@Suite("Logs of Datadog's API")
struct DatadogFormatTests {
  private static func read(_ text: String) throws -> ReadStream {
    let read = try ReadStream(Array(text.utf8))
    #expect(read.format == "datadog")
    #expect(read.counts.malformed == 0, "\(read.rejected)")
    return read
  }

  private static func sent(_ status: String, _ message: String) -> String {
    #"{"ddsource":"python","ddtags":"env:prod","hostname":"h1","service":"pay","status":"\#(status)","#
      + #""message":"\#(message)"}"#
  }

  private static func found(_ status: String, _ custom: String = "") -> String {
    #"{"id":"AAAA","type":"log","attributes":{"status":"\#(status)","timestamp":"2026-11-28T10:00:00.000Z","#
      + #""service":"pay","host":"h1","tags":["env:prod"],"message":"charge failed","attributes":{\#(custom)}}}"#
  }

  private static let custom =
    #""error":{"kind":"shop.Declined","message":"card 7"},"http":{"status_code":502},"logger":{"name":"shop.pay"}"#

  @Test("A log is sent alone or in a list, with its status as level")
  func sentLogs() throws {
    for text in [
      Self.sent("error", "charge failed") + "\n" + Self.sent("info", "fine"),
      "[\(Self.sent("error", "charge failed")),\(Self.sent("info", "fine"))]",
    ] {
      let read = try Self.read(text)
      #expect(read.records.count == 1 && read.counts.notErrors == 1)
      #expect(
        read.records.first?.contains(#""origin":"pay","severity":"error","message":"charge failed""#) == true
      )
    }
  }

  @Test("A message that is a record of a logger is read as that")
  func inner() throws {
    let message = #"{\"level\":\"ERROR\",\"logger\":\"shop.pay\",\"message\":\"refund 8 failed\"}"#
    let read = try Self.read(Self.sent("error", message))
    let record = try #require(read.records.first)
    #expect(record.contains(#""origin":"shop.pay""#) && record.contains(#""message":"refund 8 failed""#))
  }

  @Test("The answer of a search is read, and each of its logs alone")
  func answers() throws {
    let logs = [Self.found("error", Self.custom), Self.found("info"), Self.found("error")]
    let answer =
      #"{"data":[\#(logs.joined(separator: ","))],"meta":{"elapsed":132,"request_id":"MWlF","status":"done"}}"#
    for text in [answer, logs.joined(separator: "\n")] {
      let read = try Self.read(text)
      #expect(read.records.count == 2, "\(read.records)")
      let record = try #require(read.records.first)
      for part in [
        #""type":"shop.Declined","message":"card 7","status":502"#, #""origin":"shop.pay""#, #""id":"AAAA""#,
        #""time":"2026-11-28T10:00:00.000Z""#,
      ] {
        #expect(record.contains(part), "\(part) in \(record)")
      }
      #expect(read.records.last?.contains(#""origin":"pay""#) == true)
    }
  }
}
