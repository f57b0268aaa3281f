import Foundation
import SwiftErrors
import Testing

private struct Wordy: LocalizedError {
  let text: String
  var errorDescription: String? { text }
}

private struct Wide: CausedError {
  var underlyingErrors: [any Error] {
    Array(repeating: Wordy(text: String(repeating: "w", count: 100_000)), count: 1_000)
  }
}

private enum StructWithPayload: Error, @unchecked Sendable {
  case value(Any)
}

struct RecordingLimitsTests {
  @Test func `a huge text is cut and marked`() throws {
    let record = RecordedError(Wordy(text: String(repeating: "é", count: 5_000_000)))
    let message = try #require(record.message)
    #expect(message.utf8.count < 8_192 + 16)
    #expect(message.hasSuffix("é… [cut]"))
    #expect(RecordedError(Wordy(text: String(repeating: "x", count: 8_192))).message?.hasSuffix("x") == true)
  }

  @Test func `a secret at the cut does not survive in part`() {
    let text =
      String(repeating: "x", count: 8_150) + " https://anna:" + String(repeating: "hunter", count: 50)
      + "@host"
    #expect(!line(Wordy(text: text)).contains("hunt"))
  }

  @Test func `a record with a thousand long causes stays within its bytes`() throws {
    let bytes = RecordedError(Wide()).line.count
    // Each cause has its text twice: as its message, and as its property.
    #expect(bytes < 2 * 64 * 8_192 + 100_000)
    let small = RecordingPolicy(limits: RecordingLimits(textBytes: 1_000, recordBytes: 10_000))
    #expect(RecordedError(Wide(), policy: small).line.count < 30_000)
  }

  @Test func `attributes are bounded in number and depth`() throws {
    var deep: JSONValue = "bottom"
    for _ in 0..<1_000 { deep = [deep] }
    var attributes: [String: JSONValue] = ["a-deep": deep]
    for index in 0..<1_000 { attributes["b-\(index)"] = 1 }
    let shown = try #require(
      parsed(PlainError.first, ErrorOccurrence(attributes: attributes))["attributes"] as? [String: Any]
    )
    #expect(shown.count == 129)
    #expect((shown["recorder"] as? [String: Any])?["cut"] as? [String] == ["attributes"])
  }

  @Test func `a userInfo that contains itself ends`() throws {
    let circle = NSMutableDictionary()
    circle["me"] = circle
    circle["name"] = "x"
    defer { circle.removeAllObjects() }
    let record = try parsed(NSError(domain: "d", code: 1, userInfo: ["circle": circle]))
    #expect(record["attributes"] != nil)

    let list = NSMutableArray()
    list.add(list)
    defer { list.removeAllObjects() }
    for key in [
      NSLocalizedRecoveryOptionsErrorKey, "NSMultipleUnderlyingErrorsKey", NSUnderlyingErrorKey, "x",
    ] {
      _ = try parsed(NSError(domain: "d", code: 1, userInfo: [key: list]))
    }
    _ = try parsed(StructWithPayload.value(circle))
  }

  @Test func `an attribute of the app wins over the recorder's of the same name`() throws {
    let error = NSError(domain: "d", code: 1, userInfo: ["a": 1])
    let record = try parsed(error, ErrorOccurrence(attributes: ["userInfo": "mine"]))
    #expect(record["attributes"] as? [String: String] == ["userInfo": "mine"])
  }
}
