import RuleLanguage
import Source
import Testing

@Suite("Hints for misplaced keys")
struct KeyAdviceTests {
  @Test("Keys of rule files are not known in other files")
  func keysOfRuleFiles() {
    let declared =
      RuleFile.keys + ResponderDeclaration.keys + RuleDeclaration.keys + CategoryDeclaration.keys
    #expect(KeyAdvice.keysOfRuleFiles == Set(declared.names))
  }
}
