import Foundation
import SwiftErrors
import Testing

// Cases 124 to 135 of the seed systems' HTTP problem details, with RFC 9457's word where theirs is stricter.
@Suite("Problem documents of a known type are decoded")
struct TypedProblemTests {
  struct Credit: ProblemMembers {
    static let problemType: String? = "urn:credit"
    let balance: Int
  }

  struct Opaque: ProblemMembers {
    static let problemType: String? = nil
  }

  private func read<Members>(_ text: String, as type: Members.Type) throws -> TypedProblem<Members> {
    try JSONDecoder().decode(TypedProblem<Members>.self, from: Data(text.utf8))
  }

  static let whole =
    #"{"type": "urn:credit", "title": "T", "status": 403, "detail": "D", "instance": "/1", "balance": 30, "foo": {"a": 1}}"#

  @Test func `with its members, and as any`() throws {
    let problem = try read(Self.whole, as: Credit.self)
    #expect(problem.members.balance == 30 && problem.httpStatus == 403 && problem.document.title == "T")
    #expect(problem.document.extensions["foo"] == ["a": 1])
    #expect(try read(Self.whole, as: Opaque.self).document == problem.document)
  }

  @Test(arguments: [
    (
      #"{"type": "urn:other", "balance": 3}"#,
      ProblemFault.typeDiffers(found: "urn:other", wanted: "urn:credit")
    ),
    (#"{"balance": 3}"#, .typeDiffers(found: "about:blank", wanted: "urn:credit")),
    (#"{"type": "", "balance": 3}"#, .typeIsEmpty),
  ])
  func `another kind is told apart`(text: String, fault: ProblemFault) {
    #expect(throws: fault) { try read(text, as: Credit.self) }
  }

  @Test func `an empty type names nothing, whatever is wanted`() {
    #expect(throws: ProblemFault.typeIsEmpty) { try read(#"{"type": ""}"#, as: Opaque.self) }
    #expect(throws: ProblemFault.typeIsEmpty) {
      try TypedProblem(Problem(type: ""), members: Credit(balance: 1))
    }
    #expect(throws: ProblemFault.self) {
      try TypedProblem(Problem(type: "urn:b"), members: Credit(balance: 1))
    }
  }

  @Test func `a missing member is the decoder's to tell, and not taken for another kind`() {
    #expect(throws: DecodingError.self) { try read(#"{"type": "urn:credit"}"#, as: Credit.self) }
    #expect(throws: DecodingError.self) { try read("[]", as: Opaque.self) }
  }

  @Test func `every member but the type may be absent, and one of the wrong type is ignored`() throws {
    let problem = try read(#"{"type": "urn:credit", "status": "403", "balance": 1}"#, as: Credit.self)
    #expect(problem.document.status == nil)
  }

  @Test func `it is recorded as what it is`() throws {
    let record = RecordedError(try read(Self.whole, as: Credit.self))
    #expect(
      record.status == 403 && record.problem?.type == "urn:credit" && record.is.contains("ProblemError")
    )
  }
}
