import Foundation
import RuleEngine
import SwiftErrors
import Testing

private final class Written: Sendable {
  private let all = Lock<[String]>([])

  var lines: [String] { all.withLock { $0 } }

  func append(_ line: [UInt8]) { all.withLock { $0.append(String(decoding: line, as: UTF8.self)) } }
}

@Suite("A completed operation")
struct CompletedOperationTests {
  @Test("is recorded with what the call says, redacted and without an error's fields")
  func recorded() throws {
    let written = Written()
    let recorder = ErrorRecorder(now: { Date(timeIntervalSince1970: 1) }, sink: { written.append($0) })
    recorder.recordCompletion(
      ErrorOccurrence(origin: "shop.pay", operation: "POST https://me:secret@x/", attempt: 2)
    )
    recorder.recordCompletion(ErrorOccurrence(time: Date(timeIntervalSince1970: 2)))
    recorder.recordCompletion(ErrorOccurrence(attributes: ["password": "secret", "host": "a"]))
    let lines = written.lines
    #expect(lines.count == 3 && !lines[0].contains("secret"))
    #expect(lines[0].hasPrefix(#"{"time":"1970-01-01T00:00:01.000Z","origin":"shop.pay","operation":"POST "#))
    #expect(lines[0].hasSuffix(#"","attempt":2,"completed":true}"# + "\n"))
    #expect(lines[2].contains(#""attributes":{"host":"a","password":""#) && !lines[2].contains("secret"))
    #expect(lines[1] == #"{"time":"1970-01-01T00:00:02.000Z","completed":true}"# + "\n")
  }

  @Test("has no elapsed time; an error has it as a duration")
  func elapsed() throws {
    let texts = [Duration.milliseconds(1_500), .seconds(3), .zero, .seconds(-1)].map {
      RecordedError(PlainError.first, ErrorOccurrence(elapsed: $0)).json["elapsed"]
    }
    #expect(texts == [.string("1500ms"), .string("3s"), .string("0s"), .string("0s")])
  }
}
