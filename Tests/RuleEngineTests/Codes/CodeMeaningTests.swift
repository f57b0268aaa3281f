import Testing

@testable import RuleLanguage

@Suite("The meaning of a code")
struct CodeMeaningTests {
  @Test("is told for symbols that a table has")
  func symbols() {
    let all = Set(CodeTable.builtInDomains.flatMap { CodeTable.builtIn($0)?.codes.keys.map { $0 } ?? [] })
    #expect(CodeMeaning.symbols.count >= 150)
    for symbol in CodeMeaning.symbols { #expect(all.contains(symbol), "\(symbol)") }
  }

  @Test("says whether another try can help")
  func tries() {
    #expect(CodeMeaning.text(of: "CKErrorZoneBusy")?.hasSuffix(". Another try may help.") == true)
    #expect(
      CodeMeaning.text(of: "errSecItemNotFound")
        == "The keychain has no such item. Another try alone does not help."
    )
    #expect(CodeMeaning.text(of: "SKErrorPaymentCancelled")?.contains("a cancellation") == true)
    #expect(CodeMeaning.text(of: "kCFURLErrorTimedOut") == CodeMeaning.text(of: "NSURLErrorTimedOut"))
    #expect(CodeMeaning.text(of: "CKErrorZone") == nil)
  }
}
