import ErrorStreams
import Foundation
import RuleEngine
import Testing

@Suite("Logger output beyond the documented examples")
struct LoggerTests {
  private struct Line: CustomTestStringConvertible {
    let format: String
    let line: String
    /// Members of the record that it becomes; nil where it is not an error.
    let says: [String: String]?

    init(_ format: String, _ line: String, says: [String: String]?) {
      (self.format, self.line, self.says) = (format, line, says)
    }

    var testDescription: String { line }
  }

  private static let lines = [
    // Datadog's level is its status, beside one of its own members.
    Line(
      "json",
      #"{"timestamp":"2026-11-28T00:34:10.466Z","status":"error","service":"shop","ddsource":"python","#
        + #""message":"charge failed","error.kind":"AppError","error.message":"declined","dd.trace_id":"17"}"#,
      says: [
        "severity": "error", "origin": "shop", "type": "AppError", "message": "declined", "operation": "17",
      ]
    ),
    Line(
      "json",
      #"{"timestamp":"2026-11-28T00:34:10.466Z","status":"info","message":"fine","dd.trace_id":"0"}"#,
      says: nil
    ),
    // A pod's first containers, which ended before the others began.
    Line(
      "kubernetes",
      #"{"kind":"Pod","apiVersion":"v1","metadata":{"name":"p"},"status":{"initContainerStatuses":[{"name":"#
        + #""migrate","state":{"terminated":{"exitCode":1,"reason":"Error","message":"no table"}}}],"#
        + #""containerStatuses":[{"name":"shop","state":{"waiting":{"reason":"PodInitializing"}}}]}}"#,
      says: ["message": "no table"]
    ),
    // What no container's end tells: one that can't start, and a pod that was put out.
    Line(
      "kubernetes",
      #"{"kind":"Pod","apiVersion":"v1","metadata":{"name":"p"},"status":{"phase":"Pending","containerStatuses":"#
        + #"[{"name":"shop","state":{"waiting":{"reason":"ImagePullBackOff","message":"Back-off pulling image"}}}]}}"#,
      says: [
        "origin": "p", "type": "ImagePullBackOff", "severity": "warning", "message": "Back-off pulling image",
      ]
    ),
    Line(
      "kubernetes",
      #"{"kind":"Pod","apiVersion":"v1","metadata":{"name":"p"},"status":{"phase":"Running","containerStatuses":"#
        + #"[{"name":"shop","state":{"waiting":{"reason":"ContainerCreating"}}}]}}"#,
      says: nil
    ),
    Line(
      "kubernetes",
      #"{"kind":"Pod","apiVersion":"v1","metadata":{"name":"p"},"status":{"phase":"Failed","reason":"Evicted","#
        + #""message":"The node was low on resource: memory."}}"#,
      says: ["type": "Evicted", "severity": "warning", "message": "The node was low on resource: memory."]
    ),
    // Columns as spreadsheets and consoles name them.
    Line(
      "csv",
      "Time,Level,Message\n2026-11-21T01:41:19Z,ERROR,charge failed",
      says: ["severity": "error", "message": "charge failed", "time": "2026-11-21T01:41:19Z"]
    ),
    Line(
      "csv",
      "TIMESTAMP,SEVERITY,TEXT\n2026-11-21T01:41:19Z,ERROR,no",
      says: ["severity": "error", "message": "no"]
    ),
    // Graylog: syslog's numbers, not OpenTelemetry's.
    Line(
      "gelf",
      #"{"version":"1.1","host":"w","short_message":"down","timestamp":1795225279.5,"level":3}"#,
      says: ["severity": "error", "message": "down", "time": "2026-11-21T01:41:19.500Z"]
    ),
    Line("gelf", #"{"version":"1.1","host":"w","short_message":"up","level":6}"#, says: nil),
    Line(
      "gelf",
      #"{"version":"1.1","host":"w","short_message":"alert"}"#,
      says: ["severity": "critical", "message": "alert"]
    ),
    // pino without the process.
    Line(
      "json",
      #"{"level":60,"time":1795225279537,"msg":"down"}"#,
      says: ["severity": "fatal", "message": "down"]
    ),
    Line("json", #"{"level":20,"time":1795225279537,"msg":"looking"}"#, says: nil),
    Line("json", #"{"level":"ERROR+4","msg":"x"}"#, says: ["severity": "error"]),
    Line("json", #"{"level":"DEBUG-4","msg":"x"}"#, says: nil),
    Line(
      "logfmt",
      #"t=2026-11-21T01:41:19+0000 lvl=eror msg="no peers""#,
      says: ["severity": "error", "message": "no peers"]
    ),
    Line(
      "journald",
      #"{"__REALTIME_TIMESTAMP":"1795225280120004","PRIORITY":["3","3"],"MESSAGE":"out of memory"}"#,
      says: ["severity": "error", "message": "out of memory"]
    ),
    // An unknown time is none.
    Line(
      "otlp",
      #"{"resourceLogs":[{"scopeLogs":[{"logRecords":[{"timeUnixNano":"0","#
        + #""observedTimeUnixNano":"1700000003000000000","severityNumber":17,"body":{"stringValue":"x"}}]}]}]}"#,
      says: ["time": "2023-11-14T22:13:23Z", "severity": "error"]
    ),
    Line(
      "pino",
      #"{"level":50,"time":1795225279537,"pid":1,"hostname":"w","message":"charge failed"}"#,
      says: ["message": "charge failed"]
    ),
    // The record of another logger as Google Cloud has it.
    Line(
      "gcp",
      #"{"insertId":"a","severity":"ERROR","jsonPayload":{"msg":"charge failed","error":"eof"}}"#,
      says: ["message": "eof"]
    ),
    Line(
      "gcp",
      #"{"insertId":"a","severity":"ERROR","jsonPayload":{"msg":"charge failed"}}"#,
      says: ["message": "charge failed"]
    ),
    Line(
      "gcp",
      #"{"insertId":"a","severity":"ERROR","jsonPayload":{"message":"m","err":{"type":"Timeout","message":"late"}}}"#,
      says: ["type": "Timeout", "message": "late"]
    ),
    // An object is not a text where there is one.
    Line("json", #"{"error":{},"level":"error","message":"uncaught"}"#, says: ["message": "uncaught"]),
    Line(
      "json",
      #"{"level":"ERROR","msg":"dial failed","err":{"Op":"dial"}}"#,
      says: ["message": "dial failed"]
    ),
    Line("json", #"{"level":"ERROR","err":{"Op":"dial"}}"#, says: ["message": #"{"Op":"dial"}"#]),
    Line(
      "sentry",
      #"{"event_id":"a4","platform":"javascript","timestamp":1795225279,"message":"old"}"#,
      says: ["severity": "error", "message": "old"]
    ),
    Line("sentry", #"{"event_id":"a4","platform":"javascript","level":"info","message":"m"}"#, says: nil),
    Line(
      "sentry",
      #"{"event_id":"a4","platform":"python","type":"transaction","start_timestamp":1795225279}"#,
      says: nil
    ),
  ]

  @Test("Each line is read as intended", arguments: lines)
  private func reading(_ line: Line) throws {
    let read = try ReadStream(Array("\(line.line)\n".utf8))
    #expect(read.format == line.format)
    #expect(read.counts.malformed == 0)
    guard let says = line.says else {
      #expect(read.records == [])
      #expect(read.counts.notErrors + read.counts.passedOver == 1)
      return
    }
    let record = try #require(
      JSONSerialization.jsonObject(with: Data((read.records.first ?? "").utf8)) as? [String: Any]
    )
    for (member, value) in says { #expect(record[member] as? String == value, "\(member)") }
  }

  @Test("An unknown severity is counted, because the record may be an error")
  func unread() throws {
    let read = try ReadStream(
      Array(
        #"""
        {"time":"2026-11-21T01:41:19Z","level":"S1","msg":"a"}
        {"time":"2026-11-21T01:41:19Z","level":"info","msg":"c"}
        {"time":"2026-11-21T01:41:19Z","level":"error","msg":"d"}
        {"time":"2026-11-21T01:41:19Z","level":"S1","msg":"e"}

        """#.utf8
      )
    )
    #expect(read.records.count == 1)
    #expect(read.counts.notErrors == 3)
    #expect(read.counts.unread == 2)
  }

  @Test(
    "A format is detected after a program's first lines, and after an ambiguous record",
    arguments: [
      String(repeating: "  .   ____  banner\n", count: 40), #"{"message":"server started"}"# + "\n",
      String(repeating: "=====\n", count: 17) + #"{"message":"up","time":1795225279}"# + "\n",
    ]
  )
  func beginnings(_ first: String) throws {
    let text =
      first
      + (1...30).map { #"{"severity":"\#($0 == 7 ? "error" : "info")","message":"m\#($0)"}"# + "\n" }.joined()
    let read = try ReadStream(Array(text.utf8))
    #expect(read.format == "json")
    #expect(read.records.count == 1)
  }

  @Test("A stream is errctl's own if only messages suggest another format")
  func messages() throws {
    let read = try ReadStream(Array("{\"message\":\"a\"}\n{\"message\":\"b\",\"status\":500}\n".utf8))
    #expect(read.format == "errctl")
    #expect(read.records.count == 2)
  }

  @Test("A stream without a known record has no known format")
  func unknown() throws {
    #expect(try ReadStream(Array("{\"a\":1}\n".utf8)).format == "unknown")
  }

  @Test(
    "A first line that opens a list begins a document",
    arguments: [
      "{\"resourceLogs\":[\n{\"scopeLogs\":[\n{\"logRecords\":[\n{\"severityNumber\":17,\"body\":{\"stringValue\":\"x\"}}\n]}]}]}\n"
    ]
  )
  func documents(_ text: String) throws {
    let read = try ReadStream(Array(text.utf8))
    #expect(read.format == "otlp")
    #expect(read.records.count == 1)
    #expect(read.counts.malformed == 0)
  }
}
