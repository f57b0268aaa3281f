import ErrorStreams
import RuleEngine
import Testing

@Suite("Mapping files that are like a format")
struct MappingFileLikeTests {
  private static func mapping(_ text: String) throws -> Mapping {
    var diagnostics = Diagnostics()
    let read = MappingFile.read(
      name: "a.mapping.yaml",
      bytes: Array(text.utf8),
      limits: Limits(),
      into: &diagnostics
    )
    try #require(diagnostics.all.map { $0.message } == [])
    return try #require(read)
  }

  private static func read(_ text: String, _ lines: [String]) throws -> ReadStream {
    let plan = FormatPlan(try mapping(text))
    return try ReadStream(
      Array(lines.map { "\($0)\n" }.joined().utf8),
      input: .format(plan, FormatTable(own: [plan]))
    )
  }

  private static func faults(_ text: String) -> [String] {
    var diagnostics = Diagnostics()
    _ = MappingFile.read(
      name: "a.mapping.yaml",
      bytes: Array(text.utf8),
      limits: Limits(),
      into: &diagnostics
    )
    return diagnostics.sorted.map {
      "\($0.range.start.line):\($0.range.start.column): \($0.message)"
    }
  }

  private static let orders = #"""
    mapping: 1
    name: shop
    like: java-text
    extract:
      - { from: message, pattern: 'order (?P<operation>A-\d+)(?: attempt (?P<attempt>\d+))?' }
      - { from: message, pattern: 'queue (?P<queue>\w+)' }
    """#

  @Test("What the format reads stays, a stack trace too; groups named after fields are fields")
  func extracted() throws {
    let read = try Self.read(
      Self.orders,
      [
        "2026-11-21 01:41:19,483 ERROR [main] com.shop.Pay - order A-12 attempt 2: charge failed",
        "com.shop.Timeout: upstream timed out",
        "    at com.shop.Pay.charge(Pay.java:12)",
        "2026-11-21 01:41:20,000 INFO [main] com.shop.Pay - order A-13 attempt 1 charged",
        "2026-11-21 01:41:21,000 WARN [main] com.shop.Pay - queue mail is full",
      ]
    )
    #expect(
      read.records == [
        #"{"time":"2026-11-21T01:41:19.483Z","origin":"com.shop.Pay","severity":"error","operation":"A-12","#
          + #""attempt":2,"type":"com.shop.Timeout","message":"upstream timed out","attributes":{"thread":"main","#
          + #""message":"order A-12 attempt 2: charge failed","more":"com.shop.Timeout: upstream timed out\n"#
          + #"    at com.shop.Pay.charge(Pay.java:12)"}}"#,
        #"{"time":"2026-11-21T01:41:21.000Z","origin":"com.shop.Pay","severity":"warning","#
          + #""message":"queue mail is full","attributes":{"thread":"main","queue":"mail"}}"#,
      ]
    )
    #expect(read.counts.notErrors == 1)
    #expect(read.counts.continued == 2)
    #expect(read.counts.malformed == 0)
  }

  @Test("A key of the mapping goes before the format's, a field before the format's field")
  func given() throws {
    let read = try Self.read(
      #"""
      mapping: 1
      name: shop
      like: java-text
      fields: { severity: { from: level, values: { INFO: error } }, operation: thread }
      drop: context
      errors: { atLeast: error }
      """#,
      [
        "2026-11-21 01:41:19,483 INFO [job-1] com.shop.Pay - a",
        "2026-11-21 01:41:20,483 WARN [job-2] com.shop.Pay - b",
      ]
    )
    #expect(
      read.records == [
        #"{"time":"2026-11-21T01:41:19.483Z","origin":"com.shop.Pay","severity":"error","operation":"job-1","message":"a"}"#
      ]
    )
  }

  @Test(
    "Formats of JSON, of pairs and of requests are extended alike",
    arguments: [
      (
        "pino", "msg",
        #"{"time":1795225279538,"level":50,"pid":17,"hostname":"web-1","msg":"job 4711 failed"}"#
      ),
      ("logfmt", "msg", #"time=2026-11-21T01:41:19Z level=error msg="job 4711 failed""#),
      ("klog", "message", #"E1121 01:41:19.483920      17 pay.go:12] job 4711 failed"#),
      (
        "access", "request",
        #"10.0.0.1 - - [21/Nov/2026:01:41:19 +0000] "GET /job 4711 HTTP/1.1" 502 157"#
      ),
    ]
  )
  func others(format: String, member: String, line: String) throws {
    let mapping = """
      mapping: 1
      name: a
      like: \(format)
      extract: { from: \(member), pattern: 'job (?P<operation>\\d+)' }
      """
    let read = try Self.read(mapping, [line])
    #expect(read.records.count == 1)
    let record = try #require(read.records.first)
    #expect(record.contains(#""operation":"4711""#))
    #expect(record.contains(#""severity":"error""#))
  }

  @Test("A text may be a member that the format extracts itself")
  func extractedTwice() throws {
    let read = try Self.read(
      #"""
      mapping: 1
      name: a
      like: java-logging
      extract: { from: message, pattern: 'order (?P<operation>A-\d+)' }
      """#,
      ["Mar 22, 2011 1:11:31 PM MyClass fatal", "SEVERE: order A-12 failed"]
    )
    #expect(
      read.records == [
        #"{"time":"2011-03-22T13:11:31Z","origin":"MyClass","severity":"error","operation":"A-12","#
          + #""message":"order A-12 failed","attributes":{"method":"fatal"}}"#
      ]
    )
  }

  @Test("A field that the format or the mapping reads is not read from a group of its name")
  func taken() throws {
    let mapping = try Self.mapping(
      #"""
      mapping: 1
      name: a
      like: access
      extract: { from: request, pattern: '(?P<status>\d)(?P<id>\d)(?P<operation>\d)' }
      fields: { operation: client }
      """#
    )
    let names = mapping.fields.map { $0.field.name }
    #expect(names == ["time", "origin", "severity", "status", "operation", "id"])
    #expect(mapping.fields.first { $0.field == .operation }?.from == ["client"])
  }

  @Test("Written as a file, it is the same mapping, without the format's patterns")
  func written() throws {
    let mapping = try Self.mapping(Self.orders)
    let text = MappingText.text(of: mapping)
    #expect(!text.contains("patterns:"))
    #expect(try Self.mapping(text) == mapping)
  }

  @Test("What can't be combined is refused at its place")
  func refused() {
    let start = "mapping: 1\nname: a\n"
    #expect(
      Self.faults("\(start)like: jva-text") == [
        "3:7: There is no built-in format “jva-text”. Did you mean “java-text”? errctl formats lists them."
      ]
    )
    #expect(
      Self.faults("\(start)like: klog\ntext: { patterns: '(?P<message>.*)' }") == [
        "4:7: “like” already defines how the log is split. Remove “text”."
      ]
    )
    #expect(
      Self.faults("\(start)like: csv\ntable: { separator: tab }") == [
        "4:8: “like” already defines how the log is split. Remove “table”."
      ]
    )
    #expect(
      Self.faults("\(start)like: otlp\nextract: { from: body, pattern: '(?P<operation>.)' }") == [
        "4:10: “extract” can't be used with “like: otlp”, whose records are inside documents. Remove “extract”."
      ]
    )
    #expect(
      Self.faults("\(start)like: klog\nextract: { from: mesage, pattern: '(?P<operation>.)' }") == [
        "4:18: “like: klog” reads no member “mesage”. Did you mean “message”? "
          + "The members are level, clock, thread, file, line, message, pairs, more."
      ]
    )
  }
}
