import Foundation
import SwiftErrors
import Testing

private struct Localized: LocalizedError, CustomNSError {
  static var errorDomain: String { "texts" }
  var errorCode: Int { 7 }
  var errorDescription: String? { "It broke." }
  var failureReason: String? { "It was old." }
  var recoverySuggestion: String? { "Buy a new one." }
}

private struct Recoverable: RecoverableError {
  var recoveryOptions: [String] { ["Try again", "Cancel"] }
  func attemptRecovery(optionIndex: Int) -> Bool { true }
}

private struct Foreseeing: RecoveryOutlook {
  var recoveryOptions: [String] { ["Try again", "Cancel"] }
  func recovers(optionIndex: Int) -> Bool { optionIndex == 0 }
  func attemptRecovery(optionIndex: Int) -> Bool { true }
}

private struct Unlocalized: CustomNSError {
  var errorUserInfo: [String: Any] {
    [NSLocalizedDescriptionKey: "From userInfo", NSLocalizedFailureReasonErrorKey: "A reason"]
  }
}

struct TextsTests {
  @Test func `an error that is localized and custom keeps its texts, its domain and its code`() {
    let record = RecordedError(Localized())
    #expect(record.message == "It broke.")
    #expect(record.reason == "It was old.")
    #expect(record.suggestion == "Buy a new one.")
    #expect(record.domain == "texts" && record.code == 7)
    #expect(record.is == ["LocalizedError", "CustomNSError"])
  }

  @Test func `an NSError's texts come from its userInfo`() {
    let error = NSError(
      domain: "d",
      code: 1,
      userInfo: [
        NSLocalizedDescriptionKey: "What", NSLocalizedFailureReasonErrorKey: "Why",
        NSLocalizedRecoverySuggestionErrorKey: "How", NSLocalizedRecoveryOptionsErrorKey: ["Yes", "No"],
        "retries": 3, "file": "/a", "password": "hunter2", "headers": ["Cookie": "c-1", "Accept": "*"],
      ]
    )
    let record = RecordedError(error)
    #expect(record.message == "What" && record.reason == "Why" && record.suggestion == "How")
    #expect(record.options == [.init(title: "Yes"), .init(title: "No")])
    let details = JSONValue.object(record.attributes)["userInfo"]
    #expect(
      details == [
        "file": "/a", "headers": ["Accept": "*", "Cookie": "[redacted]"], "password": "[redacted]",
        "retries": 3,
      ]
    )
  }

  @Test func `a custom error's texts and details come from its userInfo`() {
    let record = RecordedError(Unlocalized())
    #expect(record.message == "From userInfo" && record.reason == "A reason")
    let details = JSONValue.object(RecordedError(CustomError()).attributes)["userInfo"]
    #expect(details == ["apiKey": "[redacted]", "request": "r-1"])
  }

  @Test func `an error without texts has Foundation's`() {
    #expect(RecordedError(PlainError.third).message == PlainError.third.localizedDescription)
  }

  @Test func `options are titles, and say whether they recover where the error can tell`() throws {
    #expect(try parsed(Recoverable())["options"] as? [String] == ["Try again", "Cancel"])
    let options = try #require(parsed(Foreseeing())["options"] as? [[String: Any]])
    #expect(options.map { $0["title"] as? String } == ["Try again", "Cancel"])
    #expect(options.map { $0["recovers"] as? Bool } == [true, false])
  }
}
