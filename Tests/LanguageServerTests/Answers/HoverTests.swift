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
    #expect(text("-1009").contains("`NSURLErrorNotConnectedToInternet` is -1009"))
    #expect(text("NSURLErrorTimedOut").contains("-1001"))
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
