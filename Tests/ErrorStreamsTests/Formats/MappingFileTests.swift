import ErrorStreams
import RuleEngine
import Testing

@Suite("Mapping files")
struct MappingFileTests {
  /// The records of a log by a mapping, and what the file's reading reports.
  private static func read(_ mapping: String, _ lines: [String], year: Int? = nil) throws -> ReadStream {
    var diagnostics = Diagnostics()
    let read = MappingFile.read(
      name: "a.mapping.yaml",
      bytes: Array(mapping.utf8),
      limits: Limits(),
      into: &diagnostics
    )
    try #require(diagnostics.all.map { $0.message } == [])
    let plan = FormatPlan(try #require(read))
    var times = TimeDefaults()
    if let year { times.years = .first(year) }
    return try ReadStream(
      Array(lines.map { "\($0)\n" }.joined().utf8),
      input: .format(plan, FormatTable(own: [plan])),
      times: times
    )
  }

  private static func faults(_ mapping: String) -> [String] {
    var diagnostics = Diagnostics()
    _ = MappingFile.read(
      name: "a.mapping.yaml",
      bytes: Array(mapping.utf8),
      limits: Limits(),
      into: &diagnostics
    )
    return diagnostics.sorted.map { finding in
      "\(finding.range.start.line):\(finding.range.start.column): \(finding.message)"
    }
  }

  private static func timed(_ format: String) -> String {
    """
    mapping: 1
    name: a
    fields:
      time: { from: t, as: time, format: \(format) }
      message: m
    errors: all
    """
  }

  /// The time of one record.
  private static func time(_ text: String, by format: String, year: Int? = nil) throws -> String? {
    let read = try read(timed("'\(format)'"), ["{\"t\":\"\(text)\",\"m\":\"x\"}"], year: year)
    let record = try #require(read.records.first)
    guard record.hasPrefix("{\"time\":\"") else { return nil }
    return String(record.dropFirst(9).prefix { $0 != "\"" })
  }

  @Test(
    "A time is read by its layout",
    arguments: [
      ("17/06/09 20:10:40", "%y/%m/%d %H:%M:%S", "2017-06-09T20:10:40Z"),
      ("081109 203615", "%y%m%d %H%M%S", "2008-11-09T20:36:15Z"),
      ("20171223-22:15:29:606", "%Y%m%d-%H:%M:%S:%L", "2017-12-23T22:15:29.606Z"),
      ("20171224-0:7:5:22", "%Y%m%d-%H:%M:%S:%L", "2017-12-24T00:07:05.022Z"),
      ("2005-06-03-15.42.50.675872", "%Y-%m-%d-%H.%M.%S.%f", "2005-06-03T15:42:50.675872Z"),
      ("Sat Nov 21 01:41:19 2026", "%a %b %e %H:%M:%S %Y", "2026-11-21T01:41:19Z"),
      ("Nov  1, 2026 1:05 PM", "%b %d, %Y %I:%M %p", "2026-11-01T13:05:00Z"),
      ("31/Dec/99 12:00:00 AM +0200", "%d/%b/%y %I:%M:%S %p %z", "1999-12-31T00:00:00+02:00"),
      ("2026-325 01:41 EST", "%Y-%j %R %Z", "2026-11-21T01:41:00-05:00"),
      ("1795225279.5", "%s.%f", "2026-11-21T01:41:19.500Z"),
      ("at 100% 11/21/26 01:41:19", "at 100%% %D %T", "2026-11-21T01:41:19Z"),
    ]
  )
  func timePattern(text: String, format: String, time: String) throws {
    #expect(try Self.time(text, by: format) == time)
  }

  @Test(
    "A value that does not fit the layout is not read, and stays an attribute",
    arguments: [
      ("2026-11-31 01:41:19", "%F %T"), ("2026-11-21 25:41:19", "%F %T"), ("2026-11-21 01:41:19 x", "%F %T"),
      ("2025-366 00:00", "%Y-%j %R"), ("", "%F %T"), ("99999999999999999999", "%s"),
    ]
  )
  func unfitting(text: String, format: String) throws {
    let read = try Self.read(Self.timed("'\(format)'"), ["{\"t\":\"\(text)\",\"m\":\"x\"}"])
    #expect(read.records == ["{\"message\":\"x\",\"attributes\":{\"t\":\"\(text)\"}}"])
    #expect(read.counts.unread == 1)
  }

  @Test("Of several layouts the first that fits counts, and a date without a year is of the stream's")
  func layouts() throws {
    let mapping = Self.timed("[ '%F %T', '%d.%m. %R' ]")
    let lines = ["{\"t\":\"2026-11-21 01:41:19\"}", "{\"t\":\"21.11. 01:41\"}"]
    let read = try Self.read(mapping, lines.map { String($0.dropLast()) + ",\"m\":\"x\"}" }, year: 2016)
    #expect(
      read.records == [
        "{\"time\":\"2026-11-21T01:41:19Z\",\"message\":\"x\"}",
        "{\"time\":\"2016-11-21T01:41:00Z\",\"message\":\"x\"}",
      ]
    )
    #expect(read.counts.assumedYears.records == 1)
  }

  @Test("Mistakes in a layout have their place")
  func wrongLayouts() {
    #expect(
      Self.faults(Self.timed("'%Y-%m-%d %K'")).map { String($0.prefix(40)) } == [
        "4:48: A time has no letter “%K”. The let"
      ]
    )
    #expect(
      Self.faults(Self.timed("'%H:%M'")) == [
        "4:39: This pattern has no date. Write %m (or %b) and %d, or %s for seconds since 1970."
      ]
    )
    #expect(Self.faults(Self.timed("'%F'")) == ["4:39: This pattern has no hour. Write %H, or %I with %p."])
    #expect(
      Self.faults(Self.timed("'%F %I'")) == [
        "4:39: “%I” is an hour of 12, so it needs %p. Write %H for an hour of 24."
      ]
    )
    #expect(
      Self.faults("mapping: 1\nname: a\nfields: { message: { from: m, format: '%F %T' } }") == [
        "3:39: “format” is the layout of a time. Remove it, or use it for “time” without another “as”."
      ]
    )
  }

  @Test("Lines to pass over are counted, end a record, and are never rejected")
  func skippedLines() throws {
    let mapping = """
      mapping: 1
      name: a
      skip: [ '#', '-- ' ]
      text: { patterns: '(?P<level>[A-Z]+) (?P<m>.*)', continued: all }
      fields: { severity: level, message: m }
      """
    let read = try Self.read(mapping, ["# banner", "ERROR a", "more", "-- 1 --", "INFO b", "# end"])
    #expect(read.records == ["{\"severity\":\"error\",\"message\":\"a\",\"attributes\":{\"more\":\"more\"}}"])
    #expect(read.counts.passedOver == 3)
    #expect(read.counts.malformed == 0)
    let json = "mapping: 1\nname: a\nskip: '#'\nfields: { message: m }\nerrors: all"
    let objects = try Self.read(json, ["# banner", "{\"m\":\"x\"}", "? neither"])
    #expect(objects.counts.passedOver == 1)
    #expect(objects.counts.malformed == 1)
  }

  /// After “W3C Extended Log File Examples”, https://learn.microsoft.com/windows/win32/http/w3c-logging.
  @Test("A line of the stream names the columns, another one anew, across chunks")
  func columns() throws {
    let mapping = """
      mapping: 1
      name: w3c
      skip: '#'
      table: { separator: space, header: '#Fields:' }
      fields:
        status: sc-status
        severity: { from: sc-status, as: http }
        operation: cs-uri-stem
        message: [ sc-win32-status, s-reason ]
      """
    var lines = [
      "#Version: 1.0", "#Fields: cs-uri-stem sc-status sc-win32-status", "/a 503 64", "/b 200 0",
      "#Date: 2026-11-21", "#Fields: sc-status s-reason cs-uri-stem", "500 - /c",
    ]
    lines += (0..<40_000).map { "200 ok /\($0)" } + ["502 Timer /d"]
    let read = try Self.read(mapping, lines)
    #expect(
      read.records == [
        "{\"status\":503,\"severity\":\"error\",\"operation\":\"/a\",\"message\":\"64\"}",
        "{\"status\":500,\"severity\":\"error\",\"operation\":\"/c\"}",
        "{\"status\":502,\"severity\":\"error\",\"operation\":\"/d\",\"message\":\"Timer\"}",
      ]
    )
    #expect(read.counts.passedOver == 4)
    #expect(read.counts.malformed == 0)
    let unnamed = try Self.read(mapping, ["/a 503 64"])
    #expect(
      unnamed.rejected.map { $0.reason } == [
        "No line before this row begins with “#Fields:”, so its columns have no names."
      ]
    )
  }

  @Test("A pattern over one member gives members, which fields and detection use")
  func extracted() throws {
    let mapping = """
      mapping: 1
      name: a
      detect: [ code ]
      extract:
        - { from: msg, pattern: 'code=(?P<code>\\d+)' }
        - { from: msg, pattern: 'level=(?P<level>\\w+)' }
      fields: { severity: level, code: code, message: msg }
      """
    let read = try Self.read(
      mapping,
      [
        "{\"msg\":\"failed level=error code=42\"}", "{\"msg\":\"fine level=info code=0\"}",
        "{\"msg\":\"none\"}",
        "{\"msg\":\"level=error code=7\",\"code\":\"own\"}",
      ]
    )
    #expect(
      read.records == [
        "{\"severity\":\"error\",\"code\":\"42\",\"message\":\"failed level=error code=42\"}",
        "{\"severity\":\"error\",\"code\":\"own\",\"message\":\"level=error code=7\"}",
      ]
    )
    #expect(read.counts.notErrors == 1)
    #expect(read.counts.malformed == 1)
    let text = """
      mapping: 1
      name: a
      text: { patterns: '(?P<m>.*)' }
      extract: { from: m, pattern: '^(?P<level>[A-Z]+): ' }
      fields: { severity: level, message: m }
      """
    #expect(
      try Self.read(text, ["ERROR: a", "INFO: b"]).records == [
        "{\"severity\":\"error\",\"message\":\"ERROR: a\"}"
      ]
    )
  }

  @Test("A line of text says that an operation ended well, whatever its level")
  func completedText() throws {
    let mapping = """
      mapping: 1
      name: a
      text: { patterns: [ '(?P<level>[A-Z]+) (?P<job>\\w+) (?P<done>done)$', '(?P<level>[A-Z]+) (?P<job>\\w+) (?P<m>.*)' ] }
      fields: { severity: level, operation: job, message: m }
      completed: done
      """
    let read = try Self.read(mapping, ["INFO j1 done", "INFO j2 begins", "ERROR j2 failed"])
    #expect(
      read.records == [
        #"{"completed":true,"operation":"j1"}"#,
        #"{"severity":"error","operation":"j2","message":"failed"}"#,
      ]
    )
    #expect(read.counts.notErrors == 1)
  }

  @Test("A path of many parts is found through any split, and takes no time to speak of")
  func longPath() throws {
    let parts = (1...24).map { "p\($0)" }
    let path = parts.joined(separator: ".")
    let mapping = "mapping: 1\nname: a\nfields: { message: \(path) }\nerrors: all"
    let nested =
      parts.dropLast().map { "{\"\($0)\":" }.joined() + "{\"p24\":\"deep\"}"
      + String(repeating: "}", count: 23)
    let split =
      "{\"\(parts[..<9].joined(separator: "."))\":{\"\(parts[9...].joined(separator: "."))\":\"split\"}}"
    let read = try Self.read(mapping, ["{\"\(path)\":\"whole\"}", nested, split])
    #expect(
      read.records.map { $0.prefix(18) } == [
        "{\"message\":\"whole\"", "{\"message\":\"deep\",", "{\"message\":\"split\"",
      ]
    )
    let longer = (1...33).map { "p\($0)" }.joined(separator: ".")
    #expect(
      Self.faults("mapping: 1\nname: a\nfields: { message: \(longer) }").first
        == "3:20: This path has 33 parts. Shorten it: a path has at most 32."
    )
  }

  @Test("A mapping has the name of a built-in format only if it replaces that one")
  func names() {
    let fields = "fields: { message: m }\nerrors: all"
    #expect(
      Self.faults("mapping: 1\nname: json\n\(fields)") == [
        "2:7: “json” is a built-in format. Choose another name, or add “replaces: json”."
      ]
    )
    #expect(Self.faults("mapping: 1\nname: json\nreplaces: json\n\(fields)") == [])
    #expect(Self.faults("mapping: 1\nname: ours\nreplaces: json\n\(fields)") == [])
    #expect(
      Self.faults("mapping: 1\nname: errctl\n\(fields)") == [
        "2:7: “errctl” is a built-in format. Choose another name."
      ]
    )
    #expect(
      Self.faults("mapping: 1\nname: a\nreplaces: jsn\n\(fields)") == [
        "3:11: There is no built-in format “jsn”. Did you mean “json”? errctl formats lists them."
      ]
    )
  }

  @Test("A mapping says where a request is, and which members stay attributes")
  func request() throws {
    let mapping = """
      mapping: 1
      name: a
      fields: { operation: job, message: m }
      request: [ url, path ]
      keep: job
      errors: all
      """
    let read = try Self.read(
      mapping,
      [#"{"m":"x","job":"j-1","path":"/a/12?b=c"}"#, #"{"m":"x","url":"-","more":1}"#]
    )
    #expect(
      read.records == [
        #"{"operation":"j-1","message":"x","attributes":{"request":"/a/12?b=c","route":"/a/<n>","job":"j-1"}}"#,
        #"{"message":"x","attributes":{"request":"-","more":1}}"#,
      ]
    )
  }
}
