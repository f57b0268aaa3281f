import ErrorStreams
import Foundation
import Replay
import ReplaySupport
import RuleEngine
import SystemPackage
import TestSupport
import Testing
import Counting

@Suite("The beginnings of streams")
struct FormatSearchTests {
  private static let text = (0..<5).map { "2026-11-21 01:41:2\($0) ERROR boom\n" }.joined()
  private static let json = #"{"time":"2026-11-21T01:41:19Z","level":"ERROR","msg":"boom"}"# + "\n"

  private static func limits(_ bytes: Int) -> Limits {
    var limits = Limits()
    limits.recordBytes = bytes
    return limits
  }

  @Test("A first line over the limit costs only itself")
  func longFirstLine() throws {
    let long = String(repeating: "x", count: 2_000) + "\n"
    for (log, format, records) in [(Self.text, "text", 5), (Self.json, "json", 1)] {
      for beginning in [long, long + long, "# banner\n" + long + long] {
        let read = try ReadStream(Array((beginning + log).utf8), limits: Self.limits(1_000))
        #expect(read.format == format)
        #expect(read.records.count == records)
        #expect(read.counts.tooLong == beginning.split(separator: "\n").count { $0.count > 1_000 })
        #expect(read.counts.lines == beginning.split(separator: "\n").count + records)
      }
    }
  }

  @Test(
    "A first line over the limit, blank lines and banners are counted alike for any chunk size and number of jobs"
  )
  func chunks() async throws {
    var replays = try Replays(
      rules: "version: 1\nresponders: [ { id: app, rules: [ { id: all, when: {}, then: cancel } ] } ]\n"
    )
    replays.options.input = .detected(FormatTable())
    replays.options.limits = Self.limits(1_000)
    let long = String(repeating: "x", count: 2_000) + "\n"
    let trace = "java.lang.Error: x\n\tat a.b(C.java:1)\n"
    for log in [Self.text + trace, Self.json, #"{"type":"Shop.TimeoutError","attempt":1}"# + "\n"] {
      for beginning in [long, "\n \n\r\n", "\n\n" + long + "\n", String(repeating: "banner\n", count: 200)] {
        let bytes = Array((beginning + log).utf8)
        let (alone, whole) = try await replays.run([bytes], jobs: 1, chunkSize: 1 << 18)
        #expect(alone.lineCounts.addsUp)
        #expect(alone.lineCounts.records > 0)
        #expect(alone.lineCounts.lines == bytes.count { $0 == UInt8(ascii: "\n") })
        for size in [7, 61, 997] {
          let (beside, parts) = try await replays.run([bytes], jobs: 3, chunkSize: size)
          #expect(beside.lineCounts == alone.lineCounts)
          #expect(parts.resolutions == whole.resolutions)
          #expect(parts.json == whole.json)
        }
      }
    }
  }

  @Test("Behind a banner of hundreds of lines the format is found")
  func banner() throws {
    let banner = (0..<900).map { "welcome, line \($0)\n" }.joined()
    let read = try ReadStream(Array((banner + Self.json).utf8))
    #expect(read.format == "json")
    #expect(read.records.count == 1)
    #expect(read.counts.malformed == 900)
  }

  @Test("Blank lines at the beginning are counted, but not kept")
  func blankLines() throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "errctl-blank-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: file) }
    let blank = Data(repeating: UInt8(ascii: "\n"), count: 1 << 20)
    try (blank + Data(" \r\n".utf8) + Data(Self.json.utf8) + Data("\n".utf8)).write(to: file)
    let descriptor = try FileDescriptor.open(FilePath(file.path), .readOnly)
    defer { try? descriptor.close() }
    var reader = ChunkReader(descriptor, lineLimit: 1 << 20, chunkSize: 4_096)
    var chunk = Chunk()
    #expect(try reader.read(into: &chunk))
    #expect(chunk.blankLines == 1 << 20 + 1)
    #expect(chunk.bytes.count < 8_192)
    #expect(chunk.position == 1 << 20 + 3)
    let read = try ReadStream(file)
    #expect(read.counts.blank == 1 << 20 + 2)
    #expect(read.records.count == 1)
    #expect(try ReadStream(Array("\n\n\n".utf8)).counts.blank == 3)
    let faulty = try ReadStream(Array("\n\n{\n\(Self.json)".utf8))
    #expect(faulty.rejected.map { $0.line } == [3])
    // Documents have the numbers of their lines.
    let array = try ReadStream(Array("\n\n[\n\(Self.json),\n5\n]\n".utf8))
    #expect(array.rejected.map { $0.line } == [6])
    #expect(array.counts.blank == 0)
  }

  @Test("Objects without line ends between them are records of their own")
  func concatenated() throws {
    let object = Self.json.trimmingCharacters(in: .newlines)
    for separator in ["", " ", "\t"] {
      let read = try ReadStream(Array([object, object, object].joined(separator: separator).utf8))
      #expect(read.format == "json")
      #expect(read.records.count == 3)
      #expect(read.counts.lines == 3)
    }
  }

  @Test("An array that is never closed is said")
  func openArray() throws {
    let object = Self.json.trimmingCharacters(in: .newlines)
    for (text, isOpen) in [
      ("[\(object),\n\(object),\n", true), ("[\(object)\n", true), ("[\(object)]\n", false),
      ("[\(object), 5]", false), ("[]", false), ("[\n", true), ("\(object)\n\(object)\n", false),
    ] {
      let read = try ReadStream(Array(text.utf8))
      #expect((read.fault == .openArray) == isOpen, "\(text)")
    }
  }

  // GoogleCloudPlatform/ops-agent, logging_processor-windows_event_log_v2, as Fluent Bit's winevtlog has it.
  @Test("A Windows event is none of Sentry's")
  func windowsEvent() throws {
    let event =
      #"{"event_id":{"id":7036,"qualifiers":16384},"level":"Information","message":"The service entered the stopped state.","channel":"System"}"#
    let read = try ReadStream(Array("\(event)\n\(event.replacing("Information", with: "Error"))\n".utf8))
    #expect(read.format == "json")
    #expect(read.records.count == 1)
    #expect(read.counts.notErrors == 1)
  }
}
