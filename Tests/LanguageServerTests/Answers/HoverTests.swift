import LanguageServer
import Source
import Testing

@Suite struct HoverTests {
  private static let rules = """
    version: 1
    categories:
      - { name: busy, when: { status: 5xx } }
    responders:
      - id: app
        rules:
          - { id: sign-in, when: { status: 401 }, then: abort }
          - id: again
            when: { category: busy, attempt: { atMost: 2 }, not: { operation: [ pay, refund ] } }
            then: { retry: { maxAttempts: 3, backoff: { initial: 1s, multiplier: 2, jitter: none } } }
          - { id: net, when: { domain: NSURLErrorDomain, code: [ NSURLErrorTimedOut, -1009 ] }, then: cancel }
        otherwise: { then: cancel }

    """

  private func text(_ word: String, in text: String = rules, path: String = "/w/rules.yaml") -> String {
    let client = TestClient()
    client.open(path, text)
    client.finish()
    let (line, character) = client.place(path, word)
    let params =
      #"{"textDocument": {"uri": "file://\#(path)"}, "position": {"line": \#(line), "character": \#(character)}}"#
    return client.answer("textDocument/hover", params)?["contents", "value"]?.text ?? ""
  }

  @Test func aKeyShowsItsPage() {
    #expect(text("maxAttempts").contains("The number of tries, the first included."))
    #expect(text("attempt:").contains("1 is the first"))
    #expect(text("responders").contains("escalates"))
  }

  @Test func aRuleShowsWhatItMatchesAndWhatComesBeforeIt() {
    let hover = text("again")
    #expect(hover.contains("category is busy, attempt is at most 2 and not (operation is pay or refund)"))
    #expect(hover.contains("Before it: `sign-in`."))
    #expect(hover.contains("Worst case: up to 3 tries in 3 s."))
    #expect(text("sign-in").contains("first rule of `app`"))
  }

  @Test func aCategoryShowsWhoAsksForIt() {
    let hover = text("busy")
    #expect(hover.contains("if status is 5xx"))
    #expect(hover.contains("Asked for by `app/again`."))
  }

  @Test func aCodeShowsItsSymbolAndASymbolItsCode() {
    #expect(text("-1009").hasPrefix("`URLError.notConnectedToInternet = -1009 (NSURLErrorDomain)`"))
    #expect(text("-1009").contains("The device is offline"))
    #expect(text("NSURLErrorTimedOut").contains("-1001"))
  }

  @Test(arguments: [
    ("domain: CKErrorDomain, code: 23", "23", "CKError.zoneBusy = 23 (CKErrorDomain)"),
    ("type: CKError, code: zoneBusy", "zoneBusy", "CKError.zoneBusy = 23 (CKErrorDomain)"),
    ("domain: CKErrorDomain, code: .zoneBusy", ".zoneBusy", "CKError.zoneBusy = 23 (CKErrorDomain)"),
    ("case: CKError.zoneBusy", "CKError.zoneBusy", "CKError.zoneBusy = 23 (CKErrorDomain)"),
    ("code: CKErrorZoneBusy", "CKErrorZoneBusy", "CKError.zoneBusy = 23 (CKErrorDomain)"),
    ("domain: kCLErrorDomain, code: 1", "1 }", "CLError.denied = 1 (kCLErrorDomain)"),
    (
      "domain: NSURLErrorDomain, code: -1006", "-1006", "URLError.dnsLookupFailed = -1006 (NSURLErrorDomain)"
    ),
    (
      "domain: NSCocoaErrorDomain, code: 260", "260",
      "CocoaError.fileReadNoSuchFile = 260 (NSCocoaErrorDomain)"
    ),
    (
      "domain: NSOSStatusErrorDomain, code: -25300", "-25300",
      "errSecItemNotFound = -25300 (NSOSStatusErrorDomain)"
    ),
    ("domain: Network.NWError, code: 61", "61", "ECONNREFUSED = 61 (Network.NWError)"),
  ])
  func aCodeOfAFrameworkShowsItsNameInSwiftAndItsMeaning(when: String, word: String, page: String) {
    let rules =
      "version: 1\nresponders: [ { id: app, rules: [ { id: net, when: { \(when) }, then: cancel } ] } ]\n"
    let hover = text(word, in: rules)
    #expect(hover.hasPrefix("`\(page)`"), "\(hover)")
    #expect(hover.contains("Another try"))
  }

  @Test func aCodeOfAFindingShowsItsPage() {
    let configuration = "version: 1\nlevels: { vain-retry: off }\n"
    #expect(text("vain-retry", in: configuration, path: "/w/.errctl.yaml").contains("What to do:"))
  }

  @Test func elsewhereThereIsNothing() {
    #expect(text("5xx").isEmpty)
    #expect(text("rules", in: "a: [\n", path: "/w/rules.yaml").isEmpty)
  }
}
