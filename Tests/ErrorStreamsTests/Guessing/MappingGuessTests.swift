import ErrorStreams
import Foundation
import RuleEngine
import TestSupport
import Testing

@Suite("A mapping guessed for a log that no format fits")
struct MappingGuessTests {
  private struct Log: CustomTestStringConvertible {
    let what: String
    let lines: String
    /// The beginning of the record of the last line, which is an error.
    let record: String
    var testDescription: String { what }
  }

  /// The first four: lines of https://github.com/logpai/loghub, in its samples HPC, OpenStack, BGL and Windows.
  private static let logs = [
    Log(
      what: "seconds since 1970 behind other columns",
      lines: """
        134681 node-246 unix.hw state_change.unavailable 1077804742 1 Component State Change: Component \\042SCSI\\042 is down
        2569061 Interconnect-0N03 switch_module error 1074120426 1 Linkerror event interval expired
        """,
      record:
        #"{"time":"2004-01-14T22:47:06Z","origin":"switch_module","severity":"error","message":"Linkerror event"#
    ),
    Log(
      what: "the name of a file before each line",
      lines: """
        nova-api.log.1.2017-05-16_13:53:08 2017-05-16 00:00:00.008 25746 INFO nova.osapi_compute.wsgi.server [req-38] GET
        nova-compute.log.1.2017-05-16_13:55:31 2017-05-16 00:00:20.345 2931 WARNING nova.virt.libvirt.imagecache [req-ad] Unknown base file
        """,
      record:
        #"{"time":"2017-05-16T00:00:20.345Z","origin":"nova.virt.libvirt.imagecache","severity":"warning","#
    ),
    Log(
      what: "objects whose message has the usual name, and whose ids are longer",
      lines: #"""
        {"when":"2026-11-28T00:36:30Z","grade":"INFO","body":"slow","trace":{"id":"0x1f7ecc9d09faaa295c3748ad8dc52c6e"}}
        {"when":"2026-11-28T00:36:31Z","grade":"ERROR","body":"late","trace":{"id":"0x1f7ecc9d09faaa295c3748ad8dc52c6f"}}
        """#,
      record: #"{"time":"2026-11-28T00:36:31Z","severity":"error","message":"late","#
    ),
    Log(
      what: "objects whose message has no usual name, and whose ids are longer",
      lines: #"""
        {"when":"2026-11-28T00:36:30Z","grade":"INFO","what":"slow","span_id":"0x1f7ecc9d09faaa295c3748ad8dc52c6e"}
        {"when":"2026-11-28T00:36:31Z","grade":"ERROR","what":"late","span_id":"0x1f7ecc9d09faaa295c3748ad8dc52c6f"}
        """#,
      record: #"{"time":"2026-11-28T00:36:31Z","severity":"error","message":"late","#
    ),
    Log(
      what: "the time twice, and the level behind it",
      lines: """
        - 1117838570 2005.06.03 R02-M1-N0-C:J12-U11 2005-06-03-15.42.50.675872 R02-M1-N0-C:J12-U11 RAS KERNEL INFO instruction cache parity error corrected
        APPREAD 1117869872 2005.06.04 R23-M1-N8-I:J18-U11 2005-06-04-00.24.32.432192 R23-M1-N8-I:J18-U11 RAS APP FATAL ciod: failed to read
        """,
      record:
        #"{"time":"2005-06-04T00:24:32.432192Z","origin":"APP","severity":"fatal","message":"ciod: failed to read"#
    ),
    Log(
      what: "columns filled with spaces",
      lines: """
        2016/09/28 04:30:30, Info                  CBS    Loaded Servicing Stack v6.1.7601.23505 with Core
        2016/09/28 04:30:31, Error                 CSI    00000001 WcpInitialize failed
        """,
      record: #"{"time":"2016-09-28T04:30:31Z","origin":"CSI","severity":"error","message":"00000001 Wcp"#
    ),
    Log(
      what: "a level in brackets before the time",
      lines: """
        <INFO> 2026/11/21 01:41:19 (3) pay.charge: accepted
        <ERROR> 2026/11/21 01:41:20 (1) pay.charge: no answer
        """,
      record:
        #"{"time":"2026-11-21T01:41:20Z","origin":"pay.charge","severity":"error","message":"no answer""#
    ),
    Log(
      what: "semicolons",
      lines: """
        21.11.2026 01:41:19;INFO;pay;card 17 accepted
        21.11.2026 01:41:20;ERROR;pay;no answer; gave up
        """,
      record:
        #"{"time":"2026-11-21T01:41:20Z","origin":"pay","severity":"error","message":"no answer; gave up"}"#
    ),
    Log(
      what: "tabs and seconds since 1970",
      lines: "1795225279\tINFO\tpay.cards\taccepted\n1795225280\tERROR\tpay.cards\tno answer",
      record:
        #"{"time":"2026-11-21T01:41:20Z","origin":"pay.cards","severity":"error","message":"no answer"}"#
    ),
    Log(
      what: "twelve hours",
      lines: """
        11/21/2026 1:41:19 AM Information Shop.Pay: accepted
        11/21/2026 1:41:20 PM Error Shop.Pay: no answer
        """,
      record: #"{"time":"2026-11-21T13:41:20Z","origin":"Shop.Pay","severity":"error","message":"no answer"}"#
    ),
    Log(
      what: "members of JSON objects with names of their own",
      lines: """
        {"when":"2026-11-21T01:41:19Z","sev":"INFO","comp":{"name":"pay"},"what":"card accepted"}
        {"when":"2026-11-21T01:41:20Z","sev":"ERROR","comp":{"name":"pay"},"what":"no answer"}
        """,
      record: #"{"time":"2026-11-21T01:41:20Z","origin":"pay","severity":"error","message":"no answer""#
    ),
  ]

  @Test("Is valid, and reads time, name, level and message", arguments: logs)
  private func guess(log: Log) throws {
    let bytes = Array("\(log.lines)\n".utf8)
    let unknown = try ReadStream(bytes)
    #expect(unknown.format == "unknown")
    let plan = try FormatPlan(Self.mapping(of: unknown))
    let read = try ReadStream(bytes, input: .format(plan, FormatTable()))
    #expect(read.counts.malformed == 0)
    #expect(read.counts.notErrors == 1)
    #expect(read.records.count == 1)
    #expect(read.records.first?.hasPrefix(log.record) ?? false, "\(read.records)")
  }

  /// As the file is read.
  private static func mapping(of read: ReadStream) throws -> Mapping {
    try mapping(in: #require(read.guess))
  }

  private static func mapping(in guess: MappingGuess) throws -> Mapping {
    var diagnostics = Diagnostics()
    let mapping = MappingFile.read(
      name: "log.mapping.yaml",
      bytes: Array(guess.text(comment: ["for a test"]).utf8),
      limits: Limits(),
      into: &diagnostics
    )
    #expect(diagnostics.all.map { $0.message } == [])
    return try #require(mapping)
  }

  @Test("Says which other order of day, month and year all dates fit")
  func ambiguousDate() throws {
    let read = try ReadStream(Array("01/02/03 04:05:06 ERROR pay! no answer\n".utf8))
    let notes = try #require(read.guess?.notes["time"])
    #expect(
      notes == [
        "guess: %y/%m/%d %H:%M:%S. All times fit %d/%m/%y %H:%M:%S and %m/%d/%y %H:%M:%S as well."
      ]
    )
  }

  @Test("Takes the order of day, month and year from all lines")
  func order() throws {
    let lines = "01/02/26 04:05:06 INFO pay! accepted\n01/31/26 04:05:06 ERROR pay! no answer\n"
    let read = try ReadStream(Array(lines.utf8))
    #expect(try Self.mapping(of: read).fields.first?.formats == ["%m/%d/%y %H:%M:%S"])
  }

  @Test("Of lines that are built differently there are several patterns, and whatever fits none is counted")
  func kinds() throws {
    var lines = ""
    for number in 10..<50 {
      lines += "21/11/26 01:41:\(number) ERROR pump: no pressure\n"
      lines += "valve \(number) [21/11/26 01:41:\(number)] opened\n"
    }
    lines += "that is all\n"
    let read = try ReadStream(Array(lines.utf8))
    let mapping = try Self.mapping(of: read)
    #expect(mapping.text?.patterns.count == 2)
    let notes = try #require(read.guess?.notes["patterns"])
    #expect(notes.suffix(2) == ["Fits no pattern: 1 of the first 81 lines, such as", "  that is all"])
    let again = try ReadStream(Array(lines.utf8), input: .format(FormatPlan(mapping), FormatTable()))
    #expect(again.records.count == 40)
    #expect(again.counts.notErrors == 40)
    #expect(again.counts.malformed == 1)
  }

  @Test("Where nothing repeats, each line is a message")
  func nothing() throws {
    let read = try ReadStream(Array("what is this\nand that\n".utf8))
    #expect(try Self.mapping(of: read).text?.patterns == ["(?P<message>.*)"])
    #expect(read.guess?.hasParts == false)
  }

  @Test(
    "For a format whose lines have no level, words of failure make other lines errors",
    arguments: [
      "dnsmasq: failed to bind: Cannot assign requested address",
      "Failed password for ann from 10.0.0.7 port 7 ssh2",
    ]
  )
  func withoutLevels(line: String) throws {
    let log = Array("\(line)\ncould not pay order 17\nready\n".utf8)
    let first = try ReadStream(log, isToDraft: true)
    let plan = try FormatPlan(Self.mapping(in: #require(first.draft)))
    let read = try ReadStream(log, input: .format(plan, FormatTable(own: [plan])))
    #expect(read.records.count == 2, "\(read.records)")
    let (told, known) = (try ProducerLog.members(read.records[0]), try ProducerLog.members(first.records[0]))
    for name in ["severity", "code", "origin", "message"] { #expect(told[name] == known[name]) }
  }

  @Test("Control characters of the log do not break the file")
  func controls() throws {
    let read = try ReadStream(Array("21/11/26 01:41:19 ERROR pump: a\u{1B}[31m \u{85}\u{2028}b\n".utf8))
    #expect(try Self.mapping(of: read).text?.patterns.count == 1)
  }
}
