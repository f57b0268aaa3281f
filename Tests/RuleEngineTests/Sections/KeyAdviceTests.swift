import RuleLanguage
import Source
import Testing

@Suite("What is said of keys at the wrong place")
struct KeyAdviceTests {
  @Test("Keys of rule files are known where rule files are not")
  func keysOfRuleFiles() {
    let declared =
      RuleFile.keys + ResponderDeclaration.keys + RuleDeclaration.keys + CategoryDeclaration.keys
    #expect(KeyAdvice.keysOfRuleFiles == Set(declared))
  }
}
