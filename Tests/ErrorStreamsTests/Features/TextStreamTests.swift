import ErrorStreams
import Foundation
import Replay
import ReplaySupport
import RuleEngine
import TestSupport
import Testing
import Counting

@Suite("Text logs")
struct TextStreamTests {
  private static let java = """
    2026-11-21 01:41:19,483 INFO [main] com.shop.Pay - started
    2026-11-21 01:41:20,001 ERROR [main] com.shop.Pay - charge failed
    com.shop.Timeout: upstream timed out
    \tat com.shop.Pay.charge(Pay.java:12)
    Caused by: java.net.ConnectException: refused
    \tat java.net.Socket.connect(Socket.java:1)

    \t... 1 more
    2026-11-21 01:41:21,000 WARN [main] com.shop.Pay - slow

    """

  @Test("A stack trace stays with its record, including blank lines inside it")
  func java() throws {
    let read = try ReadStream(Array(Self.java.utf8))
    #expect(read.format == "java-text")
    #expect(read.records.count == 2)
    let first = try #require(read.records.first)
    #expect(
      first.contains(
        #""type":"com.shop.Timeout","message":"upstream timed out","underlying":[{"type":"java.net.ConnectException","message":"refused"}]"#
      )
    )
    #expect(first.contains(#""message":"charge failed""#))
    #expect(read.counts.lines == 9)
    #expect(read.counts.continued == 6)
    #expect(read.counts.notErrors == 1)
  }

  @Test("Python's chained tracebacks stay together, with or without a log around them")
  func python() throws {
    let trace = """
      Traceback (most recent call last):
        File "a.py", line 3, in fail
          {}["user"]
      KeyError: 'user'

      The above exception was the direct cause of the following exception:

      Traceback (most recent call last):
        File "a.py", line 5, in <module>
          fail()
      shop.Timeout: upstream timed out

      """
    let logged = try ReadStream(Array("ERROR:root:charge failed\n\(trace)WARNING:root:slow\n".utf8))
    #expect(logged.format == "python-text")
    #expect(logged.records.count == 2)
    #expect(logged.counts.continued == 11)
    let bare = try ReadStream(Array("\(trace)\(trace)".utf8))
    #expect(bare.format == "trace")
    #expect(bare.records.count == 2)
    for record in [logged.records.first, bare.records.first] {
      let record = try #require(record)
      #expect(
        record.contains(
          #""type":"shop.Timeout","message":"upstream timed out","underlying":[{"type":"KeyError","is":["LookupError","Exception","BaseException"],"message":"'user'"}]"#
        )
      )
    }
  }

  @Test("Crashes of Swift, Go, Rust and Java are read without a log around them")
  func crashes() throws {
    let text = """
      Exception in thread "main" java.lang.IllegalStateException: bad
      \tat Main.main(Main.java:3)
      main.swift:7: Fatal error: Index out of range

      *** Program crashed: Illegal instruction at 0x1 ***

      Thread 0 crashed:

      0 0x1 main + 1 in app
      panic: boom

      goroutine 1 [running]:
      main.main()
      \t/app/main.go:4
      exit status 2

      """
    let read = try ReadStream(Array(text.utf8))
    #expect(read.format == "trace")
    #expect(read.counts.malformed == 0)
    #expect(read.counts.lines == 15)
    let heads = [
      "java.lang.IllegalStateException\",\"message\":\"bad", "Fatal error\",\"message\":\"Index out of range",
      "panic\",\"message\":\"boom",
    ]
    #expect(read.records.count == 3)
    for (record, head) in zip(read.records, heads) { #expect(record.hasPrefix("{\"type\":\"\(head)\"")) }
  }

  @Test("Lines that neither begin nor continue a record are rejected, as are their own continuations")
  func unrecognizedLines() throws {
    let text = """
        \tat com.shop.Pay.charge(Pay.java:12)
      2026-11-21 01:41:20,001 ERROR [main] com.shop.Pay - charge failed
      <14>not of this log
        indented behind it
      {"level":"error","msg":"another log"}

      """
    let read = try ReadStream(Array(text.utf8))
    #expect(read.format == "java-text")
    #expect(read.records.count == 2)
    #expect(read.rejected.map { $0.line } == [1, 3, 4])
    #expect(read.counts.malformed == 3)
    #expect(read.counts.otherFormats == 1)
  }

  @Test("A stack trace stays with its record in a stream of mixed formats")
  func mixed() throws {
    let text = """
      {"@timestamp":"2026-11-22T02:27:02.474Z","log.level":"error","message":"a","ecs.version":"1.6.0"}
        behind no text
      2026-11-21 01:41:20,001 ERROR [main] com.shop.Pay - charge failed
      com.shop.Timeout: upstream timed out
      \tat com.shop.Pay.charge(Pay.java:12)

      Caused by: java.net.ConnectException: refused
      ERROR:root:late
      Traceback (most recent call last):
        File "a.py", line 3, in fail
      KeyError: 'user'
      {"level":50,"time":1700000000000,"pid":1,"hostname":"h","msg":"broken"}
      of no format

      """
    let read = try ReadStream(Array(text.utf8), input: .mixed(FormatTable()))
    #expect(read.records.count == 4)
    let causes = #""underlying":[{"type":"java.net.ConnectException","message":"refused"}]"#
    #expect(read.records.dropFirst().first?.contains(causes) == true)
    #expect(
      read.records.dropFirst(2).first?.contains(
        #""type":"KeyError","is":["LookupError","Exception","BaseException"],"message":"'user'""#
      ) == true
    )
    #expect(read.counts.continued == 7 && read.counts.blank == 0)
    #expect(read.rejected.map { $0.line } == [2, 13])
    #expect(read.counts.lines == 13)
  }

  @Test("A trace longer than the record limit is cut, and the rest is counted")
  func enormous() throws {
    var limits = Limits()
    limits.recordBytes = 4_096
    let frame = "\tat com.shop.Pay.charge(Pay.java:12)\n"
    let head =
      "2026-11-21 01:41:20,001 ERROR [main] com.shop.Pay - charge failed\ncom.shop.LateException: late\n"
    let text = head + String(repeating: frame, count: 20_000) + head
    let read = try ReadStream(Array(text.utf8), limits: limits)
    #expect(read.records.count == 2)
    #expect(read.records.allSatisfy { $0.contains(#""type":"com.shop.LateException","message":"late""#) })
    let kept = (2_048 - head.utf8.count) / frame.utf8.count
    #expect(read.counts.tooLong == 20_000 - kept)
    #expect(read.counts.continued == kept + 2)
    #expect(read.counts.lines == 20_004)
    #expect(read.rejected.first?.line == kept + 3)
  }

  private static let rules = """
    version: 1
    responders: [ { id: app, rules: [ { id: all, when: {}, then: cancel } ] } ]
    """

  /// Lines of which some begin records, some belong to them, and some to none.
  private static func stream(_ random: inout SeededRandom, table: Bool) -> [UInt8] {
    let lines =
      table
      ? [
        "a,error,\"x\"\n", "b,error,\"two\nlines\"\n", "c,error\n", "\"d\"\"d\",warn,y\n", "e,info,z\n", "\n",
        "f,\"error\n", "g,error,\"\"\n",
      ]
      : [
        "2026-11-21 01:41:20,001 ERROR [main] com.shop.Pay - failed\n", "ERROR:root:failed\n",
        "\tat a.B(C.java:1)\n", "\n",
        "Caused by: a.B: c\n", "Traceback (most recent call last):\n", "  File \"a.py\", line 1\n",
        "a.B: c\n",
        "The above exception was the direct cause of the following exception:\n", "ValueError: x\n",
        "Weird$Name: y\n", "text\n", "Fatal error: z\n", "}\n", "java.lang.RuntimeException: w\r\n",
        "\u{1B}[31mINFO\n", "> File \"a.py\", line 1\n",
        "  + Exception Group Traceback (most recent call last):\n",
        "Exception in thread \"main\" a.B: c\n", "Error: v\n", "Wrapped by: a.B: c\n",
        "{\"level\":50,\"time\":1700000000000,\"pid\":1,\"hostname\":\"h\",\"msg\":\"failed\"}\n",
      ]
    var text = table ? "name,level,message\n" : ""
    for _ in 0..<Int.random(in: 1...40, using: &random) {
      text += lines[Int.random(in: 0..<lines.count, using: &random)]
    }
    if Bool.random(using: &random) { text.removeLast() }
    return Array(text.utf8)
  }

  @Test(
    "Chunk sizes and the number of jobs do not change the result",
    arguments: ["java-text", "python-text", "trace", "csv", "mixed"]
  )
  func pieces(format: String) async throws {
    var random = SeededRandom(seed: 5)
    var replays = try Replays(rules: Self.rules)
    let table = FormatTable()
    replays.options.input =
      try format == "mixed" ? .mixed(table) : .format(#require(table.named(format)), table)
    // Of any format means that most formats are asked about most lines.
    let rounds = format == "mixed" ? Scale.of(6, quick: 2) : Scale.of(20, quick: 2)
    for round in 0..<rounds {
      var limits = Limits()
      limits.recordBytes = round % 2 == 0 ? 1 << 20 : 400
      replays.options.limits = limits
      let bytes = Self.stream(&random, table: format == "csv")
      do {
        let (alone, whole) = try await replays.run([bytes], jobs: 1, chunkSize: 1 << 18)
        #expect(alone.lineCounts.addsUp, "round \(round)")
        for size in [3, 61] {
          let (beside, parts) = try await replays.run([bytes], jobs: size % 3 + 1, chunkSize: size)
          #expect(beside.lineCounts == alone.lineCounts, "round \(round), pieces of \(size)")
          #expect(parts.resolutions == whole.resolutions, "round \(round), pieces of \(size)")
          #expect(parts.rejects == whole.rejects, "round \(round), pieces of \(size)")
          #expect(parts.json == whole.json, "round \(round), pieces of \(size)")
          #expect(parts.text == whole.text, "round \(round), pieces of \(size)")
        }
      } catch Replayer.Failure.noErrors {}
    }
  }

  @Test("A crash report stays with the logger's line before it, wherever chunks of a mixed stream end")
  func crashesInMixedStreams() async throws {
    var replays = try Replays(rules: Self.rules)
    replays.options.input = .mixed(FormatTable())
    let text = """
      2026-11-21 01:41:20,001 ERROR [main] com.shop.Pay - failed
      Fatal error: z
        + Exception Group Traceback (most recent call last):

      """
    let (whole, _) = try await replays.run([Array(text.utf8)], jobs: 1, chunkSize: 1 << 18)
    let (parts, _) = try await replays.run([Array(text.utf8)], jobs: 1, chunkSize: 3)
    #expect(whole.lineCounts == parts.lineCounts)
    #expect(whole.lineCounts.continued >= 1)
  }

  @Test("The lines behind a cut record are cut off with it, wherever chunks end")
  func linesBehindCutRecords() async throws {
    var replays = try Replays(rules: Self.rules)
    let table = FormatTable()
    replays.options.input = try .format(#require(table.named("java-text")), table)
    replays.options.limits.recordBytes = 400
    let text =
      "2026-11-21 01:41:20,001 ERROR [main] com.shop.Pay - failed\n"
      + String(repeating: "\tat com.shop.Pay.charge(Pay.java:12)\n", count: 9)
      + "a line that a call of Haskell may follow\nweird: y\nText\n"
    let (whole, _) = try await replays.run([Array(text.utf8)], jobs: 1, chunkSize: 1 << 18)
    #expect(whole.lineCounts.malformed == 0 && whole.lineCounts.tooLong > 3)
    for size in [3, 7, 61] {
      let (parts, _) = try await replays.run([Array(text.utf8)], jobs: 1, chunkSize: size)
      #expect(whole.lineCounts == parts.lineCounts, "pieces of \(size)")
    }
  }

  @Test("A mapping with named groups reads text lines")
  func mapping() throws {
    let file = """
      mapping: 1
      name: app
      text:
        patterns:
          - '(?P<level>[A-Z]) (?P<seconds>\\d+) (?P<part>\\w+): (?P<message>.*)'
        continued: all
      fields:
        time: { from: seconds, as: seconds }
        severity: { from: level, values: { E: error } }
        origin: part
      logMessage: message
      """
    var diagnostics = Diagnostics()
    let mapping = MappingFile.read(
      name: "m.yaml",
      bytes: Array(file.utf8),
      limits: Limits(),
      into: &diagnostics
    )
    #expect(diagnostics.all.map { $0.message } == [])
    let plan = FormatPlan(try #require(mapping))
    let read = try ReadStream(
      Array("E 1795225279 pay: no \\ answer\nfrom \"it\"\nI 1795225280 pay: good\n".utf8),
      input: .format(plan, FormatTable(own: [plan]))
    )
    #expect(
      read.records == [
        #"{"time":"2026-11-21T01:41:19Z","severity":"error","origin":"pay","message":"no \\ answer","attributes":{"more":"from \"it\""}}"#
      ]
    )
    #expect(read.counts.notErrors == 1)
    #expect(read.counts.continued == 1)
  }

  @Test("A table may have quotes, line breaks and doubled quotes in columns; ragged rows are rejected")
  func table() throws {
    let text =
      "\u{FEFF}time;level;message;order\r\n2026-11-21T01:41:19Z;error;\"two\r\nlines; \"\"quoted\"\"\";7\r\n"
      + "2026-11-21T01:41:19Z;error;short\r\n;error;\"x\"y;1\r\n2026-11-21T01:41:19Z;info;good;\r\n;error;open \"quote\";2\r\n;error;\"never closed;3\r\n"
    let read = try ReadStream(Array(text.utf8))
    #expect(read.format == "csv")
    #expect(
      read.records.first
        == #"{"time":"2026-11-21T01:41:19Z","severity":"error","message":"two\r\nlines; \"quoted\"","attributes":{"order":"7"}}"#
    )
    #expect(read.records.count == 2)
    #expect(read.rejected.map { $0.line } == [4, 5, 8])
    #expect(read.rejected.first?.reason == "This row has 3 columns, but the header row has 4.")
    #expect(read.counts.truncated == 1)
    #expect(read.counts.passedOver == 1)
    #expect(read.counts.lines == 8)
    let tabs = try ReadStream(Array("level\tmsg\nerror\ta,b\n".utf8))
    #expect(tabs.records == [#"{"severity":"error","message":"a,b"}"#])
  }

  @Test(
    "Times of web servers, C and mail are read",
    arguments: [
      ("21/Nov/2026:01:41:19 -0700", "2026-11-21T01:41:19-07:00"),
      ("21/Nov/2026:01:41:19 +0000", "2026-11-21T01:41:19Z"),
      ("2026-11-21T01:41:19.5+00:00", "2026-11-21T01:41:19.5Z"),
      ("2026-11-21 01:41:19-00", "2026-11-21T01:41:19Z"),
      ("21-Nov-2026 01:41:19.483", "2026-11-21T01:41:19.483Z"),
      ("Sat Nov 21 01:41:19.483920 2026", "2026-11-21T01:41:19.483920Z"),
      ("Sat, 1 Nov 2026 01:41:19 GMT", "2026-11-01T01:41:19Z"),
      ("2026/11/21 01:41:19", "2026-11-21T01:41:19Z"), ("Nov 21, 2026 01:41:19", "2026-11-21T01:41:19Z"),
      ("2026-11-21 01:41:19.483 PDT", "2026-11-21T01:41:19.483-07:00"), ("Nov 21 01:41:19", nil),
      ("21/Foo/2026:01:41:19", nil),
      ("31/Feb/2026:01:41:19", nil),
    ] as [(String, String?)]
  )
  func times(text: String, time: String?) throws {
    let read = try ReadStream(
      Array("{\"time\":\"\(text)\",\"level\":\"error\",\"msg\":\"a\",\"logger\":\"l\"}\n".utf8)
    )
    let record = try #require(read.records.first)
    #expect(record.hasPrefix(time.map { "{\"time\":\"\($0)\"" } ?? "{\"origin\""))
  }
}
