import Foundation
import RuleEngine
import SwiftErrors
import Testing

private struct Full: Error, Equatable {}

private struct Everything: ProblemError, CategorizedError, CausedError, HTTPStatusError, LocalizedError {
  var problem: Problem? { Problem(type: "t", status: 409, extensions: ["left": 2, "type": "ignored"]) }
  var category: String? { "stock" }
  var underlyingErrors: [any Error] { [PlainError.second(status: 1)] }
  var httpStatus: Int? { 503 }
  var errorDescription: String? { "m" }
  var failureReason: String? { "r" }
  var recoverySuggestion: String? { "s" }
}

private final class Lines: Sendable {
  let text = Lock("")

  func append(_ line: [UInt8]) {
    text.withLock { $0 += String(decoding: line, as: UTF8.self) }
  }
}

struct ErrorRecorderTests {
  @Test func `a record is one line with its fields in the order of the format`() {
    let lines = Lines()
    let recorder = ErrorRecorder(
      platform: .linux,
      now: { Date(timeIntervalSince1970: 1_795_162_502.12) },
      sink: { lines.append($0) }
    )
    recorder.record(
      Everything(),
      origin: "com.shop.cart",
      operation: "reserve",
      attempt: 2,
      retryAfter: .milliseconds(1_500),
      id: "r1",
      severity: .critical,
      isFatal: false,
      answers: ["Try again", nil],
      attributes: ["b": 1, "a": ["x": 0.5]]
    )
    #expect(
      lines.text.withLock { $0 } == """
        {"time":"2026-11-20T08:15:02.120Z","id":"r1","origin":"com.shop.cart",\
        "type":"SwiftErrorsTests.Everything",\
        "is":["LocalizedError","ProblemError","HTTPStatusError","CategorizedError","CausedError"],\
        "domain":"SwiftErrorsTests.Everything","code":1,"status":503,"message":"m","reason":"r","suggestion":"s",\
        "category":"stock","severity":"critical","fatal":false,"operation":"reserve","attempt":2,\
        "retryAfter":"1500ms","problem":{"type":"t","status":409,"left":2},\
        "underlying":[{"type":"SwiftErrorsTests.PlainError","case":"second","payload":[1],\
        "domain":"SwiftErrorsTests.PlainError","code":\((PlainError.second(status: 1) as NSError).code),"message":"\(PlainError.second(status: 1).localizedDescription)"}],\
        "answers":["Try again",null],"platform":"linux","attributes":{"a":{"x":0.5},"b":1}}

        """
    )
  }

  @Test func `without a clock a record has the time it is given, or none`() throws {
    let lines = Lines()
    let recorder = ErrorRecorder(sink: { lines.append($0) })
    recorder.record(PlainError.first, origin: "a", time: Date(timeIntervalSince1970: 0))
    recorder.record(PlainError.first, origin: "a")
    let split = lines.text.withLock { $0 }.split(separator: "\n")
    #expect(split[0].hasPrefix(#"{"time":"1970-01-01T00:00:00.000Z","#))
    #expect(split[1].hasPrefix(#"{"origin":"a","#))
  }

  @Test func `a recorder made with a policy records as one made with the policy's parts`() {
    let one = Lines()
    let other = Lines()
    let policy = RecordingPolicy(limits: RecordingLimits(textBytes: 64), platform: .darwin)
    let first = ErrorRecorder(policy: policy, sink: { one.append($0) })
    let second = ErrorRecorder(limits: policy.limits, platform: policy.platform, sink: { other.append($0) })
    let note = JSONValue.string(String(repeating: "long", count: 30))
    first.record(PlainError.first, origin: "a", attributes: ["note": note])
    second.record(PlainError.first, origin: "a", attributes: ["note": note])
    let line = one.text.withLock { $0 }
    #expect(line == other.text.withLock { $0 })
    #expect(line.contains(#""platform":"darwin""#))
    #expect(line.contains("[cut]"))
  }

  @Test func `what the sink throws comes out as it is`() {
    let recorder = ErrorRecorder { (_: [UInt8]) throws(Full) in throw Full() }
    #expect(throws: Full()) { try recorder.record(PlainError.first, origin: "a") }
  }

  @Test func `the status is the error's, else its problem's`() {
    struct Rejected: ProblemError { let problem: Problem? }
    #expect(RecordedError(Everything()).status == 503)
    #expect(RecordedError(Rejected(problem: Problem(status: 422))).status == 422)
    #expect(RecordedError(Rejected(problem: nil)).status == nil)
  }

  @Test(arguments: [
    (0.0, "1970-01-01T00:00:00.000Z"), (-0.001, "1969-12-31T23:59:59.999Z"),
    (951_782_400, "2000-02-29T00:00:00.000Z"),
    (1_795_162_502.9996, "2026-11-20T08:15:03.000Z"), (-62_135_596_800, "0001-01-01T00:00:00.000Z"),
    (4_107_542_399.5, "2100-02-28T23:59:59.500Z"), (.infinity, "9999-12-31T23:59:59.999Z"),
    (-.infinity, "0000-01-01T00:00:00.000Z"),
  ])
  func `a time is RFC 3339 in UTC with milliseconds`(seconds: Double, text: String) {
    let record = RecordedError(PlainError.first, ErrorOccurrence(time: Date(timeIntervalSince1970: seconds)))
    #expect(record.json["time"] == .string(text))
  }

  @Test(arguments: [
    (Duration.seconds(30), "30s"), (.zero, "0s"), (.milliseconds(250), "250ms"), (.seconds(-3), "0s"),
    (.microseconds(1), "0s"),
    (.seconds(Int64.max), "9223372036854775807s"),
  ])
  func `a wish to wait is written as rule files write durations`(duration: Duration, text: String) {
    #expect(
      RecordedError(PlainError.first, ErrorOccurrence(retryAfter: duration)).json["retryAfter"]
        == .string(text)
    )
  }
}
