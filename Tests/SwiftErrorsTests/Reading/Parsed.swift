import Foundation
import Testing

@testable import SwiftErrors

/// What a reader of the log sees of an error, through Foundation's own JSON parser.
func parsed(
  _ error: any Error,
  _ occurrence: ErrorOccurrence = ErrorOccurrence(),
  policy: RecordingPolicy = RecordingPolicy()
) throws -> [String: Any] {
  let line = RecordedError(error, occurrence, policy: policy).line
  #expect(line.last == UInt8(ascii: "\n"))
  #expect(line.filter { $0 == UInt8(ascii: "\n") }.count == 1)
  return try #require(JSONSerialization.jsonObject(with: Data(line)) as? [String: Any])
}

/// The line itself.
func line(_ error: any Error, _ occurrence: ErrorOccurrence = ErrorOccurrence()) -> String {
  String(decoding: RecordedError(error, occurrence).line, as: UTF8.self)
}
