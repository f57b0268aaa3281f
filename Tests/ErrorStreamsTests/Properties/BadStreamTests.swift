import ErrorStreams
import Foundation
import Replay
import ReplaySupport
import RuleEngine
import TestSupport
import Testing

@Suite("Faulty logs")
struct BadStreamTests {
  private static let rules = """
    version: 1
    responders: [ { id: app, rules: [ { id: all, when: {}, then: cancel } ] } ]
    """

  /// Bytes cut out, doubled, changed and moved.
  private static func damaged(_ bytes: [UInt8], _ random: inout SeededRandom) -> [UInt8] {
    var bytes = bytes
    for _ in 0..<Int.random(in: 1...4, using: &random) where bytes.count > 8 {
      let start = Int.random(in: 0..<(bytes.count - 4), using: &random)
      let end = min(bytes.count, start + Int.random(in: 1...200, using: &random))
      switch Int.random(in: 0..<6, using: &random) {
      case 0: bytes.removeSubrange(start..<end)
      case 1: bytes.insert(contentsOf: bytes[start..<end], at: start)
      case 2: bytes[start] = UInt8.random(in: 0...255, using: &random)
      case 3: bytes.insert(UInt8(ascii: "\n"), at: start)
      case 4:
        let candidates: [UInt8] = [0, 0xFF, 0x5B, 0x7B]
        let byte = candidates[Int.random(in: 0..<4, using: &random)]
        bytes.insert(contentsOf: [UInt8](repeating: byte, count: 20), at: start)
      default: bytes.removeSubrange(start...)
      }
    }
    return bytes
  }

  @Test("Line counts add up, and chunk sizes and jobs do not matter, whatever is wrong")
  func damage() async throws {
    var random = SeededRandom(seed: 11)
    var replays = try Replays(rules: Self.rules)
    replays.options.limits = Limits()
    // Each format's examples twice, or some of them.
    let streams = ExampleStreams.all
    let rounds = Scale.of(2 * streams.count, quick: 12)
    for round in 0..<rounds {
      let (name, example) = streams[round * (Scale.isQuick ? 17 : 1) % streams.count]
      let bytes = Self.damaged(example, &random)
      let table = FormatTable()
      let own = table.named(name).map { StreamInput.format($0, table) } ?? .native
      let inputs: [StreamInput] = [.detected(table), .mixed(table), own]
      replays.options.input = inputs[Int.random(in: 0..<3, using: &random)]
      do {
        let (alone, whole) = try await replays.run([bytes], jobs: 1, chunkSize: 1 << 18)
        #expect(alone.lineCounts.addsUp, "round \(round), \(name)")
        let (beside, parts) = try await replays.run([bytes], jobs: 3, chunkSize: 97)
        #expect(beside.lineCounts == alone.lineCounts, "round \(round), \(name)")
        #expect(parts.resolutions == whole.resolutions, "round \(round), \(name)")
        #expect(parts.rejects == whole.rejects, "round \(round), \(name)")
        #expect(parts.json == whole.json, "round \(round), \(name)")
      } catch Replayer.Failure.noErrors {
        // Said in place of a summary: none of the records is an error as errctl knows them.
      }
    }
  }

  @Test(
    "After a change of format, a record is read in its own format; with --input NAME it is rejected with a reason"
  )
  func change() throws {
    let ecs =
      #"{"@timestamp":"2026-11-22T02:27:02.474Z","log.level":"error","message":"a","ecs.version":"1.6.0"}"#
    let loguru =
      #"{"text":"b","record":{"level":{"name":"ERROR","no":40},"message":"b","time":{"timestamp":1}}}"#
    let bytes = Array("\(ecs)\n\(loguru)\n\(ecs)\n".utf8)
    let detected = try ReadStream(bytes)
    #expect(detected.format == "ecs")
    #expect(detected.records.count == 3)
    #expect(detected.counts.otherFormats == 1)
    #expect(detected.counts.malformed == 0)
    let mixed = try ReadStream(bytes, input: .mixed(FormatTable()))
    #expect(mixed.records == detected.records)
    #expect(mixed.counts.otherFormats == 0)
    let table = FormatTable()
    let named = try ReadStream(bytes, input: .format(try #require(table.named("ecs")), table))
    #expect(named.records.count == 2)
    #expect(named.rejected.map { $0.line } == [2])
    #expect(named.rejected.first?.reason == "This record is not in the format ecs. It has no “@timestamp”.")
  }

  @Test("With a wrong --input every line is rejected with a reason")
  func wrongInput() throws {
    let table = FormatTable()
    let plan = try #require(table.named("otlp"))
    let read = try ReadStream(
      Array("{\"@timestamp\":\"x\",\"log.level\":\"error\"}\n".utf8),
      input: .format(plan, table)
    )
    #expect(read.records == [])
    #expect(
      read.rejected.map { $0.reason } == [
        "This record is not in the format otlp. It has no “resourceLogs” or “resourceSpans” or “resourceMetrics” or another."
      ]
    )
  }

  @Test(
    "In text logs too, another format's lines are read; binary noise and a wrong --input are rejected line by line"
  )
  func changeOfText() throws {
    let nginx = "2026/11/21 01:41:19 [error] 17#17: *3 refused, client: 10.0.0.7\n"
    let ruby = "E, [2026-11-21T01:41:19.483920 #17] ERROR -- shop: late\n"
    let noise: [UInt8] = [0, 0xFF, 0xFE, 0x1B, 0x5B, 0x0A, 0x80, 0x0A]
    let bytes = Array(nginx.utf8) + Array(ruby.utf8) + noise + Array(nginx.utf8)
    let read = try ReadStream(bytes)
    #expect(read.format == "nginx-error")
    #expect(read.records.count == 3)
    #expect(read.counts.otherFormats == 1)
    #expect(read.rejected.map { $0.line } == [3, 4])
    #expect(
      read.rejected.first?.reason
        == "This line is not in the format nginx-error. Expected `TIME [LEVEL] PID#TID: *CONNECTION message, client: …`."
    )
    let mixed = try ReadStream(bytes, input: .mixed(FormatTable()))
    #expect(mixed.records.count == 3)
    let table = FormatTable()
    let wrong = try ReadStream(bytes, input: .format(try #require(table.named("ruby")), table))
    #expect(wrong.records.count == 1)
    #expect(wrong.counts.malformed == 4)
  }

  @Test("Jumping times are kept, and a cyclic chain of causes ends")
  func jumpsAndCycles() throws {
    let chain = String(repeating: "Caused by: a.B: c\n\tat a.B.d(B.java:1)\n", count: 300)
    let text = """
      2026-11-21 01:41:19,483 ERROR [main] shop.Pay - first
      a.B: c
      \tat a.B.d(B.java:1)
      \(chain)2020-01-01 00:00:00,000 ERROR [main] shop.Pay - years before

      """
    let read = try ReadStream(Array(text.utf8))
    #expect(read.records.count == 2)
    #expect(read.records.last?.contains(#""time":"2020-01-01T00:00:00.000Z""#) == true)
    let causes = read.records.first?.components(separatedBy: #"{"type":"a.B","message":"c"}"#).count ?? 0
    #expect(causes == 64)
  }

  @Test("An envelope's binary items are skipped by their length, whatever they contain")
  func attachments() throws {
    let event =
      #"{"event_id":"cd5fe06eff8945eeb14d68a958beb3ec","platform":"python","level":"error","message":"late"}"#
    let item =
      "{\"event_id\":\"forged\",\"platform\":\"x\",\"level\":\"error\",\"message\":\"none\"}\n\u{0}\n\n{"
    let text = """
      {"event_id":"cd5fe06eff8945eeb14d68a958beb3ec","sent_at":"2026-11-22T02:27:02Z"}
      {"type":"attachment","length":\(item.utf8.count),"filename":"a.bin"}
      \(item)
      {"length":\(event.utf8.count),"type":"event"}
      \(event)

      """
    let read = try ReadStream(Array(text.utf8))
    #expect(read.format == "sentry")
    #expect(read.records.count == 1)
    #expect(read.counts.malformed == 0)
    #expect(read.counts.passedOver == 6)
    #expect(read.counts.blank == 1)
    #expect(read.counts.lines == 8)
  }

  @Test("A cut document is rejected, and the next one is read")
  func cutDocument() throws {
    let text = """
      [
        {
          "@timestamp": "2026-11-22T02:27:02.474Z", "log.level": "error", "message": "a"
        },
        {
          "@timestamp": "2026-11-22T02:27:02.474Z", "log.level": "error", "message": "b
        },
        {
          "@timestamp": "2026-11-22T02:27:02.474Z", "log.level": "error", "message": "c"
        }
      ]

      """
    let read = try ReadStream(Array(text.utf8))
    #expect(read.records.count == 2)
    #expect(read.rejected.map { $0.line } == [5])
    #expect(read.counts.lines == 3)
  }

  @Test("A document cut between two values is rejected, and the next one is read")
  func cutBetweenValues() throws {
    let text = """
      {
        "@timestamp": "2026-11-22T02:27:02.474Z", "log.level": "error", "message": "a"
      }
      {
        "@timestamp": "2026-11-22T02:27:02.474Z",
      {
        "@timestamp": "2026-11-22T02:27:02.474Z", "log.level": "error", "error": {
          "type": "T"
        }
      }

      """
    let read = try ReadStream(Array(text.utf8))
    #expect(read.records.count == 2)
    #expect(read.rejected.map { $0.line } == [4])
  }

  @Test("A cut first line does not combine with the following lines")
  func cutFirstLine() throws {
    let read = try ReadStream(Array("{\"a\":[1,\n{\"status\":503}\n{\"status\":504}\n".utf8))
    #expect(read.records.count == 2)
    #expect(read.rejected.map { $0.line } == [1])
  }

  @Test("An incomplete document at the end of the stream counts as truncated")
  func truncated() throws {
    let read = try ReadStream(
      Array("[\n{\"@timestamp\": \"2026\",\n \"log.level\": \"error\"},\n{\"@timestamp\":\n".utf8)
    )
    #expect(read.records.count == 1)
    #expect(read.counts.truncated == 1)
  }

  @Test("An unreadable time is left out and counted")
  func unreadTime() throws {
    let read = try ReadStream(
      Array(
        "{\"@timestamp\":\"yesterday\",\"log.level\":\"error\",\"message\":\"a\",\"ecs.version\":\"1\"}\n"
          .utf8
      )
    )
    #expect(
      read.records == [
        #"{"severity":"error","message":"a","attributes":{"@timestamp":"yesterday","ecs.version":"1"}}"#
      ]
    )
    #expect(read.counts.unread == 1)
  }

  @Test(
    "Numbers in an array, noise and an incomplete document are counted",
    arguments: ["[1,2,3]\n", "\u{0}\u{1}\u{FFFD}\n", "[[[[[[", "{\"a\":", "[]", "", "{}\n", "[{}]"]
  )
  func noise(text: String) throws {
    let read = try ReadStream(Array(text.utf8))
    let counts = read.counts
    let parts = [
      read.records.count, counts.blank, counts.passedOver, counts.continued, counts.notErrors,
      counts.malformed, counts.tooLong,
      counts.truncated,
    ]
    #expect(counts.lines + counts.inner == parts.reduce(0, +))
  }
}
