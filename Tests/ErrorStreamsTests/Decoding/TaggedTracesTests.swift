import Bytes
import ErrorStreams
import Foundation
import Replay
import ReplaySupport
import RuleEngine
import Testing
import Counting

@Suite("Tracebacks of several processes, line by line in one stream")
struct TaggedTracesTests {
  /// What a process writes: an exception that was raised while another was handled.
  private static func trace(_ first: String, _ last: String) -> [String] {
    [
      "Traceback (most recent call last):", #"  File "/srv/train/a.py", line 5, in load"#,
      "    return rows[7]", first, "",
      "During handling of the above exception, another exception occurred:", "",
      "Traceback (most recent call last):", #"  File "/srv/train/a.py", line 9, in <module>"#, "    load()",
      last,
    ]
  }

  private static func tagged(_ tag: String, _ lines: [String]) -> [String] {
    lines.map { $0.isEmpty ? "" : tag + $0 }
  }

  /// Every line of one, then one of the other.
  private static func interleaved(_ first: [String], _ second: [String]) -> [String] {
    zip(first, second).flatMap { [$0, $1] }
  }

  private static func text(_ lines: [String]) -> [UInt8] {
    Array((lines.joined(separator: "\n") + "\n").utf8)
  }

  private static func two(_ first: String, _ second: String) -> [String] {
    interleaved(
      tagged(first, trace("KeyError: 7", "ValueError: bad batch 7")),
      tagged(second, trace("IndexError: 8", "RuntimeError: bad batch 8"))
    )
  }

  @Test(
    "each process's traceback is one error with its own chain",
    arguments: [
      ("[rank0]: ", "[rank1]: "), ("[default0]:", "[default1]:"),
      ("[default0]:[rank0]: ", "[default1]:[rank1]: "),
      ("[1,0]<stderr>:", "[1,1]<stderr>:"), ("(Trainer pid=12) ", "(Trainer pid=13) "),
      ("(Trainer pid=12, ip=192.0.2.2) ", "(Trainer pid=12, ip=192.0.2.3) "),
      ("\u{1b}[36m(pay pid=12)\u{1b}[0m ", "\u{1b}[36m(pay pid=13)\u{1b}[0m "),
    ]
  )
  func apart(_ first: String, _ second: String) throws {
    let read = try ReadStream(Self.text(Self.two(first, second)))
    #expect(read.format == "trace")
    #expect(read.counts.malformed == 0)
    try #require(read.records.count == 2)
    #expect(read.records[0].contains(#""type":"ValueError""#))
    #expect(read.records[0].contains(#""message":"bad batch 7""#))
    #expect(read.records[0].contains(#""type":"KeyError""#))
    #expect(!read.records[0].contains("batch 8"))
    #expect(!read.records[0].contains("IndexError"))
    #expect(read.records[1].contains(#""type":"RuntimeError""#))
    #expect(read.records[1].contains(#""type":"IndexError""#))
    #expect(!read.records[1].contains("batch 7"))
  }

  @Test(
    "so it is behind the prefix of a collector of containers' lines",
    arguments: [
      ("2026-11-27T23:24:21.000000001Z stderr F ", ""), ("train-1  | ", ""),
      (#"{"log":""#, #"\n","stream":"stderr","time":"2026-11-27T23:24:21.000000001Z"}"#),
    ]
  )
  func inContainers(_ prefix: String, _ suffix: String) throws {
    let lines = Self.two("[rank0]: ", "[rank1]: ").map { line in
      prefix + (suffix.isEmpty ? line : line.replacingOccurrences(of: "\"", with: "\\\"")) + suffix
    }
    let read = try ReadStream(Self.text(lines))
    #expect(read.counts.malformed == 0)
    try #require(read.records.count == 2)
    #expect(read.records[0].contains(#""type":"ValueError""#))
    #expect(read.records[0].contains(#""type":"KeyError""#))
    #expect(!read.records[0].contains("batch 8"))
    #expect(read.records[1].contains(#""type":"RuntimeError""#))
    #expect(!read.records[1].contains("batch 7"))
  }

  @Test(
    "services and pods that write at the same time are taken apart without tags, too",
    arguments: [
      ("web-1  | ", "db-1   | "), ("[pod/shop-6c9f8d7b5-x2kqz/web] ", "[pod/shop-6c9f8d7b5-bb7jp/web] "),
    ]
  )
  func services(_ first: String, _ second: String) throws {
    let one = Self.trace("KeyError: 7", "ValueError: bad batch 7").filter { !$0.isEmpty } + ["went on"]
    let other = Self.trace("IndexError: 8", "RuntimeError: bad batch 8").filter { !$0.isEmpty } + ["went on"]
    let read = try ReadStream(Self.text(Self.interleaved(one.map { first + $0 }, other.map { second + $0 })))
    #expect(read.counts.malformed == 0)
    try #require(read.records.count == 2)
    #expect(read.records[0].contains(#""type":"ValueError""#))
    #expect(!read.records[0].contains("batch 8"))
    #expect(!read.records[0].contains("went on"))
    #expect(read.records[1].contains(#""type":"RuntimeError""#))
    #expect(read.counts.notErrors == 2)
  }

  @Test("the process's number is an attribute")
  func numbers() throws {
    let ranks = try ReadStream(Self.text(Self.two("[rank4]: ", "[rank11]: ")))
    #expect(ranks.records.first?.contains(#""rank":"4""#) == true)
    #expect(ranks.records.last?.contains(#""rank":"11""#) == true)
    let processes = try ReadStream(Self.text(Self.two("(A pid=4) ", "(A pid=11) ")))
    #expect(processes.records.last?.contains(#""pid":"11""#) == true)
  }

  @Test("lines of a log among them are read as they would be without them")
  func amongLogs() throws {
    let line = "2026-11-27 23:24:27,354 ERROR shop: careful"
    let lines = [line] + Self.two("[rank0]: ", "[rank1]: ").flatMap { [$0, line] }
    let read = try ReadStream(Self.text(lines))
    #expect(read.counts.malformed == 0)
    #expect(read.records.filter { $0.contains("careful") }.count == lines.filter { $0 == line }.count)
    #expect(read.records.filter { $0.contains("bad batch") }.count == 2)
  }

  @Test("a process that goes on to write, or fails again, begins something else")
  func ends() throws {
    let once = Self.tagged("[rank0]: ", Self.trace("KeyError: 1", "ValueError: a"))
    let again = Self.tagged("[rank0]: ", Self.trace("KeyError: 2", "ValueError: b"))
    let read = try ReadStream(Self.text(once + again))
    #expect(read.records.count == 2)
    let apart = try ReadStream(Self.text(once + ["[rank0]: 2026-11-27 23:24:27,354 INFO shop: fine"] + again))
    #expect(apart.records.count == 2)
  }

  @Test("a tag without a traceback changes nothing", arguments: ["[rank0]: epoch 7", "(A pid=1) epoch 7"])
  func noTraces(_ line: String) throws {
    let read = try ReadStream(Self.text(["2026-11-27 23:24:27,354 ERROR shop: careful", line]))
    #expect(read.records.count == 1)
    #expect(read.counts.malformed == 1)
  }

  @Test("a traceback that never ends does not hold the stream's lines")
  func bounded() throws {
    let line = "2026-11-27 23:24:27,354 ERROR shop: careful"
    let lines = ["[rank0]: Traceback (most recent call last):"] + Array(repeating: line, count: 20_000)
    let read = try ReadStream(Self.text(lines))
    #expect(read.records.filter { $0.contains("careful") }.count == 20_000)
  }

  @Test("no chunk's end tears a traceback, whatever the number of jobs")
  func chunks() async throws {
    let rules = """
      version: 1
      responders:
        - id: all
          rules: [ { id: bad, when: { type: ValueError }, then: proceed }, { id: other, then: abort } ]
      """
    var replays = try Replays(rules: rules)
    replays.options.input = .detected(FormatTable())
    replays.options.limits = Limits()
    let log = "2026-11-27 23:24:27,354 ERROR shop: careful"
    let traces = Self.two("[rank0]: ", "[rank1]: ") + [log] + Self.two("(A pid=1) ", "(A pid=2) ")
    for lines in [traces, [log] + traces + [log], traces.flatMap { [$0, log] }] {
      let bytes = Self.text(lines + lines)
      let (alone, whole) = try await replays.run([bytes], jobs: 1, chunkSize: 1 << 18)
      #expect(alone.lineCounts.addsUp)
      #expect(alone.lineCounts.malformed == 0)
      for size in [7, 61, 97, 256, 1_021] {
        for jobs in [1, 2, 8] {
          let (beside, parts) = try await replays.run([bytes], jobs: jobs, chunkSize: size)
          #expect(beside.lineCounts == alone.lineCounts, "chunks of \(size), \(jobs) jobs")
          #expect(parts.resolutions == whole.resolutions)
          #expect(parts.rejects == whole.rejects)
          #expect(parts.json == whole.json)
        }
      }
    }
  }

  @Test("a growing file's lines are sorted as far as they are there", arguments: [32, 128, 1 << 18])
  func following(_ chunkSize: Int) throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "errctl-tags-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: file) }
    let log = "2026-11-27 23:24:27,354 ERROR shop: careful"
    try Data(Self.text([log] + Self.two("[rank0]: ", "[rank1]: "))).write(to: file)
    let followed = try FollowedFile(file.path)
    var reader = StreamReader(
      following: followed,
      input: .detected(FormatTable()),
      limits: Limits(),
      chunkSize: chunkSize
    )
    var text = ""
    var chunk = Chunk()
    func readAll() {
      do { while try reader.read(into: &chunk) { text += String(chunk.bytes.slice) } } catch {}
    }
    readAll()
    let handle = try FileHandle(forWritingTo: file)
    try handle.seekToEnd()
    try handle.write(contentsOf: Data(Self.text([log])))
    readAll()
    let apart = Self.trace("KeyError: 7", "ValueError: bad batch 7").filter { !$0.isEmpty }
    #expect(text.contains((["[rank0]: " + apart[0]] + apart.dropFirst()).joined(separator: "\n")))
    #expect(text.split(separator: "\n").filter { $0 == log }.count >= 1)
  }

  @Test("as many processes as a large job has are taken apart, and their memory is bounded")
  func many() throws {
    let count = 600
    let traces = (0..<count).map { rank in
      Self.tagged("[rank\(rank)]: ", Self.trace("KeyError: 1", "ValueError: bad batch \(rank)"))
    }
    let lines = traces[0].indices.flatMap { line in traces.map { $0[line] } }
    let read = try ReadStream(Self.text(lines))
    #expect(read.records.count == count)
    #expect(read.counts.malformed == 0)
    let ended = (0..<5_000).flatMap {
      Self.tagged("(A pid=\($0)) ", Self.trace("KeyError: 1", "ValueError: 2"))
    }
    #expect(try ReadStream(Self.text(ended)).records.count == 5_000)
  }
}
