import ErrorStreams
import RuleEngine
import Testing

@Suite("Operations and attempts found in messages")
struct MessageMembersTests {
  /// The draft of a log of Java's loggers with these messages, each an error.
  private static func draft(_ messages: [String]) throws -> (lines: [UInt8], text: String) {
    let lines = messages.enumerated().map { index, message in
      "2026-11-21 01:41:\(index + 10),483 ERROR [pool-1] com.shop.Pay - \(message)\n"
    }
    let bytes = Array(lines.joined().utf8)
    let read = try ReadStream(bytes, isToDraft: true)
    try #require(read.format == "java-text")
    return (bytes, try #require(read.draft).text(comment: ["for a test"]))
  }

  private static func extracted(_ messages: [String]) throws -> [String] {
    try draft(messages).text.split(separator: "\n").filter { $0.hasPrefix("  - ") || $0.contains("# guess") }
      .map { String($0.drop { $0 == " " }) }
  }

  private static let orders = [
    "order A-129284 attempt 1/3: declined", "order A-129284 attempt 2/3: declined",
    "order A-129286 attempt 1/3: declined", "stock on host web-1 is low",
  ]

  @Test("A label with ids and a counter beside it are proposed, with the records that have them")
  func orderAndAttempt() throws {
    #expect(
      try Self.extracted(Self.orders) == [
        "# guess: seen in 3 of 4 records, first as “order A-129284”; 1 of 2 values recur",
        #"- { from: [ message, exception ], pattern: '\border (?P<operation>A-\d+)' }"#,
        "# guess: seen in 3 of 4 records, first as “attempt 1”",
        #"- { from: [ message, exception ], pattern: '\b(?i:attempt)(?: number| no\.?)?[ :=#("]*(?P<attempt>\d+)\b' }"#,
      ]
    )
  }

  @Test("The draft names the format in place of its patterns, is valid, and gives the proposed fields")
  func roundTrip() throws {
    let (lines, text) = try Self.draft(Self.orders)
    #expect(text.contains("like: java-text\nreplaces: java-text\nextract:\n"))
    #expect(!text.contains("patterns:"))
    var diagnostics = Diagnostics()
    let mapping = MappingFile.read(
      name: "a.mapping.yaml",
      bytes: Array(text.utf8),
      limits: Limits(),
      into: &diagnostics
    )
    #expect(diagnostics.all.map { $0.message } == [])
    let plan = FormatPlan(try #require(mapping))
    let read = try ReadStream(lines, input: .format(plan, FormatTable(own: [plan])))
    #expect(
      read.records.map { $0.contains(#""operation":"A-12928"#) && $0.contains(#""attempt":"#) } == [
        true, true, true, false,
      ]
    )
    #expect(read.records.first?.contains(#""attempt":1"#) == true)
  }

  @Test(
    "A draft of each text format is valid and reads its example alike",
    arguments: BuiltInFormats.all.filter { $0.isText }.map { $0.name }
  )
  func formats(name: String) throws {
    let format = try #require(BuiltInFormats.all.first { $0.name == name })
    var times = TimeDefaults()
    times.years = .first(2026)
    let bytes = Array("\(format.example)\n".utf8)
    let draft = try ReadStream(bytes, times: times, isToDraft: true).draft
    var diagnostics = Diagnostics()
    let mapping = MappingFile.read(
      name: "a.mapping.yaml",
      bytes: Array(try #require(draft).text(comment: []).utf8),
      limits: Limits(),
      into: &diagnostics
    )
    #expect(diagnostics.all.map { $0.message } == [])
    let plan = FormatPlan(try #require(mapping))
    let read = try ReadStream(bytes, input: .format(plan, FormatTable(own: [plan])), times: times)
    #expect(read.records == [format.becomes])
  }

  @Test("An id without a counter is proposed if values recur; of several spellings all are read")
  func ids() throws {
    #expect(
      try Self.extracted([
        "message id=7f-3a lost", "message id=7f-3a lost", "messageId: c9-01 lost", "message id=00-1f lost",
      ]) == [
        "# guess: seen in 4 of 4 records, first as “message id=7f-3a”; 1 of 3 values recur",
        #"- { from: [ message, exception ], pattern: '\b(?:message id=|messageId: )(?P<operation>[\w-]*\d[\w-]*)' }"#,
      ]
    )
    #expect(try Self.extracted(["order A-1 lost", "order A-2 lost", "order A-3 lost"]) == [])
  }

  @Test("A retry counts, too, and the note tells to check what it counts")
  func retries() throws {
    #expect(
      try Self.extracted(["job 4711 failed, retry 1 of 5", "job 4712 failed, retry 1 of 5"]) == [
        "# guess: seen in 2 of 2 records, first as “job 4711”; 0 of 2 values recur",
        #"- { from: [ message, exception ], pattern: '\bjob (?P<operation>\d+)' }"#,
        "# guess: seen in 2 of 2 records, first as “retry 1 of 5”. Check that 1 is the first try",
        #"- { from: [ message, exception ], pattern: '\b(?i:retry|try)(?: number| no\.?)?[ :=#("]*(?P<attempt>\d+)(?:/| of )\d' }"#,
      ]
    )
  }

  @Test("A label of any other name is proposed if its values recur with other attempts")
  func otherNames() throws {
    let found = try Self.extracted([
      "episode 42 lasted 1523 (attempt 1)", "episode 43 lasted 1600 (attempt 1)",
      "episode 42 lasted 1709 (attempt 2)", "episode 43 lasted 1811 (attempt 2)",
    ])
    #expect(found.contains { $0.contains(#"'\bepisode (?P<operation>\d+)'"#) })
    #expect(found.count == 4)
  }

  @Test(
    "Whatever many clients share is not proposed, nor is a measure",
    arguments: [
      "host web-%", "user u%", "server 10.0.0.%:443", "GET /orders/%", "took %00 ms", "worker %", "code %",
      "lasted %00",
    ]
  )
  func shared(label: String) throws {
    let messages = (0..<12).map { index in
      label.split(separator: "%", omittingEmptySubsequences: false).joined(separator: "\(index % 3)")
        + " failed (attempt \(index / 3 % 2 + 1))"
    }
    #expect(try Self.extracted(messages).count { $0.contains("operation") } == 0)
  }
}
