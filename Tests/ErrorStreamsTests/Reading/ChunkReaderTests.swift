import ErrorStreams
import Replay
import ReplaySupport
import RuleEngine
import Testing
import Counting

@Suite("Lines of a stream")
struct ChunkReaderTests {
  private static let rules = """
    version: 1
    responders: [ { id: app, rules: [ { id: all, when: {}, then: cancel } ] } ]
    """

  private static func lines(_ count: Int, _ end: String) -> [UInt8] {
    Array((0..<count).map { "2026-11-21 01:41:\(10 + $0 % 50) ERROR boom \($0)\(end)" }.joined().utf8)
  }

  @Test("Carriage returns end the lines of a stream without line feeds")
  func returns() throws {
    let read = try ReadStream(Self.lines(20, "\r"))
    #expect(read.counts.lines == 20)
    #expect(read.records == (try ReadStream(Self.lines(20, "\n")).records))
    let json = try ReadStream(
      Array("{\"level\":\"error\",\"msg\":\"a\"}\r{\"level\":\"error\",\"msg\":\"b\"}".utf8)
    )
    #expect(json.records.count == 2)
    let table = try ReadStream(Array("name,level,message\ra,error,b\rc,error,d\r".utf8))
    #expect(table.format == "csv")
    #expect(table.records.count == 2)
    // An object over several lines.
    let object = try ReadStream(Array("{\r  \"level\": \"error\",\r  \"msg\": \"a\"\r}\r".utf8))
    #expect(object.records == [#"{"severity":"error","message":"a"}"#])
  }

  @Test("Where there are line feeds, a carriage return alone ends no line")
  func feeds() throws {
    for text in [
      "2026-11-21 01:41:19 ERROR a\rb\n2026-11-21 01:41:20 ERROR c\n", "2026-11-21 01:41:19 ERROR a\r\n",
    ] {
      let read = try ReadStream(Array(text.utf8))
      #expect(read.counts.lines == text.utf8.count { $0 == UInt8(ascii: "\n") })
      #expect(read.counts.malformed == 0)
    }
  }

  @Test("The first line up to the limit decides, whatever the size of chunks")
  func limits() async throws {
    var replays = try Replays(rules: Self.rules)
    var limits = Limits()
    limits.recordBytes = 400
    replays.options.limits = limits
    replays.options.input = .detected(FormatTable())
    // A line feed beyond the limit comes too late; one within it decides.
    for (text, records) in [
      (Self.lines(40, "\r") + Self.lines(3, "\n"), 43), (Self.lines(1, "\n") + Self.lines(40, "\r"), 1),
      (Self.lines(4, "\r") + Self.lines(3, "\n"), 3),
    ] {
      let (whole, _) = try await replays.run([text], jobs: 1, chunkSize: 1 << 18)
      #expect(whole.lineCounts.records == records)
      #expect(whole.lineCounts.addsUp)
      for size in [3, 61, 400, 401] {
        let (parts, _) = try await replays.run([text], jobs: 1, chunkSize: size)
        #expect(whole.lineCounts == parts.lineCounts, "\(size)")
      }
    }
  }
}
