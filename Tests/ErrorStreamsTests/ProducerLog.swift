import ErrorStreams
import Foundation
import Testing

/// A reduced log of a producer, with the errors read from it by hand.
struct ProducerLog: CustomTestStringConvertible {
  let producer: String
  let format: String
  let text: String
  /// Members of each error, `attributes.NAME` for those of an attribute.
  let errors: [[String: String]]
  /// Lines that are no records.
  let rejected: Int

  init(
    _ producer: String,
    _ format: String,
    _ text: String,
    errors: [[String: String]],
    rejected: Int = 0
  ) {
    (self.producer, self.format, self.text, self.errors) = (producer, format, text, errors)
    self.rejected = rejected
  }

  var testDescription: String { producer }

  func check() throws {
    let read = try ReadStream(Array("\(text)\n".utf8))
    #expect(read.format == format)
    #expect(read.counts.malformed == rejected, "\(read.rejected)")
    #expect(!read.hasNoLevels)
    #expect(read.records.count == errors.count, "\(read.records)")
    for (record, expected) in zip(read.records, errors) {
      let members = try Self.members(record)
      for (name, value) in expected { #expect(members[name] == value, "\(name) of \(record)") }
    }
  }

  /// The record's members, those of its attributes by `attributes.NAME`.
  static func members(_ record: String) throws -> [String: String] {
    let object = try JSONSerialization.jsonObject(with: Data(record.utf8)) as? [String: Any] ?? [:]
    var members = object.mapValues { "\($0)" }
    for (name, value) in object["attributes"] as? [String: Any] ?? [:] {
      members["attributes.\(name)"] = "\(value)"
    }
    return members
  }
}
