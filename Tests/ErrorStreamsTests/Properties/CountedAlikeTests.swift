import ErrorStreams
import Foundation
import Replay
import ReplaySupport
import RuleEngine
import TestSupport
import Testing
import Counting

/// Streams of all formats: what their producers wrote, and the example of each format.
enum ExampleStreams {
  static let all: [(name: String, bytes: [UInt8])] = files + examples + own

  private static let own = [
    (
      "errctl",
      Array(
        """
        {"type":"Shop.TimeoutError","attempt":1,"message":"late"}
        {"message":{"an":"object"},"origin":"app"}
        {"completed":true,"origin":"app"}
        {"status":"503"}
        5

        """.utf8
      )
    )
  ]

  private static var files: [(name: String, bytes: [UInt8])] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: ReadStream.fixtures.path)) ?? []
    let others = ["records", "sh", "py", "md", "export"]
    return names.sorted().filter { name in
      name != "VERSIONS" && !others.contains { name.hasSuffix(".\($0)") }
    }
    .compactMap { name in
      (try? Data(contentsOf: ReadStream.fixtures.appending(path: name))).map { (name, Array($0)) }
    }
  }

  private static var examples: [(name: String, bytes: [UInt8])] {
    BuiltInFormats.all.map { ($0.name, Array("\($0.example)\n".utf8)) }
  }
}

@Suite("Inspection and replay")
struct CountedAlikeTests {
  private static let rules = """
    version: 1
    responders: [ { id: app, rules: [ { id: all, when: {}, then: cancel } ] } ]
    """
  /// Lines that were read differently, or that are none of their stream's.
  private static let odd = [
    #"{"message":{"an":"object"},"origin":"a"}"#, "plain words", #"{"level":"error"}"#, #"{"hello":1}"#,
    #"{"type":"A","attempt":1}"#, "", "{", "\tat a.b(C.java:1)", "ERROR: boom", #"["#, #"{"status":503}"#,
  ]

  @Test("Count the same records, errors and rejected lines", arguments: ExampleStreams.all.map { $0.name })
  func counts(name: String) async throws {
    let index = try #require(ExampleStreams.all.firstIndex { $0.name == name })
    let bytes = ExampleStreams.all[index].bytes
    var replays = try Replays(rules: Self.rules)
    replays.options.input = .detected(FormatTable())
    replays.options.limits = Limits()
    let odd = Scale.isQuick ? [Self.odd[index % Self.odd.count]] : Self.odd
    for more in (Scale.isQuick ? [] : [[]]) + odd.map({ Array("\n\($0)\n".utf8) }) {
      let read = try ReadStream(bytes + more)
      let counts = read.counts
      let text = String(decoding: more, as: UTF8.self)
      #expect(
        counts.lines + counts.inner == read.records.count + counts.notErrors + counts.malformed
          + counts.tooLong + counts.truncated + counts.blank + counts.passedOver + counts.continued,
        "\(text)"
      )
      do {
        let (summary, _) = try await replays.run([bytes + more], jobs: 1, chunkSize: 1 << 18)
        let lines = summary.lineCounts
        #expect(lines.addsUp, "\(text)")
        #expect(lines.records + lines.completed == read.records.count, "\(text)")
        #expect(lines.lines == counts.lines, "\(text)")
        #expect(lines.inner == counts.inner, "\(text)")
        #expect(lines.notErrors == counts.notErrors, "\(text)")
        #expect(lines.malformed == counts.malformed, "\(text)")
        #expect(lines.tooLong == counts.tooLong && lines.truncated == counts.truncated, "\(text)")
        #expect(lines.blank == counts.blank && lines.passedOver == counts.passedOver, "\(text)")
        #expect(lines.continued == counts.continued && lines.otherFormats == counts.otherFormats, "\(text)")
      } catch Replayer.Failure.noErrors {
        #expect(read.records.isEmpty, "\(text)")
      }
    }
  }
}
