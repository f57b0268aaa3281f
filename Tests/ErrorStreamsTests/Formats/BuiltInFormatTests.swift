import ErrorStreams
import Foundation
import RuleEngine
import TestSupport
import Testing

@Suite("Built-in formats")
struct BuiltInFormatTests {
  /// The year of examples whose dates have none.
  private static var times: TimeDefaults {
    var times = TimeDefaults()
    times.years = .first(2026)
    return times
  }

  @Test(
    "Each format is detected in its own example, which becomes the documented record",
    arguments: BuiltInFormats.all.map { $0.name }
  )
  func example(name: String) throws {
    let format = try #require(BuiltInFormats.all.first { $0.name == name })
    let read = try ReadStream(Array("\(format.example)\n".utf8), times: Self.times)
    #expect(read.format == name)
    #expect(read.records == [format.becomes])
    #expect(read.counts.malformed == 0)
  }

  @Test(
    "Each format can be written as a mapping file with the same meaning",
    arguments: BuiltInFormats.all.map { $0.name }
  )
  func file(name: String) throws {
    let format = try #require(BuiltInFormats.all.first { $0.name == name })
    var mapping = format.mapping
    mapping.replaces = name
    let text = MappingText.text(of: mapping, comment: ["as it is built in"])
    var diagnostics = Diagnostics()
    let read = MappingFile.read(
      name: "\(name).mapping.yaml",
      bytes: Array(text.utf8),
      limits: Limits(),
      into: &diagnostics
    )
    #expect(diagnostics.all.map { $0.message } == [])
    // A file has no patterns by which its format is not known.
    let common = mapping.text?.common ?? []
    mapping.text?.patterns += common
    mapping.text?.common = []
    #expect(read == mapping)
    // And it reads what it was made of.
    let own = FormatPlan(try #require(read))
    let example = try ReadStream(
      Array("\(format.example)\n".utf8),
      input: .format(own, FormatTable()),
      times: Self.times
    )
    #expect(example.records == [format.becomes])
  }

  @Test(
    "A mapping that is like a format, and says no more, reads what the format reads",
    arguments: BuiltInFormats.all.map { $0.name }
  )
  func like(name: String) throws {
    let format = try #require(BuiltInFormats.all.first { $0.name == name })
    var diagnostics = Diagnostics()
    let read = MappingFile.read(
      name: "a.mapping.yaml",
      bytes: Array("mapping: 1\nname: a\nlike: \(name)\n".utf8),
      limits: Limits(),
      into: &diagnostics
    )
    #expect(diagnostics.all.map { $0.message } == [])
    let example = try ReadStream(
      Array("\(format.example)\n".utf8),
      input: .format(FormatPlan(try #require(read)), FormatTable()),
      times: Self.times
    )
    #expect(example.records == [format.becomes])
  }

  @Test(
    "A multi-line example, or one in an array, is read like one on a single line",
    arguments: BuiltInFormats.all.filter { !$0.isText }.map { $0.name }
  )
  func documents(name: String) throws {
    let format = try #require(BuiltInFormats.all.first { $0.name == name })
    let object = try JSONSerialization.jsonObject(with: Data(format.example.utf8))
    let pretty = try JSONSerialization.data(withJSONObject: object, options: [.prettyPrinted])
    let array = try JSONSerialization.data(withJSONObject: [object, object], options: [.prettyPrinted])
    let once = try ReadStream(Array(pretty))
    let twice = try ReadStream(Array(array))
    #expect(once.format == name)
    #expect(once.records.count == 1)
    // The order of keys is Foundation's.
    #expect(try twice.records.map(Self.sorted) == (once.records + once.records).map(Self.sorted))
    #expect(try once.records.map(Self.sorted) == [Self.sorted(format.becomes)])
    #expect(twice.counts.lines == 2)
  }

  @Test("The quick check for non-errors agrees with the full reading")
  func errors() throws {
    let words = [
      ("ERROR", "INFO"), ("error", "info"), ("\"level\":50", "\"level\":20"), ("type", "typ"),
      ("class", "clazz"),
      ("Exception", "Event"), ("Traceback", "Trace"), ("\"3\"", "\"6\""), ("stack", "stick"), ("502", "200"),
      ("severityNumber\":17", "severityNumber\":9"),
      ("stringValue\":\"Timeout", "stringValue\":\"Error Domain=D Code=7"),
    ]
    var random = SeededRandom(seed: 9)
    for format in BuiltInFormats.all {
      guard let least = format.mapping.errors.atLeast else { continue }
      var whole = format
      whole.mapping.errors = .all
      let (plan, all) = (FormatPlan(format), FormatPlan(whole))
      var text = ""
      for _ in 0..<24 {
        var record = format.example
        for (word, other) in words where Bool.random(using: &random) {
          record = record.replacingOccurrences(of: word, with: other)
        }
        text += record + "\n"
        if format.isText, Bool.random(using: &random) { text += "\tat com.shop.Pay.charge(Pay.java:12)\n" }
      }
      let table = FormatTable()
      let some = try ReadStream(Array(text.utf8), input: .format(plan, table)).records
      let errors = try ReadStream(Array(text.utf8), input: .format(all, table)).records.filter { record in
        let object = try JSONSerialization.jsonObject(with: Data(record.utf8)) as? [String: Any]
        let severity = (object?["severity"] as? String).flatMap { Severity(name: $0) }
        let says = format.mapping.errors.or.contains { object?[$0.name] != nil }
        return says || severity.map { $0 >= least } ?? false
      }
      #expect(some == errors, "\(format.mapping.name)")
    }
  }

  private static func sorted(_ record: String) throws -> String {
    let object = try JSONSerialization.jsonObject(with: Data(record.utf8))
    return String(
      decoding: try JSONSerialization.data(withJSONObject: object, options: [.sortedKeys]),
      as: UTF8.self
    )
  }

  @Test("The schema of mapping files describes every key and equals schemas/mapping.json")
  func schema() throws {
    #expect(MappingSchema.build().gaps == [])
    let file = ReadStream.fixtures.deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "schemas/mapping.json")
    let text = MappingSchema.text()
    if ProcessInfo.processInfo.environment["UPDATE_GOLDENS"] == "1" {
      try text.write(to: file, atomically: true, encoding: .utf8)
    }
    #expect(try String(contentsOf: file, encoding: .utf8) == text)
  }

  @Test("The reference names every key of mapping files")
  func keys() throws {
    let page = ReadStream.fixtures.deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "docs/reference/mappings.md")
    let text = try String(contentsOf: page, encoding: .utf8)
    let keys = [
      MappingFile.keys, MappingFile.textKeys, MappingFile.prefixedKeys, MappingFile.tableKeys,
      MappingFile.extractKeys, MappingFile.detectKeys, MappingFile.markerKeys, MappingFile.fieldKeys,
      MappingFile.chainKeys, MappingFile.errorKeys,
    ]
    for key in keys.joined() {
      let isNamed = ["`\(key.name)", " \(key.name)"].contains { start in
        ["`", ":", ",", " "].contains { text.contains(start + $0) }
      }
      #expect(isNamed, "\(key.name)")
    }
  }

  @Test("Each format has a fixture or names the source of its example, and its producers have versions")
  func origins() {
    for format in BuiltInFormats.all {
      switch format.origin {
      case .made(let command): #expect(!command.isEmpty)
      case .proven(let producers, let source):
        #expect(!source.isEmpty)
        for producer in producers.split(separator: ", ") {
          #expect(producer.contains(#/ [0-9]/#), "\(producer)")
        }
      case .documented(let source): #expect(!source.isEmpty)
      }
    }
    #expect(Set(BuiltInFormats.all.map { $0.name }).count == BuiltInFormats.all.count)
  }

  /// `UPDATE_GOLDENS=1` writes the table, and still fails.
  @Test("Each format has its row in the reference")
  func reference() throws {
    let page = ReadStream.fixtures.deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
      .appending(path: "docs/reference/streams.md")
    let text = try String(contentsOf: page, encoding: .utf8)
    let start = try #require(text.range(of: "<!-- formats -->\n"))
    let end = try #require(text.range(of: "<!-- end of formats -->"))
    let table = Self.table
    if text[start.upperBound..<end.lowerBound] != table,
      ProcessInfo.processInfo.environment["UPDATE_GOLDENS"] == "1"
    {
      let updated = text[..<start.upperBound] + table + text[end.lowerBound...]
      try updated.write(to: page, atomically: true, encoding: .utf8)
    }
    #expect(String(text[start.upperBound..<end.lowerBound]) == table)
  }

  /// `UPDATE_GOLDENS=1` writes the number, and still fails.
  @Test(
    "The number of formats on a page is that of the list",
    arguments: ["README.md", "docs/reference/tour.md", "docs/reference/streams.md"]
  )
  func count(page name: String) throws {
    let page = ReadStream.fixtures.deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: name)
    let text = try String(contentsOf: page, encoding: .utf8)
    let phrase = "\(BuiltInFormats.all.count) log formats"
    let places = text.ranges(of: /[0-9]+ log formats/)
    try #require(places.count == 1)
    if text[places[0]] != phrase, ProcessInfo.processInfo.environment["UPDATE_GOLDENS"] == "1" {
      try text.replacingCharacters(in: places[0], with: phrase)
        .write(to: page, atomically: true, encoding: .utf8)
    }
    #expect(text[places[0]] == phrase)
  }

  private static var table: String {
    var rows = ["| `--input` | what it is | recognised by | example |", "|---|---|---|---|"]
    for format in BuiltInFormats.all {
      let origin =
        switch format.origin {
        case .made: "made by its producer"
        case .proven(let producers, _) where producers.contains(","): "made by its producers: \(producers)"
        case .proven(let producer, _): "made by its producer, \(producer)"
        case .documented(let source): "*documented*: \(source)"
        }
      let inside = format.inside.map { " (\($0))" } ?? ""
      rows.append(
        "| `\(format.name)` | \(format.mapping.summary)\(inside) | \(format.recognition) | \(origin) |"
      )
    }
    return rows.joined(separator: "\n") + "\n"
  }
}
