import ErrorStreams
import Foundation
import RuleEngine
import TestSupport
import Testing

/// Keys that were met are known by their numbers; what they lead to must not depend on it.
@Suite("Places of a mapping's values")
struct FoundPlacesTests {
  /// Keys that are known by one compare, keys that are too long for it, and keys that are written with an escape.
  private static let keys = [
    "name", "error", "a", "b.c", "service.name", "a_key_of_many_letters", "another_key_of_letters",
    "na\\u006de",
  ]

  private static var mapping: Mapping {
    var mapping = Mapping(name: "places")
    mapping.fields = [
      FieldMapping(.origin, "error.name", "a_key_of_many_letters.name", "service.name"),
      FieldMapping(.operation, "another_key_of_letters.name", "a.b.c"),
      FieldMapping(.domain, "error.a_key_of_many_letters.a"),
      FieldMapping(.message, "name"),
    ]
    mapping.errors = .all
    return mapping
  }

  private static func object(_ depth: Int, _ random: inout SeededRandom, _ number: inout Int) -> String {
    let members = (0..<Int.random(in: 1...4, using: &random)).map { _ in
      let key = keys.randomElement(using: &random) ?? ""
      number += 1
      let value =
        depth > 0 && Int.random(in: 0..<3, using: &random) > 0
        ? object(depth - 1, &random, &number)
        : Bool.random(using: &random) ? "\"v\(number)\"" : "[{\"name\":\"in a list \(number)\"}]"
      return "\"\(key)\":\(value)"
    }
    return "{\(members.joined(separator: ","))}"
  }

  @Test("The places in a record are the same alone and among records of other shapes")
  func alone() throws {
    var random = SeededRandom(seed: 11)
    let input = StreamInput.format(FormatPlan(Self.mapping), FormatTable())
    var number = 0
    var documents = (0..<150).map { _ in Self.object(3, &random, &number) }
    // More keys than are kept, so that numbers come to mean other keys.
    documents += (0..<700).map {
      "{\"name\":\"n\($0)\",\"k\($0)\":{\"name\":\"x\"},\"error\":{\"name\":\"o\($0)\"}}"
    }
    documents += documents[..<150]
    let together = try ReadStream(Array((documents.joined(separator: "\n") + "\n").utf8), input: input)
    var alone: [String] = []
    for document in documents[..<150] {
      alone += try ReadStream(Array("\(document)\n".utf8), input: input).records
    }
    #expect(alone.count > 60)
    #expect(Array(together.records.prefix(alone.count)) == alone)
    #expect(Array(together.records.suffix(alone.count)) == alone)
    #expect(together.records.count == 2 * alone.count + 700)
  }
}
