import Testing

@testable import Records

@Suite("Names of fields, severities and similar enums")
struct ErrorRecordNamesTests {
  @Test("equal the names of their cases")
  func names() {
    #expect(Field.names == Field.allCases.map { "\($0)" })
    #expect(Severity.names == Severity.allCases.map { "\($0)" })
    #expect(Evaluation.names == Evaluation.allCases.map { "\($0)" })
    #expect(Platform.names == Platform.allCases.map { "\($0)" })
    #expect(Subject.ProblemMember.names == Subject.ProblemMember.allCases.map { "\($0)" })
    #expect(Subject.OutcomeMember.names == Subject.OutcomeMember.allCases.map { "\($0)" })
  }
}
