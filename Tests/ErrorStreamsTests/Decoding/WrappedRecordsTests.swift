import ErrorStreams
import Foundation
import Replay
import ReplaySupport
import RuleEngine
import TestSupport
import Testing
import Counting

@Suite("Program lines wrapped in a collector's lines")
struct WrappedRecordsTests {
  /// What Docker, a Kubernetes node and compose make of a line that a program wrote; a split one goes on in the next.
  private static func wrap(_ line: String, in format: String, source: Int = 0, isSplit: Bool = false)
    -> String
  {
    let time = "2026-11-21T01:41:20.5Z"
    let stream = source == 0 ? "stderr" : "stdout"
    switch format {
    case "docker":
      let data = (try? JSONEncoder().encode(isSplit ? line : line + "\n")) ?? Data()
      return #"{"log":\#(String(decoding: data, as: UTF8.self)),"stream":"\#(stream)","time":"\#(time)"}"#
        + "\n"
    case "cri": return "\(time) \(stream) \(isSplit ? "P" : "F") \(line)\n"
    default: return "shop-\(source)  | \(line)\n"
    }
  }

  private static let formats = ["docker", "cri", "compose"]

  private static let python = [
    "2026-11-21 01:41:19,483 ERROR app: charge failed", "Traceback (most recent call last):",
    "  File \"a.py\", line 3, in fail", "KeyError: 'user'", "",
    "The above exception was the direct cause of the following exception:", "",
    "Traceback (most recent call last):", "  File \"a.py\", line 5, in <module>", "shop.Timeout: no answer",
    "2026-11-21 01:41:20,001 INFO app: good", "starting up",
  ]

  @Test("A stack trace stays with the record before it", arguments: formats)
  func traces(format: String) throws {
    let read = try ReadStream(Array(Self.python.map { Self.wrap($0, in: format) }.joined().utf8))
    #expect(read.format == format)
    #expect(read.counts.lines == 12)
    #expect(read.counts.continued == 9)
    #expect(read.counts.notErrors == 2)
    #expect(read.records.count == 1)
    let record = try #require(read.records.first)
    #expect(
      record.contains(#""origin":"app","severity":"error","type":"shop.Timeout","message":"no answer""#)
    )
    #expect(
      record.contains(
        #""underlying":[{"type":"KeyError","is":["LookupError","Exception","BaseException"],"message":"'user'"}]"#
      )
    )
  }

  @Test("A stack trace without a record before it stays together", arguments: formats)
  func bareTraces(format: String) throws {
    let lines = [
      "java.lang.IllegalStateException: bad", "\tat a.B.c(B.java:1)", "Caused by: a.D: worse",
      "\tat a.D.e(D.java:2)",
    ]
    let read = try ReadStream(
      Array((lines + lines + ["starting"]).map { Self.wrap($0, in: format) }.joined().utf8)
    )
    #expect(read.records.count == 2)
    for record in read.records {
      #expect(record.contains(#""type":"java.lang.IllegalStateException","message":"bad""#))
      #expect(record.contains(#""underlying":[{"type":"a.D","message":"worse"}]"#))
    }
    #expect(read.counts.notErrors == 1)
  }

  @Test("Lines of different sources stay apart", arguments: formats)
  func sources(format: String) throws {
    let text =
      Self.wrap("2026-11-21 01:41:19,483 ERROR app: charge failed", in: format)
      + Self.wrap("  indented by another", in: format, source: 1)
      + Self.wrap("2026-11-21 01:41:19,483 ERROR app: late", in: format, source: 1)
    let read = try ReadStream(Array(text.utf8))
    #expect(read.records.count == 2)
    #expect(read.counts.continued == 0)
    #expect(read.counts.notErrors == 1)
  }

  @Test("A line that the collector split is joined, up to the record limit", arguments: ["docker", "cri"])
  func split(format: String) throws {
    let text =
      Self.wrap(#"{"level":"error","#, in: format, isSplit: true)
      + Self.wrap(#""msg":"charge "#, in: format, isSplit: true)
      + Self.wrap(#"failed"}"#, in: format) + Self.wrap(#"{"level":"error","msg":"next"}"#, in: format)
    let read = try ReadStream(Array(text.utf8))
    #expect(read.format == format)
    #expect(read.records.count == 2)
    #expect(read.records.first?.contains(#""severity":"error","message":"charge failed""#) == true)
    #expect(read.counts.continued == 2 && read.counts.malformed == 0)
    var limits = Limits()
    limits.recordBytes = 4_096
    let part = Self.wrap(String(repeating: "x", count: 500), in: format, isSplit: true)
    let long = try ReadStream(Array(String(repeating: part, count: 40).utf8), limits: limits)
    #expect(long.counts.lines == 40)
    #expect(long.counts.notErrors + long.counts.continued == 40)
    #expect(long.counts.continued >= 20)
  }

  @Test("Chunk sizes and the number of jobs do not change the result", arguments: formats)
  func pieces(format: String) async throws {
    var random = SeededRandom(seed: 7)
    let rules = """
      version: 1
      responders: [ { id: app, rules: [ { id: all, when: {}, then: cancel } ] } ]
      """
    var replays = try Replays(rules: rules)
    let table = FormatTable()
    replays.options.input = .format(try #require(table.named(format)), table)
    let lines =
      Self.python + [
        "\tat a.B(C.java:1)", "Caused by: a.B: c", "a.B$Error: c", "}", "panic: x", "goroutine 1 [running]:",
        "main.main()",
        "\t/app/main.go:3", #"{"level":"error","msg":"x"}"#, #"{"level":"error","#, #""msg":"x"}"#,
        "level=error msg=x",
      ]
    for round in 0..<Scale.of(12, quick: 1) {
      var limits = Limits()
      limits.recordBytes = round % 2 == 0 ? 1 << 20 : 600
      replays.options.limits = limits
      var text = ""
      for _ in 0..<30 {
        text += Self.wrap(
          lines[Int.random(in: 0..<lines.count, using: &random)],
          in: format,
          source: Int.random(in: 0..<8, using: &random) / 7,
          isSplit: Int.random(in: 0..<8, using: &random) == 0
        )
      }
      if Bool.random(using: &random) { text.removeLast() }
      let bytes = Array(text.utf8)
      do {
        let (alone, whole) = try await replays.run([bytes], jobs: 1, chunkSize: 1 << 18)
        #expect(alone.lineCounts.addsUp, "round \(round)")
        for size in [5, 101] {
          let (beside, parts) = try await replays.run([bytes], jobs: size % 3 + 1, chunkSize: size)
          #expect(beside.lineCounts == alone.lineCounts, "round \(round), pieces of \(size)")
          #expect(parts.resolutions == whole.resolutions, "round \(round), pieces of \(size)")
          #expect(parts.rejects == whole.rejects, "round \(round), pieces of \(size)")
        }
      } catch Replayer.Failure.noErrors {}
    }
  }

  @Test(
    "A frame of another source does not make lines part of a trace, wherever chunks end",
    arguments: formats
  )
  func framesOfOthers(format: String) async throws {
    var replays = try Replays(
      rules: """
        version: 1
        responders: [ { id: app, rules: [ { id: all, when: {}, then: cancel } ] } ]
        """
    )
    let table = FormatTable()
    replays.options.input = .format(try #require(table.named(format)), table)
    let text =
      Self.wrap("2026-11-21 01:41:19,483 ERROR app: failed", in: format)
      + Self.wrap("trying again", in: format)
      + Self.wrap("\tat a.B(C.java:1)", in: format, source: 1)
      + Self.wrap("level=error msg=x", in: format, source: 1)
    let (whole, _) = try await replays.run([Array(text.utf8)], jobs: 1, chunkSize: 1 << 18)
    let (parts, _) = try await replays.run([Array(text.utf8)], jobs: 1, chunkSize: 5)
    #expect(whole.lineCounts == parts.lineCounts)
    #expect(whole.lineCounts.continued == 0)
  }

  @Test("The program's lines may be in any text format that is not a collector's")
  func everyTextFormat() throws {
    for format in BuiltInFormats.all
    where format.isText && !format.isAround && format.mapping.table == nil
      && format.lines?.wholeRecords == nil
      // The level of java.util.logging is in the second line.
      && format.mapping.extract.isEmpty
    {
      let line = try #require(format.example.split(separator: "\n").first)
      let log = String(decoding: try JSONEncoder().encode("\(line)\n"), as: UTF8.self)
      let wrapped = #"{"log":\#(log),"stream":"stderr","time":"2026-11-21T01:41:19.5Z"}"#
      #expect(try ReadStream(Array("\(wrapped)\n".utf8)).records.count == 1, "\(format.name)")
    }
  }
}
