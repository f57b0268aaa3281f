import Foundation
@testable import Engine
import RuleEngine
import TestSupport
import Testing

@Suite("A record on the fast path")
struct ErrorRecordLinesTests {
  @Test(
    "equals the general reader's result, including faults, for lines of any shape",
    arguments: 1...(Scale.isQuick ? 1 : 8)
  )
  func agreement(seed: UInt64) {
    var lines = RandomLines(seed: seed)
    var reading = RecordLines()
    var stream: [UInt8] = []
    for _ in 0...Scale.of(1_500, quick: 500) {
      let start = stream.count
      let line = lines.line()
      stream += line + [UInt8(ascii: "\n")]
      // In the middle of a stream, and at its very end.
      for text in [stream, Array(stream.dropLast())] {
        if let difference = reading.difference(text, at: start) {
          Issue.record("\(difference): \(String(decoding: line, as: UTF8.self))")
          return
        }
      }
      if stream.count > 1_000 { stream = [] }
    }
    #expect(reading.both > Scale.of(1_000, quick: 330))
    #expect(reading.declined > Scale.of(5, quick: 1))
    #expect(reading.found > Scale.of(500, quick: 160))
    #expect(reading.missed > Scale.of(4_000, quick: 1_250))
  }

  @Test("equals the general reader's result when the line is cut at any byte")
  func truncated() {
    var reading = RecordLines()
    let line = Array(Self.usual.utf8)
    for end in 0...line.count {
      for rest in ["", "\n", "\r\n", "x\n"] {
        #expect(reading.difference(Array(line[0..<end]) + Array(rest.utf8)) == nil, "\(end)")
      }
    }
    // Followed by nothing, by a line feed, or by CR LF. The keys are added the first time.
    #expect(reading.both == 3)
  }

  @Test("equals the general reader's result with any one byte changed")
  func changed() {
    var reading = RecordLines()
    let line = Array(Self.usual.utf8)
    for place in line.indices {
      for byte in [
        0x00, 0x0A, 0x1F, 0x20, 0x22, 0x2C, 0x30, 0x3A, 0x5C, 0x7B, 0x7D, 0x80, 0xC3, 0xE3, 0xF0, 0xFF,
      ] as [UInt8] {
        var changed = line
        changed[place] = byte
        #expect(reading.difference(changed) == nil, "\(byte) at \(place)")
      }
    }
    #expect(reading.both > line.count)
  }

  @Test("stops at the same limits")
  func limits() {
    for (values, depth, bytes) in [
      (24, 128, 400), (25, 3, 180), (26, 4, 182), (27, 2, 183), (1, 1, 1), (0, 0, 0),
    ] {
      var limits = Limits()
      limits.recordValues = values
      limits.recordDepth = depth
      limits.recordBytes = bytes
      var reading = RecordLines(limits)
      for line in [Self.usual, "{}", "{\"type\":\"a\"}", "{\"type\":\"a\",\"is\":[[[[1]]]]}"] {
        for _ in 0..<2 {
          let bytes = Array(line.utf8)
          // Callers of the general reader check the length first.
          guard bytes.count <= reading.limits.recordBytes else { continue }
          #expect(reading.difference(bytes) == nil)
        }
      }
    }
    for values in 0...60 {
      var limits = Limits()
      limits.recordValues = values
      var reading = RecordLines(limits)
      for _ in 0..<2 { #expect(reading.difference(Array(Self.usual.utf8)) == nil) }
    }
  }

  @Test("is read with any number of keys in the stream, all of which are evicted in time")
  func manyKeys() {
    var reading = RecordLines()
    for number in 0..<3_000 {
      let line =
        "{\"type\":\"a\",\"key\(number)\":1,\"attributes\":{\"k\(number)\":{\"x\(number)\":[{\"y\(number)\":2}]}}}"
      #expect(reading.difference(Array(line.utf8)) == nil)
    }
    #expect(reading.both == 3_000)
  }

  @Test("may contain more values than any record before it")
  func growth() {
    var reading = RecordLines()
    let counts = Array(115...130) + [1_000, 2_000, 4_000]
    for count in counts {
      let line =
        "{\"type\":\"a\",\"is\":[" + Array(repeating: "1", count: count).joined(separator: ",") + "]}"
      for _ in 0..<2 { #expect(reading.difference(Array(line.utf8)) == nil) }
    }
    // The first of each may exceed the capacity, which then grows.
    #expect(reading.both >= counts.count)
  }

  @Test("equals the general reader's result for every stream and JSON text of the repository")
  func streams() throws {
    var texts: [[UInt8]] = []
    for folder in ["rules", "Tests", "Examples"] {
      let files = FileManager.default.enumerator(
        at: Repository.root.appending(path: folder),
        includingPropertiesForKeys: nil
      )
      for case let file as URL in files ?? FileManager.DirectoryEnumerator()
      where ["ndjson", "jsonl"].contains(file.pathExtension) {
        texts.append(Array(try Data(contentsOf: file)))
      }
    }
    #expect(!texts.isEmpty)
    for name in SharedData.names(in: JSONTestSuiteTests.folder) ?? [] {
      guard let text = SharedData.bytes("\(JSONTestSuiteTests.folder)/\(name)") else { continue }
      texts.append(text)
      // Also as the value of a member.
      texts.append(Array("{\"type\":\"a\",\"attributes\":{\"x\":".utf8) + text + Array("}}".utf8))
    }
    var reading = RecordLines()
    for text in texts {
      var start = 0
      while start <= text.count {
        #expect(reading.difference(text, at: start) == nil)
        start = (text[start...].firstIndex(of: UInt8(ascii: "\n")) ?? text.count) + 1
        if start >= text.count { break }
      }
    }
    #expect(reading.both > 200)
  }

  static let usual = """
    {"time":"2026-10-21T00:00:02.482Z","type":"Shop.Push.SessionError","domain":"acme.push","code":-37,"severity":"error",\
    "message":"C:\\\\Users \\"x\\" é レコード","attributes":{"host":"api-01","elapsed":1626,"ok":true},"underlying":[{"code":7040}]}
    """
}
