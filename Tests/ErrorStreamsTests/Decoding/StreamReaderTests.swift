import ErrorStreams
import Replay
import ReplaySupport
import RuleEngine
import Testing
import Counting

@Suite("The row that names the columns of a table")
struct StreamReaderTests {
  private static let rules = """
    version: 1
    responders: [ { id: app, rules: [ { id: all, when: {}, then: cancel } ] } ]
    """

  /// By all at once and in pieces, as from a pipe.
  private static func replay(_ table: String, _ lines: [String]) async throws -> (LineCounts, json: String) {
    let mapping = """
      { "mapping": 1, "name": "a", "skip": "#", "table": \(table), "fields": { "severity": "level", "message": "msg" } }
      """
    var diagnostics = Diagnostics()
    let read = MappingFile.read(
      name: "a.mapping.json",
      bytes: Array(mapping.utf8),
      limits: Limits(),
      into: &diagnostics
    )
    let plan = FormatPlan(try #require(read, "\(diagnostics.all.map { $0.message })"))
    var replays = try Replays(rules: rules)
    replays.options.input = .format(plan, FormatTable(own: [plan]))
    let bytes = Array(lines.map { "\($0)\n" }.joined().utf8)
    let (whole, expected) = try await replays.run([bytes], jobs: 1, chunkSize: 1 << 18)
    let (_, pieces) = try await replays.run([bytes], jobs: 1, chunkSize: 8)
    #expect(pieces == expected)
    return (whole.lineCounts, expected.json)
  }

  @Test("may follow lines that are passed over, which were read before it")
  func afterOthers() async throws {
    let (counts, _) = try await Self.replay(
      "{}",
      ["# a comment", "", "# another", "level,msg", "error,a", "error,b"]
    )
    #expect(counts.records == 2)
    #expect(counts.passedOver == 3)
    #expect(counts.malformed == 0)
  }

  @Test("names none of the rows before it if it may be any line")
  func beforeIt() async throws {
    let (counts, _) = try await Self.replay(
      ##"{"separator":"comma","header":"#Fields:"}"##,
      ["error,a", "#Fields: level,msg", "error,b", "#Fields: msg,level", "c,error"]
    )
    #expect(counts.records == 2)
    #expect(counts.passedOver == 2)
    #expect(counts.malformed == 1)
  }

  @Test("names those after an object of several lines, which counts as many lines")
  func afterObject() async throws {
    let (counts, json) = try await Self.replay(
      ##"{"separator":"comma","header":"#Fields:"}"##,
      ["{", "}", "#Fields: level,msg", "alone", "error,b"]
    )
    #expect(counts.records == 1)
    #expect(
      json.contains(#""line": 4, "column": 1, "reason": "This row has 1 column, but the header row has 2.""#)
    )
  }
}
