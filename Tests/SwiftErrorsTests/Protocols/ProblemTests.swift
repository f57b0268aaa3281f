import Foundation
import SwiftErrors
import Testing

struct ProblemTests {
  private func problem(_ text: String) throws -> Problem {
    try JSONDecoder().decode(Problem.self, from: Data(text.utf8))
  }

  @Test func `the members of RFC 9457 and the extensions are read`() throws {
    let problem = try problem(
      #"{"type": "t", "title": "T", "status": 402, "detail": "D", "instance": "/i", "balance": 30}"#
    )
    #expect(
      problem
        == Problem(
          type: "t",
          title: "T",
          status: 402,
          detail: "D",
          instance: "/i",
          extensions: ["balance": 30]
        )
    )
  }

  @Test func `a member of the wrong type is ignored`() throws {
    #expect(try problem(#"{"type": 1, "title": [], "status": "402", "detail": null}"#) == Problem())
  }

  @Test func `what is not an object is no problem document`() {
    #expect(throws: DecodingError.self) { try problem("[]") }
  }
}
