import ErrorStreams
import LanguageServer
import Replay
import RuleEngine
import Testing
import Workbench

@Suite("The first records of streams")
struct StreamHeadTests {
  private func head(_ texts: [String], input: StreamInput = .native, most: Int = 10, longest: Int = 1_000)
    throws
    -> StreamHead
  {
    let folder = try TestFolder()
    var streams: [Replayer.Stream] = []
    for (index, text) in texts.enumerated() {
      try folder.write("\(index).log", text)
      streams.append(TestDisk().stream(at: folder.file("\(index).log")))
    }
    var options = ReplayOptions()
    options.input = input
    return try StreamHead(streams, options, most: most, longest: longest)
  }

  private func records(_ count: Int, from first: Int = 0) -> String {
    (first..<(first + count)).map { "{\"type\":\"E\($0)\"}\n" }.joined()
  }

  @Test("are all records of short streams, one after the other")
  func whole() throws {
    let head = try head([records(4), records(6, from: 4)])
    #expect(head.isWhole)
    #expect(head.count == 10)
    #expect(String(decoding: head.text, as: UTF8.self) == records(10))
  }

  @Test("end at a number of records, in the stream where it is reached")
  func bounded() throws {
    let head = try head([records(4), records(7, from: 4), "not read"])
    #expect(!head.isWhole)
    #expect(String(decoding: head.text, as: UTF8.self) == records(10))
  }

  @Test("end before a number of bytes")
  func bytes() throws {
    let head = try head([records(8)], longest: records(3).utf8.count + 1)
    #expect(!head.isWhole)
    #expect(String(decoding: head.text, as: UTF8.self) == records(3))
  }

  @Test("are records, whatever the format of the stream is")
  func foreign() throws {
    let lines =
      "{\"level\":\"error\",\"time\":1763600400000,\"pid\":1,\"hostname\":\"h\",\"msg\":\"lost\",\"err\":{\"type\":\"Lost\"}}\n"
    let head = try head([lines + lines], input: .detected(FormatTable()))
    #expect(head.count == 2)
    #expect(String(decoding: head.text, as: UTF8.self).contains("Lost"))
  }

  @Test("of a stream of any kind are there, unless nothing in it can be read")
  func readable() throws {
    #expect(try !head([records(1)]).hasNoRecord)
    #expect(try !head([records(1)], input: .detected(FormatTable())).hasNoRecord)
    #expect(try !head(["nothing\n", "{\"status\":503}"], input: .detected(FormatTable())).hasNoRecord)
    #expect(try !head([""]).hasNoRecord, "an empty one is not unreadable")
    for input in [.native, .detected(FormatTable())] as [StreamInput] {
      #expect(try head(["Once upon a time\nthere was prose.\n"], input: input).hasNoRecord)
      #expect(try head(["{\"a\": 1\n"], input: input).hasNoRecord)
    }
  }

  @Test("of a stream that is not there are an error")
  func missing() {
    #expect(throws: Replayer.Failure.self) {
      _ = try StreamHead([TestDisk().stream(at: "/nowhere/at/all")], ReplayOptions())
    }
  }
}
