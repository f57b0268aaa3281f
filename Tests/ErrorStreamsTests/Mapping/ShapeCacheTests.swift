import ErrorStreams
import Foundation
import RuleEngine
import TestSupport
import Testing

/// Of a document whose shape was met before nothing is looked for; what comes of it must not depend on that. Keys that are
/// written with an escape have no number, so that a document with such keys has no shape, and means the same.
@Suite("Documents of a known shape")
struct KnownShapesTests {
  private static let severities = [
    "\"info\"", "\"error\"", "\"Warning\"", "30", "50", "\"50\"", "30.0", "true", "\"?\"",
  ]
  private static let texts = [
    "\"\"", "\"text\"", "17", "2.5", "false", "null", "[]", "{}",
    "[{\"kind\":\"Timeout\",\"says\":\"late\"}]",
    "\"TimeoutError: late\\n    at charge (pay.js:12:9)\"",
    "\"{\\\"level\\\":\\\"error\\\",\\\"msg\\\":\\\"in it\\\"}\"",
    "{\"code\":5}", "{\"code\":null,\"name\":\"n\"}", "{\"name\":{\"code\":7}}", "[1,[2,{\"code\":3}]]",
    "1795225279501",
    "{\"level\":50,\"msg\":\"an object in it\"}",
  ]
  private static let keys = [
    "level", "severity", "msg", "err", "err.code", "v", "app", "stack", "more", "list", "code",
  ]

  private static var mappings: [Mapping] {
    var marked = Mapping(name: "marked")
    marked.markers = Mapping.Markers(
      ["msg", Mapping.Marker("v", ["17", "text"])],
      any: [["level", "severity"]],
      none: ["list"]
    )
    marked.fields = [
      FieldMapping(.severity, "level", "severity", as: .bunyan),
      FieldMapping(.type, "err.name"),
      FieldMapping(.code, "err.code"),
    ]
    marked.stack = ["stack"]
    marked.logMessage = ["msg"]
    var nested = Mapping(name: "nested")
    nested.markers = Mapping.Markers([], any: [["level", "app", "v"]])
    nested.inner = "more"
    nested.fields = [
      FieldMapping(.severity, "severity", as: .bunyan, values: ["text": "error", "17": "info"]),
      FieldMapping(.severity, "level", default: "error", where: "app"),
      FieldMapping(.code, "err.name.code", "err.code", "code"),
    ]
    nested.chain = Mapping.ChainMapping(
      from: ["list"],
      isRootFirst: true,
      [FieldMapping(.type, "kind"), FieldMapping(.message, "says")]
    )
    nested.attributes = ["app"]
    nested.drop = ["v"]
    nested.logMessage = ["msg"]
    var plain = Mapping(name: "plain")
    plain.fields = [
      FieldMapping(.severity, "level"), FieldMapping(.reason, "app"), FieldMapping(.code, "app.code", "code"),
      FieldMapping(.payload, Mapping.wholeDocument, as: .json),
    ]
    plain.appleErrors = ["stack"]
    plain.logMessage = ["msg", "err"]
    return [marked, nested, plain]
  }

  /// Members of a document: some as the one before has them, some with other values, some keys more or less or twice.
  private static func next(_ members: [(key: String, value: String)], _ random: inout SeededRandom) -> [(
    key: String, value: String
  )] {
    var members = members
    let count = Int.random(in: 0..<3, using: &random)
    for _ in 0..<count where !members.isEmpty {
      let place = Int.random(in: 0..<members.count, using: &random)
      switch Int.random(in: 0..<9, using: &random) {
      case 0: members.remove(at: place)
      case 1: members.swapAt(place, 0)
      case 2: members.insert((key: keys.randomElement(using: &random) ?? "", value: texts[1]), at: place)
      default:
        let isSeverity = ["level", "severity"].contains(members[place].key)
        members[place].value = (isSeverity ? severities : texts).randomElement(using: &random) ?? ""
      }
    }
    return members
  }

  private static func escaped(_ key: String) -> String {
    "\\u00\(String(key.utf8.first ?? 0, radix: 16))\(key.dropFirst())"
  }

  private static func lines(_ documents: [[(key: String, value: String)]], isEscaped: Bool) -> [UInt8] {
    let lines = documents.map { members in
      let members = members.map { "\"\(isEscaped ? escaped($0.key) : $0.key)\":\($0.value)" }
      return "{\(members.joined(separator: ","))}\n"
    }
    return Array(lines.joined().utf8)
  }

  /// What was written of a whole document has its keys as they stand there.
  private static func withoutEscapes(_ record: String) -> String {
    keys.reduce(record) { $0.replacing("\"\(escaped($1))\"", with: "\"\($1)\"") }
  }

  @Test("A document of a known shape gives the same result as alone", arguments: mappings.indices)
  func agreement(index: Int) throws {
    var random = SeededRandom(seed: UInt64(index))
    let input = StreamInput.format(FormatPlan(Self.mappings[index]), FormatTable())
    let first = Self.keys.dropLast(2).map { (key: $0, value: Self.texts[1]) }
    var documents = [first]
    for _ in 0..<Scale.of(600, quick: 300) {
      // Mostly much as one of the last few, as logs have it.
      let from = documents[max(0, documents.count - Int.random(in: 1...6, using: &random))]
      let isFar = from.count < 4 || from.count > 12 || Int.random(in: 0..<6, using: &random) == 0
      documents.append(Self.next(isFar ? first : from, &random))
    }
    let met = try ReadStream(Self.lines(documents, isEscaped: false), input: input)
    let alone = try ReadStream(Self.lines(documents, isEscaped: true), input: input)
    let records = alone.records.map(Self.withoutEscapes)
    let different = zip(met.records, records).first { $0 != $1 }
    #expect(different == nil)
    #expect(met.records.count == records.count)
    let reasons = [met, alone].map { $0.rejected.map { "\($0.line): \($0.reason)" } }
    #expect(reasons[0] == reasons[1])
    #expect(met.counts.notErrors == alone.counts.notErrors && met.counts.unread == alone.counts.unread)
    #expect(met.records.count > 10)
    #expect(met.counts.notErrors > 10)
  }
}
