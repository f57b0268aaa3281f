import Foundation
import Patterns
import Testing

@Suite("rust-lang/regex's test data")
struct RustCaseTests {
  /// The cases that are not expected to agree: a name and the reason, a line each.
  static let exceptions: [String: String] = {
    let path = TestEnvironment.root.appendingPathComponent(
      "Tests/Fixtures/Patterns/rust-cases-that-differ.txt"
    )
    let text = (try? String(contentsOf: path, encoding: .utf8)) ?? ""
    return Dictionary(
      text.split(separator: "\n").filter { !$0.hasPrefix("#") }.map { line in
        let parts = line.split(separator: " ", maxSplits: 1)
        return (String(parts[0]), String(parts.last ?? ""))
      },
      uniquingKeysWith: { first, _ in first }
    )
  }()

  private static let folder = TestEnvironment.data("rust-regex-testdata/testdata")

  @Test(.enabled(if: TestEnvironment.exists(folder), "1,203 cases of ../shared/data/rust-regex-testdata"))
  func `every case agrees, or stands in the list with a reason`() throws {
    let cases = try RustCase.read(Self.folder)
    var agreed = 0
    var listed = 0
    var reasons: [String: Int] = [:]
    for testCase in cases {
      let difference = RustCaseRun(testCase: testCase).difference()
      switch (difference, Self.exceptions[testCase.name]) {
      case (nil, nil): agreed += 1
      case (.some(let difference), nil):
        Issue.record("\(testCase.name) \(testCase.patterns): \(difference)")
      case (.some, .some(let reason)):
        listed += 1
        reasons[String(reason.prefix { $0 != ":" }), default: 0] += 1
      case (nil, .some): Issue.record("\(testCase.name) agrees: take it off the list")
      }
    }
    #expect(cases.count == 1203)
    print("rust-regex-testdata: \(cases.count) cases, \(agreed) agree, \(listed) listed", reasons)
  }
}
