import Bytes
import ErrorStreams
import RuleEngine
import Testing

@Suite("The error that a member of a log holds")
struct ErrorMemberTests {
  private struct Line: CustomTestStringConvertible {
    let format: String
    let line: String
    /// The record without its time.
    let becomes: String

    init(_ format: String, _ line: String, _ becomes: String) {
      (self.format, self.line, self.becomes) = (format, line, becomes)
    }

    var testDescription: String { line }
  }

  private static func records(_ line: String, _ format: String) throws -> [String] {
    var times = TimeDefaults()
    times.years = .first(2026)
    let read = try ReadStream(Array("\(line)\n".utf8), times: times)
    #expect(read.format == format)
    return read.records.map { record in
      record.replacing(/^\{"time":"[^"]*",/) { _ in "{" }
    }
  }

  private static func swiftLog(_ metadata: String, _ message: String = "request failed") -> String {
    "2026-12-05T10:00:01+0000 error api:\(metadata.isEmpty ? "" : " \(metadata)") [Api] \(message)"
  }

  /// The start of a record of such a line.
  private static let api = #"{"origin":"api","severity":"error","#

  private static let offline =
    #"Error Domain=NSURLErrorDomain Code=-1009 "offline" UserInfo={NSLocalizedDescription=offline}"#

  @Test(
    "The text of the error is the message, and the log's message an attribute",
    arguments: [
      Line(
        "swift-log-text",
        swiftLog("error=connection reset id=42"),
        api
          + #""message":"connection reset","attributes":{"source":"Api","message":"request failed","id":"42"}}"#
      ),
      Line(
        "swift-log-text",
        swiftLog("err=late"),
        api + #""message":"late","attributes":{"source":"Api","message":"request failed"}}"#
      ),
      Line(
        "swift-log-text",
        swiftLog("cause=late"),
        api + #""message":"late","attributes":{"source":"Api","message":"request failed"}}"#
      ),
      // A reason is an error only if it is one's text.
      Line(
        "swift-log-text",
        swiftLog("reason=late"),
        api + #""message":"request failed","attributes":{"source":"Api","reason":"late"}}"#
      ),
      Line(
        "swift-log-text",
        swiftLog("reason=HTTPClientError.deadlineExceeded"),
        api
          + #""type":"HTTPClientError","case":"deadlineExceeded","message":"HTTPClientError.deadlineExceeded","#
          + #""attributes":{"source":"Api","message":"request failed","reason":"HTTPClientError.deadlineExceeded"}}"#
      ),
      Line(
        "swift-log",
        #"{"level":"error","message":"request failed","metadata":{"error":"late"},"label":"api","source":"Api","#
          + #""file":"A.swift","function":"run()","line":12}"#,
        api + #""message":"late","attributes":{"message":"request failed","source":"Api","file":"A.swift","#
          + #""function":"run()","line":12}}"#
      ),
      Line(
        "pino",
        #"{"level":50,"time":1763625601000,"pid":1,"hostname":"h","msg":"job failed","error":"ECONNREFUSED"}"#,
        #"{"severity":"error","message":"ECONNREFUSED","attributes":{"pid":1,"hostname":"h","msg":"job failed"}}"#
      ),
      Line(
        "swift-log",
        #"{"timestamp":"2026-11-27T08:00:00Z","level":"error","label":"api","message":"request failed","#
          + #""metadata":{"err":"late","order":"A-1"}}"#,
        api + #""message":"late","attributes":{"message":"request failed","order":"A-1"}}"#
      ),
      Line(
        "pino",
        #"{"level":50,"time":1763625601000,"pid":1,"hostname":"h","msg":"job failed","cause":"socket hang up"}"#,
        #"{"severity":"error","message":"socket hang up","attributes":{"pid":1,"hostname":"h","msg":"job failed"}}"#
      ),
      Line(
        "json",
        #"{"time":"2026-11-27T08:00:00Z","level":"ERROR","msg":"sync failed","exc":"no space"}"#,
        #"{"severity":"error","message":"no space","attributes":{"msg":"sync failed"}}"#
      ),
      Line(
        "logfmt",
        #"time=2026-11-27T08:00:00Z level=error msg="sync failed" cause="no space""#,
        #"{"severity":"error","message":"no space","attributes":{"msg":"sync failed"}}"#
      ),
      Line(
        "bunyan",
        #"{"name":"s","v":0,"level":50,"pid":1,"hostname":"h","msg":"job failed","err":"ECONNREFUSED"}"#,
        #"{"origin":"s","severity":"error","message":"ECONNREFUSED","attributes":{"v":0,"pid":1,"hostname":"h","#
          + #""msg":"job failed"}}"#
      ),
      Line(
        "structlog",
        #"{"event":"charge failed","level":"error","timestamp":"2026-11-20T09:59:41Z","error":"late"}"#,
        #"{"severity":"error","message":"late","attributes":{"event":"charge failed"}}"#
      ),
    ]
  )
  private func message(line: Line) throws {
    #expect(try Self.records(line.line, line.format) == [line.becomes])
  }

  @Test(
    "Foundation's text of an error gives the domain, the code and the message",
    arguments: [
      Line(
        "swift-log-text",
        swiftLog("error=\(offline)"),
        api + #""domain":"NSURLErrorDomain","code":-1009,"message":"offline","attributes":{"source":"Api","#
          + #""message":"request failed","error":\#(offline.json)}}"#
      ),
      Line(
        "swift-log-text",
        swiftLog("attempt=2 reason=upload: \(offline)"),
        api + #""domain":"NSURLErrorDomain","code":-1009,"message":"offline","attributes":{"source":"Api","#
          + #""message":"request failed","attempt":"2","reason":\#("upload: \(offline)".json)}}"#
      ),
      // What wraps it is not told apart by its code.
      Line(
        "swift-log-text",
        swiftLog("error=AFError.sessionTaskFailed(error: \(offline))"),
        api + #""domain":"NSURLErrorDomain","code":-1009,"message":"offline","attributes":{"source":"Api","#
          + #""message":"request failed","error":\#("AFError.sessionTaskFailed(error: \(offline))".json)}}"#
      ),
      // A metadata key in capitals.
      Line(
        "swift-log-text",
        swiftLog("Attempt=2 Cause=\(offline) Zone=a"),
        api
          + #""message":"request failed","attributes":{"source":"Api","Attempt":"2","Cause":\#(offline.json),"#
          + #""Zone":"a"}}"#
      ),
      Line(
        "json",
        #"{"level":"error","msg":"request failed","error":\#(offline.json)}"#,
        #"{"severity":"error","domain":"NSURLErrorDomain","code":-1009,"message":"offline","#
          + #""attributes":{"msg":"request failed","error":\#(offline.json)}}"#
      ),
    ]
  )
  private func foundation(line: Line) throws {
    #expect(try Self.records(line.line, line.format) == [line.becomes])
  }

  @Test(
    "A value of swift-log's metadata extends to the next key, which is greater than its own",
    arguments: [
      (
        #"error=GRPCStatus(code: unavailable, message: "x=1 y=2") host=a"#,
        [("error", #"GRPCStatus(code: unavailable, message: "x=1 y=2")"#), ("host", "a")]
      ),
      (
        "error=ValidationError(field=name, reason=empty) host=a",
        [("error", "ValidationError(field=name, reason=empty)"), ("host", "a")]
      ),
      (
        "id=1 query=select * where a=1 and b=2 user=u",
        [("id", "1"), ("query", "select * where a=1 and b=2"), ("user", "u")]
      ),
      // A bracket that is never closed hides no key.
      ("id=( user=u", [("id", "("), ("user", "u")]),
      (#"id=5" user=u"#, [("id", #"5""#), ("user", "u")]),
      (
        #"list=["a", "z=1 zz=2"] map=["k": "v w=1"] x=1"#,
        [("list", #"["a", "z=1 zz=2"]"#), ("map", #"["k": "v w=1"]"#), ("x", "1")]
      ),
    ]
  )
  func pairs(metadata: String, members: [(String, String)]) throws {
    // The error's type and code are other tests' business.
    let records = try Self.records(Self.swiftLog(metadata), "swift-log-text").map { record in
      record.replacing(/"type":.*?"message":/) { _ in #""message":"# }
    }
    let error = members.first { $0.0 == "error" }?.1
    let attributes = members.filter { $0.0 != "error" }.map { "\($0.json):\($1.json)" }
    let all = [#""source":"Api""#] + (error == nil ? [] : [#""message":"request failed""#]) + attributes
    #expect(
      records == [
        Self.api
          + #""message":\#((error ?? "request failed").json),"attributes":{\#(all.joined(separator: ","))}}"#
      ]
    )
  }

  @Test("A line of swift-log has its error inside Docker and syslog, too")
  func containers() throws {
    let line = "2026-12-05T10:00:01+0000 error api: error=\(Self.offline) [Api] request failed"
    let docker = #"{"log":\#("\(line)\n".json),"stream":"stdout","time":"2026-12-05T10:00:02Z"}"#
    for (format, line) in [("docker", docker), ("syslog-text", "Dec  5 10:00:02 h api[1]: \(line)")] {
      let record = try #require(try Self.records(line, format).first)
      #expect(record.contains(#""domain":"NSURLErrorDomain","code":-1009,"message":"offline""#))
      #expect(!record.contains(#""Domain""#))
    }
  }

  @Test(
    "An error of Swift has its type and its case",
    arguments: [
      ("HTTPClientError.deadlineExceeded", "HTTPClientError", "deadlineExceeded"),
      (
        #"Swift.DecodingError.keyNotFound(CodingKeys(stringValue: "price (\"net\")", intValue: nil))"#,
        "Swift.DecodingError", "keyNotFound"
      ),
      ("my_app.PayError.declined(code: 5)", "my_app.PayError", "declined"),
      ("DecodingError.dataCorrupted: Data was corrupted.", "DecodingError", "dataCorrupted"),
    ]
  )
  func swiftError(text: String, type: String, name: String) throws {
    let start = #"{"severity":"error","type":\#(type.json),"case":\#(name.json),"message":\#(text.json),"#
    let line = #"{"level":"error","msg":"request failed","err":\#(text.json)}"#
    #expect(try Self.records(line, "json") == [start + #""attributes":{"msg":"request failed"}}"#])
    let metadata = Self.swiftLog("error=\(text)")
    let record = try #require(try Self.records(metadata, "swift-log-text").first)
    #expect(record.contains(#""type":\#(type.json),"case":\#(name.json),"message":\#(text.json)"#))
  }

  @Test(
    "Prose, places and other names are no errors of Swift",
    arguments: [
      "foo.bar", "Connection.close failed", "connect: connection refused", "example.com",
      "System.NullReference",
      "Shop.pay(1) and Shop.pay(2)", "Config.load: no such file", "Pay.swift:12", "Shop.", "A..b", "1.2",
      "Node.kubernetes.io", "Pay.charge(",
    ]
  )
  func prose(text: String) throws {
    let line = #"{"level":"error","msg":"request failed","err":\#(text.json)}"#
    #expect(
      try Self.records(line, "json") == [
        #"{"severity":"error","message":\#(text.json),"attributes":{"msg":"request failed"}}"#
      ]
    )
  }

  @Test("An error that Swift's text names as the underlying one is the cause")
  func underlying() throws {
    let text = "DecodingError.dataCorrupted: Data was corrupted. Underlying error: \(Self.offline)"
    let line = #"{"level":"error","msg":"load failed","err":\#(text.json)}"#
    #expect(
      try Self.records(line, "json") == [
        #"{"severity":"error","type":"DecodingError","case":"dataCorrupted","message":\#(text.json),"#
          + #""underlying":[{"domain":"NSURLErrorDomain","code":-1009,"message":"offline"}],"#
          + #""attributes":{"msg":"load failed"}}"#
      ]
    )
  }

  @Test("The log's own type and case of an error stay")
  func ownType() throws {
    let line = #"{"level":"error","msg":"m","error":{"message":"Pay.Error.late","type":"Timeout"}}"#
    let record = try #require(try Self.records(line, "json").first)
    #expect(record.hasPrefix(#"{"severity":"error","type":"Timeout","message":"Pay.Error.late","#))
    #expect(!record.contains(#""case""#))
  }

  @Test("The error that a Swift program ended with is the one that was raised")
  func topLevel() throws {
    let error = #"Swift.DecodingError.keyNotFound(CodingKeys(stringValue: "price", intValue: nil))"#
    let line = "Swift/ErrorType.swift:253: Fatal error: Error raised at top level: \(error)"
    let record = try #require(try Self.records(line, "trace").first)
    #expect(
      record.hasPrefix(#"{"type":"Swift.DecodingError","case":"keyNotFound","message":\#(error.json),"#)
    )
    let other = try #require(
      try Self.records("a/b.swift:1: Fatal error: Error raised at top level: no more", "trace").first
    )
    #expect(other.hasPrefix(#"{"type":"Fatal error","message":"no more""#))
  }

  /// The header of klog's line, and the start of its record.
  private static let klog = "E1120 08:00:00.000000       1 pay.go:13] "
  private static let pay = #"{"origin":"pay.go","severity":"error","message":"#
  private static let place = #""attributes":{"thread":"1","line":"13""#

  @Test(
    "klog's message and its pairs are taken apart",
    arguments: [
      (
        #""Unhandled Error" err="rpc error: code = NotFound" image="shop/a:1" n=3"#,
        #""rpc error: code = NotFound","# + place
          + #","message":"Unhandled Error","image":"shop/a:1","n":"3"}}"#
      ),
      (#""Failed to eject" err="EOF""#, #""EOF","# + place + #","message":"Failed to eject"}}"#),
      (
        #""Slow \"pay\"" pods=["a b","c"] v={"a":1}"#,
        #""Slow \"pay\"","# + place + #","pods":"[\"a b\",\"c\"]","v":"{\"a\":1}"}}"#
      ),
      (#""Down""#, #""Down","# + place + "}}"),
      (
        #""msg"="Reconciler error" "error"="late" "name"="a""#,
        #""late","# + place + #","message":"Reconciler error","name":"a"}}"#
      ),
      // No structured line.
      (#""Down" said the user"#, #""\"Down\" said the user","# + place + "}}"),
      (#"plain err="EOF""#, #""plain err=\"EOF\"","# + place + "}}"),
    ]
  )
  func klog(text: String, becomes: String) throws {
    #expect(try Self.records(Self.klog + text, "klog") == [Self.pay + becomes])
  }

  @Test("A value of klog over several lines leaves the log's message")
  func klogOverLines() throws {
    let record = try #require(
      try Self.records(Self.klog + "\"Down\" err=<\n\tfirst\n\tsecond\n >", "klog").first
    )
    #expect(record.hasPrefix(Self.pay + #""Down","#))
  }

  @Test(
    "A level behind pairs, threads and processes is the level",
    arguments: [
      "2026-07-03T11:56:41.124Z pid=1 tid=abc class=Job jid=01ab WARN: late",
      "2026-07-03T11:56:41.124Z 4711 TID-abc Job JID-01ab WARN: late",
      "2026-07-03T11:56:41.124Z 4711 TID-abc WARN: late",
      "2026-07-03T11:56:41.124Z web app[12] WARN late",
    ]
  )
  func level(line: String) throws {
    let record = try #require(try Self.records(line, "sidekiq").first)
    #expect(record.contains(#""severity":"warning","#))
    #expect(record.contains(#""message":"late""#))
  }

  @Test("The tries of Sidekiq's job have its id, and its class as the origin")
  func job() throws {
    for line in [
      "2026-07-03T11:56:41.124Z pid=1 tid=abc class=Job jid=01ab WARN: late",
      "2026-07-03T11:56:41.124Z 4711 TID-abc Job JID-01ab WARN: late",
    ] {
      let record = try #require(try Self.records(line, "sidekiq").first)
      #expect(record.hasPrefix(#"{"origin":"Job","severity":"warning","operation":"01ab","message":"late","#))
    }
  }

  @Test("A level in a sentence behind them is none")
  func sentences() throws {
    for line in [
      "2026-07-03T11:56:41.124Z a=1 said ERROR: no", "2026-07-03T11:56:41.124Z web app[12] said ERROR",
    ] {
      #expect(try Self.records(line, "text") == [])
    }
  }

  @Test(
    "A line of many keys is read once, whatever brackets are open in it",
    .timeLimit(.minutes(30)),
    arguments: ["=( ", "=1 [Api] ", "=\"x ", "=(Error Domain=1 Domain=2 "]
  )
  func longLine(_ value: String) {
    let letters = Array("abcdefghijklmnopqrstuvwxyz")
    // Ascending, so that each may begin a pair.
    let keys = (0..<60_000).map { number in
      String([17_576, 676, 26, 1].map { letters[number / $0 % 26] })
    }
    let line = Self.swiftLog(keys.map { $0 + value }.joined())
    var text = Buffer<UInt8>()
    let isRead = Array(line.utf8).withUnsafeBytes {
      SwiftLogParser().appendDocument(of: ByteSlice($0), to: &text)
    }
    #expect(isRead && text.count > line.utf8.count)
  }
}
