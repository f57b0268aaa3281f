import LanguageServer
import RuleEngine
import Source
import Testing

@Suite struct CompletionTests {
  /// The labels at the mark `‸`.
  private func labels(_ text: String, path: String = "/w/rules.yaml", files: [String: String] = [:])
    -> [String]
  {
    items(text, path: path, files: files).map { $0["label"]?.text ?? "" }
  }

  private func items(
    _ text: String,
    path: String = "/w/rules.yaml",
    files: [String: String] = [:],
    capabilities: String = "{}"
  ) -> [Node] {
    let client = TestClient(files, capabilities: capabilities)
    let parts = text.split(separator: "‸", maxSplits: 1, omittingEmptySubsequences: false)
    // The last text that could be read, then the one with the cursor.
    client.open(
      path,
      files[path] ?? (path.hasSuffix(".json") ? Self.json : Self.head + "      - { id: a }\n")
    )
    client.finish()
    client.replace(path, by: parts.joined())
    let before = parts[0].split(separator: "\n", omittingEmptySubsequences: false)
    let place = #"{"line": \#(before.count - 1), "character": \#(before.last?.utf16.count ?? 0)}"#
    let params = #"{"textDocument": {"uri": "file://\#(path)"}, "position": \#(place)}"#
    return client.answer("textDocument/completion", params)?["items"]?.elements ?? []
  }

  private static let json =
    #"{ "version": 1, "categories": [ { "name": "busy" } ], "responders": [ { "id": "app" } ] }"#
  private static let head = """
    version: 1
    lists: { denied: [ 401 ] }
    categories:
      - { name: busy, when: { status: 503 } }
    alerts:
      sorry: { title: Sorry }
    responders:
      - id: app
        rules:

    """

  @Test func keysAreThoseOfTheirPlace() {
    #expect(labels("‸").contains("responders"))
    #expect(labels(Self.head + "      - ‸").contains("when"))
    let rest = labels(Self.head + "      - id: a\n        ‸")
    #expect(rest.contains("then") && !rest.contains("id"))
    #expect(labels(Self.head + "      - { id: a, when: { ‸").contains("status"))
    #expect(labels(Self.head + "      - { id: a, then: { retry: { max‸").contains("maxAttempts"))
    #expect(labels("version: 1\ndefaults:\n  ‸").contains("category"))
  }

  @Test func aClientThatCanFillInPlacesIsOfferedWholeElements() {
    func snippets(_ text: String, path: String = "/w/rules.yaml") -> [String: String] {
      let able = #"{"textDocument": {"completion": {"completionItem": {"snippetSupport": true}}}}"#
      let found = items(text, path: path, capabilities: able).filter { $0["insertTextFormat"]?.text == "2" }
      return Dictionary(
        uniqueKeysWithValues: found.map {
          ($0["label"]?.text ?? "", $0["textEdit"]?["newText"]?.string ?? "")
        }
      )
    }
    let rules = snippets(Self.head + "      - ‸")
    #expect(rules.keys.sorted() == ["retry", "rule"])
    #expect(rules["rule"]?.hasPrefix("{ id: ${1:name}, when: ") == true)
    #expect(snippets("version: 1\nresponders:\n  - ‸").keys.sorted() == ["responder"])
    #expect(snippets("version: 1\ncategories:\n  - ‸").keys.sorted() == ["category"])
    #expect(snippets("version: 1\ncases:\n  - ‸", path: "/w/rules.test.yaml").keys.sorted() == ["case"])
    #expect(snippets("# Rules\n‸").keys.sorted() == ["rule file"])
    #expect(snippets("‸", path: "/w/rules.test.yaml").keys.sorted() == ["suite"])
    // Where something is written, or an element would stand in itself.
    for text in ["      - id: a\n        ‸", "      - { ‸"] { #expect(snippets(Self.head + text).isEmpty) }
    #expect(snippets("version: 1\n‸").isEmpty && snippets("‸\nversion: 1\n").isEmpty)
    #expect(snippets("{ ‸ }", path: "/w/rules.json").isEmpty)
    #expect(items(Self.head + "      - ‸").allSatisfy { $0["insertTextFormat"] == nil })
  }

  /// What stands in the places at first is valid.
  @Test func whatASnippetStandsForIsARuleFile() {
    let able = #"{"textDocument": {"completion": {"completionItem": {"snippetSupport": true}}}}"#
    func filled(_ label: String, _ text: String, _ path: String = "/w/rules.yaml") -> String {
      let item = items(text, path: path, capabilities: able).first { $0["label"]?.text == label }
      var result = ""
      var rest = (item?["textEdit"]?["newText"]?.string ?? "")[...]
      while let start = rest.firstRange(of: "${") {
        result += rest[..<start.lowerBound]
        let end = rest[start.upperBound...].firstIndex(of: "}") ?? rest.endIndex
        let choice = rest[start.upperBound..<end].drop { $0.isNumber }.dropFirst()
        result += choice.prefix { $0 != "," || !choice.hasSuffix("|") }.filter { $0 != "|" }
        rest = rest[end...].dropFirst()
      }
      return text.replacing("‸", with: (result + rest).replacing("$0", with: ""))
    }
    let head = "version: 1\nresponders:\n  - id: app\n    otherwise: { then: cancel }\n"
    for text in [
      filled("rule file", "‸"), filled("rule", head + "    rules:\n      - ‸"),
      filled("retry", head + "    rules:\n      - ‸"), filled("responder", head + "  - ‸"),
      filled("category", head + "categories:\n  - ‸"),
    ] {
      let compiled = RuleSet.compile(name: "rules.yaml", bytes: Array(text.utf8))
      #expect(compiled.diagnostics.isEmpty, "\(text)")
      #expect(compiled.chain != nil)
    }
  }

  @Test func casesAreThoseOfTheDeclaredTypes() {
    let head =
      "version: 1\ntypes:\n  NetworkError: { cases: [ server, offline ] }\n  Plain: { is: [ Error ] }\n"
    let rule = head + "responders:\n  - id: app\n    rules:\n      - { id: a, when: { "
    let files = ["/w/rules.yaml": rule + "status: 1 } }\n"]
    let both = ["NetworkError.server", "NetworkError.offline"]
    #expect(labels(rule + "case: ‸", files: files) == both)
    #expect(labels(rule + "type: Shop.NetworkError, case: ‸", files: files) == both)
    let suite = "version: 1\nrules: rules.yaml\ncases:\n  - error: { type: NetworkError, case: ‸"
    #expect(labels(suite, path: "/w/rules.test.yaml", files: files) == ["server", "offline"])
  }

  @Test func namesAreThoseThatAreDeclared() {
    #expect(labels(Self.head + "      - { id: a, when: { category: ‸").contains("busy"))
    #expect(labels(Self.head + "      - { id: a, when: { status: ‸").contains("$denied"))
    #expect(labels(Self.head + "      - { id: a, do: [ { present: ‸").contains("sorry"))
    #expect(labels(Self.head + "      - { id: a }\n  - id: b\n    parent: ‸").contains("app"))
    #expect(labels(Self.head + "      - { id: a, then: ‸").contains("abort"))
    #expect(labels("version: 1\nescalation: [ ‸") == ["app"])
  }

  @Test func namesOfABrokenFileAreThoseOfTheLastWholeOne() {
    let whole = Self.head + "      - { id: a, when: { category: busy }, then: cancel }\n"
    let broken = Self.head + "      - { id: a, when: { category: ‸\n  - [ {\n"
    #expect(labels(broken, files: ["/w/rules.yaml": whole]).contains("busy"))
  }

  @Test func symbolsAreThoseOfTheDomainBesideTheCursor() {
    let urls = labels(Self.head + "      - { when: { domain: NSURLErrorDomain, code: ‸")
    #expect(urls.contains("NSURLErrorTimedOut") && !urls.contains("UNAVAILABLE"))
    #expect(labels(Self.head + "      - { when: { domain: grpc, code: ‸").contains("UNAVAILABLE"))
    #expect(labels(Self.head + "      - { when: { domain: ‸").contains("NSURLErrorDomain"))
  }

  @Test func suitesAndConfigurationsHaveTheirOwn() {
    let files = ["/w/rules.yaml": Self.head + "      - { id: a, when: { category: busy }, then: cancel }\n"]
    let suite = "/w/rules.test.yaml"
    #expect(labels("version: 1\ncases:\n  - ‸", path: suite, files: files).contains("expect"))
    #expect(labels("version: 1\ncases:\n  - { expect: { by: ‸", path: suite, files: files).contains("app/a"))
    #expect(labels("version: 1\nlevels:\n  ‸", path: "/w/.errctl.yaml").contains("unreachable-rule"))
    #expect(labels("version: 1\nlevels:\n  missing-id: ‸", path: "/w/.errctl.yaml").contains("off"))
    #expect(labels("mapping: 1\n‸", path: "/w/own.mapping.yaml").contains("fields"))
  }

  @Test func everyItemOfAKeyIsExplained() {
    let items = items(Self.head + "      - { id: a, when: { ‸")
    #expect(items.count > 20)
    for item in items {
      #expect(item["documentation", "value"]?.text.isEmpty == false, "\(item["label"]?.text ?? "")")
      #expect(item["textEdit", "newText"]?.text == "\(item["label"]?.text ?? ""): ")
    }
  }

  @Test func theWholeWordIsReplaced() {
    let item = items("version: 1\nres‸ponders: []\n").first { $0["label"]?.text == "responders" }
    #expect(item?["textEdit", "range", "start", "character"]?.text == "0")
    #expect(item?["textEdit", "range", "end", "character"]?.text == "10")
  }

  @Test func inJSONKeysAndNamesHaveQuotes() {
    let text =
      #"{ "version": 1, "categories": [ { "name": "busy" } ], "responders": [ { "id": "app", "rules": [ { "when": { "category": ‸ } } ] } ] }"#
    let item = items(text, path: "/w/rules.json").first { $0["label"]?.text == "busy" }
    #expect(item?["textEdit", "newText"]?.text == "\"busy\"")
    let key = items(#"{ "version": 1, ‸ }"#, path: "/w/rules.json").first {
      $0["label"]?.text == "responders"
    }
    #expect(key?["textEdit", "newText"]?.text == "\"responders\": ")
  }

  @Test func pathsAreThoseOfFilesBesideIt() {
    let files = [
      "/w/parts/names.yaml": "version: 1\n", "/w/other.json": "{}", "/w/errors.ndjson": "",
      "/w/rules.test.yaml": "version: 1\n",
    ]
    let rules = labels("version: 1\nimports: [ ‸", files: files)
    #expect(rules.contains("parts/") && rules.contains("other.json"))
    #expect(!rules.contains("errors.ndjson") && !rules.contains("rules.test.yaml"))
    #expect(labels("version: 1\nimports: [ parts/‸", files: files).contains("parts/names.yaml"))
    #expect(labels("version: 1\nimports: [ ../‸", files: files) == [])
    let stream = labels("version: 1\nstream: ‸", path: "/w/.errctl.yaml", files: files)
    #expect(stream.contains("errors.ndjson") && !stream.contains("other.json"))
  }

  @Test func placeholdersStandInBraces() {
    let message = labels(Self.head + "      - { id: a, do: [ { present: { title: \"Oh {‸")
    #expect(message.contains("error.message") && message.contains("problem.title"))
    #expect(
      !labels(Self.head + "      - { id: a, do: [ { present: { title: \"Oh {{‸").contains("error.message")
    )
    #expect(
      !labels(Self.head + "      - { id: a, when: { message: { matches: \"a{‸").contains("error.message")
    )
  }

  @Test func commentsSuppressCodes() {
    #expect(labels(Self.head + "      # errctl: ignore ord‸").contains("order-decides"))
    #expect(labels(Self.head + "      # errctl: ignore order-decides -- ‸") == [])
    #expect(labels(Self.head + "      # errctl ‸") == [])
  }

  @Test func valuesAreThoseOfTheSampleStream() {
    let files = [
      "/w/.errctl.yaml": "version: 1\nstream: errors.ndjson\n",
      "/w/errors.ndjson": """
      {"type":"Shop.SyncError","case":"step","origin":"com.shop.sync","underlying":[{"domain":"acme.pay","code":-7}]}
      {"domain":"acme.store","code":"LOCKED","operation":"load"}

      """,
    ]
    func rule(_ rest: String) -> [String] {
      labels(Self.head + "      - { id: a, when: { " + rest, files: files)
    }
    #expect(rule("type: ‸").contains("Shop.SyncError"))
    #expect(rule("case: ‸").contains("SyncError.step"))
    #expect(rule("domain: ‸").contains("acme.store"))
    #expect(rule("domain: acme.pay, code: ‸").contains("-7"))
    #expect(!rule("domain: acme.pay, code: ‸").contains("LOCKED"))
    #expect(rule("operation: ‸").contains("load"))
    let origins = labels(Self.head + "      - { id: a }\n    origins: [ ‸", files: files)
    #expect(origins.contains("com.shop.sync") && origins.contains("com.shop.*"))
    let code = items(Self.head + "      - { id: a, when: { domain: acme.pay, code: ‸", files: files)
      .first { $0["label"]?.text == "-7" }
    #expect(code?["textEdit", "newText"]?.text == "-7")
  }

  @Test func aFileThatIsBrokenWhenItIsOpenedHasTheNamesOfItsOtherLines() {
    let client = TestClient()
    let text = Self.head + "      - { id: a, when: { category: \n"
    client.open("/w/rules.yaml", text)
    client.finish()
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let params =
      #"{"textDocument": {"uri": "file:///w/rules.yaml"}, "position": {"line": \#(lines.count - 2), "character": \#(lines[lines.count - 2].count)}}"#
    let items = client.answer("textDocument/completion", params)?["items"]?.elements ?? []
    #expect(items.contains { $0["label"]?.text == "busy" })
  }
}
