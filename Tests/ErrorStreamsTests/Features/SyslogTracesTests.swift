import Bytes
import Counting
import ErrorStreams
import Foundation
import Replay
import ReplaySupport
import RuleEngine
import Testing

@Suite("Traces of which syslog makes a line of its own of each line")
struct SyslogTracesTests {
  private static let python = [
    "Traceback (most recent call last):", #"  File "pay.py", line 5, in pay"#, "    raise KeyError('x')",
    "KeyError: 'x'",
  ]
  private static let java = [
    "java.lang.IllegalStateException: declined", "\tat a.B.c(B.java:3)", "Caused by: java.io.IOException: no",
    "\t... 3 more",
  ]
  private static let node = ["TypeError: x is not a function", "    at pay (/srv/pay.js:3:1)"]

  private static func read(_ lines: [String]) throws -> ReadStream {
    try ReadStream(Array((lines.joined(separator: "\n") + "\n").utf8))
  }

  @Test(
    "a traceback is one error, in every form of syslog",
    arguments: [
      "Nov 27 23:26:12 vm shop[12]: ", "Nov 27 23:26:12 vm shop: ", "Nov 27 23:26:12.483920 vm shop[12]: ",
      "2026-11-27T23:26:12.778961+00:00 vm shop[12]: ", "Fri 2026-11-27 23:26:12 UTC vm shop[12]: ",
      "<11>1 2026-11-27T23:26:12.778961Z vm shop 12 - - ", "<11>Nov 27 23:26:12 vm shop[12]: ",
    ]
  )
  func forms(_ header: String) throws {
    for (trace, type) in [
      (Self.python, "KeyError"), (Self.java, "IllegalStateException"), (Self.node, "TypeError"),
    ] {
      let read = try Self.read([header + "starting"] + trace.map { header + $0 } + [header + "went on"])
      let typed = read.records.filter { $0.contains(#""type":""#) }
      try #require(typed.count == 1, "\(type): \(read.records)")
      #expect(typed[0].contains(type))
      #expect(!typed[0].contains("went on"))
      #expect(read.counts.continued == trace.count - 1)
      #expect(read.counts.malformed == 0)
    }
  }

  @Test("rsyslog's escaped tabs are tabs")
  func escaped() throws {
    let header = "2026-11-27T23:26:12.778961+00:00 vm japp: "
    let read = try Self.read(Self.java.map { header + $0.replacingOccurrences(of: "\t", with: "#011") })
    try #require(read.records.count == 1)
    #expect(read.records[0].contains(#""underlying":[{"type":"java.io.IOException","message":"no"}]"#))
  }

  @Test("traces of several programs are taken apart, and lines of others stay where they are")
  func interleaved() throws {
    let first = Self.python.map { "Nov 27 23:26:12 vm shop[12]: " + $0 }
    let second = Self.java.map { "Nov 27 23:26:12 vm japp[13]: " + $0 }
    let lines = zip(first, second).flatMap { [$0, "Nov 27 23:26:12 vm cron[9]: error: session", $1] }
    let read = try Self.read(lines)
    #expect(read.records.filter { $0.contains(#""type":"KeyError""#) }.count == 1)
    #expect(read.records.filter { $0.contains(#""type":"java.lang.IllegalStateException""#) }.count == 1)
    #expect(read.records.filter { $0.contains("session") }.count == 4)
    #expect(read.counts.malformed == 0)
  }

  @Test("a trace belongs to the line of its process that says what failed")
  func ofRecord() throws {
    let header = "Nov 27 23:26:12 vm japp[13]: "
    let read = try Self.read([header + "ERROR could not pay"] + Self.java.map { header + $0 })
    try #require(read.records.count == 1)
    #expect(read.records[0].contains(#""severity":"error""#))
    #expect(read.records[0].contains(#""type":"java.lang.IllegalStateException""#))
    // Not to one that says nothing of it.
    let others = try Self.read([header + "starting"] + Self.java.map { header + $0 })
    #expect(others.records.count == 1)
    #expect(!others.records[0].contains("starting"))
  }

  @Test("lines of the process behind a trace are records, and so are those of a later time")
  func ends() throws {
    let header = "Nov 27 23:26:12 vm shop[12]: "
    let behind = try Self.read(
      Self.python.map { header + $0 } + [header + "error: second", header + "error: third"]
    )
    #expect(behind.records.count == 3)
    let later = try Self.read(
      Self.python.map { header + $0 } + [
        "Nov 27 23:26:19 vm shop[12]:     indented", header + "error: third",
      ]
    )
    #expect(later.counts.continued == Self.python.count - 1)
    let same = try Self.read(Self.java.map { header + $0 } + Self.java.map { header + $0 })
    #expect(same.records.count == 2)
  }

  @Test("an exception without a trace is not an error by itself, as in any log without levels")
  func alone() throws {
    let read = try Self.read([
      "Nov 27 23:26:12 vm shop[12]: KeyError: 'x'", "Nov 27 23:26:12 vm shop[12]: went on",
    ])
    #expect(read.counts.continued == 0)
    #expect(read.counts.lines == 2)
  }

  @Test("no chunk's end tears a trace, whatever the number of jobs")
  func chunks() async throws {
    let rules = """
      version: 1
      responders:
        - id: all
          rules: [ { id: key, when: { type: KeyError }, then: proceed }, { id: other, then: abort } ]
      """
    var replays = try Replays(rules: rules)
    replays.options.input = .detected(FormatTable())
    replays.options.limits = Limits()
    let failure = "Nov 27 23:26:12 vm japp[7]: ERROR could not pay"
    var lines: [String] = []
    for index in 0..<6 {
      for (first, second) in zip(Self.python, Self.java) {
        lines.append("Nov 27 23:26:12 vm shop[\(index)]: \(first)")
        lines.append("Nov 27 23:26:12 vm japp[\(index)]: \(second)")
      }
      lines.append(failure)
      for line in Self.java { lines.append("Nov 27 23:26:12 vm japp[7]: \(line)") }
    }
    let bytes = Array((lines.joined(separator: "\n") + "\n").utf8)
    let (alone, whole) = try await replays.run([bytes], jobs: 1, chunkSize: 1 << 18)
    #expect(alone.lineCounts.addsUp)
    #expect(alone.lineCounts.malformed == 0)
    for size in [7, 61, 97, 256, 1_021] {
      let (beside, parts) = try await replays.run([bytes], jobs: 2, chunkSize: size)
      #expect(beside.lineCounts == alone.lineCounts, "chunks of \(size)")
      #expect(parts.resolutions == whole.resolutions)
    }
  }
}
