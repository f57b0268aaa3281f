import Records
import Testing

@testable import ErrorStreams

@Suite("Records of our own")
struct NativeLikenessTests {
  @Test("are recognised by a list that has every member which a record may have")
  func members() {
    let names = NativeLikeness.all.map { "\($0.name)" }
    #expect(Set(names).count == names.count)
    #expect(Set(names) == Set(Field.allCases.map { $0.name } + ["elapsed", "completed"]))
  }
}
