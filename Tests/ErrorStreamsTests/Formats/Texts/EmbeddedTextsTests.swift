import ErrorStreams
import Foundation
import RuleEngine
import Testing

@Suite("A text log inside another log")
struct InnerTextsTests {
  /// What stands around a line of text.
  private static let around: [(name: String, format: String, line: @Sendable (String) -> String)] = [
    (
      "docker", "docker",
      { #"{"log":\#(Self.json("\($0)\n")),"stream":"stderr","time":"2026-11-21T01:41:20.5Z"}"# }
    ),
    (
      "journald", "journald",
      {
        #"{"__REALTIME_TIMESTAMP":"1795225280500000","PRIORITY":"6","_COMM":"shop","MESSAGE":\#(Self.json($0))}"#
      }
    ),
    (
      "cloudwatch", "cloudwatch",
      {
        #"{"logGroup":"shop","logStream":"s","logEvents":[{"id":"1","timestamp":1795225280500,"message":\#(Self.json($0))}]}"#
      }
    ),
    (
      "gcp", "gcp",
      {
        #"{"insertId":"1","logName":"shop","timestamp":"2026-11-21T01:41:20.5Z","textPayload":\#(Self.json($0))}"#
      }
    ),
    ("cri", "cri", { "2026-11-21T01:41:20.5Z stderr F \($0)" }),
    ("compose", "compose", { "shop-1  | \($0)" }),
    ("rsyslog", "syslog-text", { "Nov 21 01:41:20 vm shop[17]: \($0)" }),
    ("syslog", "syslog", { "<14>1 2026-11-21T01:41:20.5Z vm shop 17 - - \($0)" }),
    ("exported", "text", { "2026-11-21T01:41:20.5Z \($0)" }),
  ]

  private static func json(_ text: String) -> String {
    let data = (try? JSONEncoder().encode(text)) ?? Data()
    return String(decoding: data, as: UTF8.self)
  }

  /// Lines of errors, and of what is none, with what comes of the error.
  private static let inside: [(error: String, good: String, says: [String])] = [
    (
      "2026-11-21 01:41:19,483 ERROR app: charge failed",
      "2026-11-21 01:41:19,483 INFO app: error handler set",
      [#""time":"2026-11-21T01:41:19.483Z""#, #""origin":"app""#, #""severity":"error""#]
    ),
    (
      "level=error msg=\"charge failed\" order=7", "level=info msg=\"error handler set\"",
      [#""severity":"error""#, #""order":"7""#]
    ),
    (
      "2026-11-21 01:41:19.483 ERROR 1 --- [main] com.shop.Pay : charge failed",
      "2026-11-21 01:41:19.483 INFO 1 --- [main] com.shop.Pay : panic: none", [#""origin":"com.shop.Pay""#]
    ),
    (
      "E1121 01:41:19.619632 19524 pay.go:253] charge failed", "I1121 01:41:19.619632 19524 pay.go:253] good",
      [#""origin":"pay.go""#]
    ),
    (
      "2026-11-21T01:41:19.538Z\t8f507cfc-0000-4697-b07a-ac58fc914c95\tERROR\tcharge failed",
      "START RequestId: 8f507cfc-0000-4697-b07a-ac58fc914c95 Version: $LATEST", [#""requestId":"8f507cfc"#]
    ),
    ("error: charge failed", "starting up", [#""severity":"error""#]),
    (
      "2026-11-21T01:41:19+0000 error com.shop: order=7 [Pay] charge failed",
      "2026-11-21T01:41:19+0000 info com.shop: [Pay] good", [#""origin":"com.shop""#, #""order":"7""#]
    ),
  ]

  @Test(
    "The inner text is read in its own format, which decides whether it is an error",
    arguments: around.map { $0.name }
  )
  func inner(name: String) throws {
    let around = try #require(Self.around.first { $0.name == name })
    let good = Self.inside.map { around.line($0.good) }
    let bad = Self.inside.map { around.line($0.error) }
    let text = zip(good, bad).map { "\($0)\n\($1)\n" }.joined()
    let input = FormatTable()
    let plan = try #require(input.named(around.format))
    // A list of events is looked for only where the format is named or detected.
    for input in [StreamInput.format(plan, input), .mixed(input)] where name != "cloudwatch" || !input.isMixed
    {
      let read = try ReadStream(Array(text.utf8), input: input)
      #expect(read.records.count == bad.count)
      #expect(read.counts.notErrors == good.count)
      #expect(read.counts.malformed == 0)
      for (record, inside) in zip(read.records, Self.inside) {
        #expect(record.contains(#""message":"charge failed""#))
        #expect(record.components(separatedBy: "\"clock\":").count <= 2)
        for said in inside.says { #expect(record.contains(said), "\(record)") }
      }
    }
  }

  @Test("An inner text without a level has the severity of the outer record")
  func outerSeverity() throws {
    let journald = { (priority: Int, message: String) in
      #"{"__REALTIME_TIMESTAMP":"1795225280500000","PRIORITY":"\#(priority)","MESSAGE":\#(Self.json(message))}"#
        + "\n"
    }
    let text =
      journald(3, "2026-11-21 01:41:19 charge failed") + journald(6, "2026-11-21 01:41:19 good")
      + journald(3, "of no format") + journald(3, "2026-11-21 01:41:19 INFO good")
    let read = try ReadStream(Array(text.utf8))
    #expect(
      read.records == [
        #"{"time":"2026-11-21T01:41:19Z","message":"charge failed","severity":"error","attributes":{"__REALTIME_TIMESTAMP":"1795225280500000"}}"#,
        #"{"time":"2026-11-21T01:41:20.500Z","severity":"error","message":"of no format"}"#,
      ]
    )
    #expect(read.counts.notErrors == 2)
  }

  @Test("An inner text in one message includes the lines of its trace")
  func traces() throws {
    let trace =
      "2026-11-21 01:41:19,483 ERROR app: failed\nTraceback (most recent call last):\n  File \"a.py\", line 1\nKeyError: 'user'"
    for around in Self.around.prefix(4) {
      let read = try ReadStream(Array("\(around.line(trace))\n".utf8))
      let record = try #require(read.records.first)
      #expect(
        record.contains(
          #""type":"KeyError","is":["LookupError","Exception","BaseException"],"message":"'user'""#
        ),
        "\(around.name)"
      )
    }
  }
}

extension StreamInput {
  fileprivate var isMixed: Bool { if case .mixed = self { true } else { false } }
}
