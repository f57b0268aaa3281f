import LanguageServer
import Source
import Testing

@Suite struct DocumentTests {
  private static let utf8 = #"{"general": {"positionEncodings": ["utf-8"]}}"#
  private static let path = "/w/notes.yaml"

  private func text(_ text: String, after changes: String, capabilities: String = "{}") -> String {
    let client = TestClient(capabilities: capabilities)
    client.open(Self.path, text)
    client.change(Self.path, changes)
    return client.text(Self.path)
  }

  private func change(_ from: (Int, Int), _ to: (Int, Int), _ text: String) -> String {
    #"{"range": {"start": {"line": \#(from.0), "character": \#(from.1)}, "end": {"line": \#(to.0), "character": \#(to.1)}}, "text": "\#(text)"}"#
  }

  @Test func changesAreAppliedOneAfterTheOther() {
    let changes = "[\(change((0, 1), (0, 2), "xy")), \(change((0, 3), (1, 0), "-"))]"
    #expect(text("abc\ndef", after: changes) == "axy-def")
  }

  @Test func charactersAreCountedInTheAgreedUnit() {
    // é has 2 bytes and 1 unit of UTF-16; 😀 has 4 and 2.
    #expect(text("é😀x", after: "[\(change((0, 3), (0, 4), "y"))]") == "é😀y")
    #expect(text("é😀x", after: "[\(change((0, 6), (0, 7), "y"))]", capabilities: Self.utf8) == "é😀y")
  }

  @Test func aPlaceInsideACharacterIsItsBeginning() {
    #expect(text("😀x", after: "[\(change((0, 1), (0, 2), "y"))]") == "yx")
    #expect(text("é", after: "[\(change((0, 1), (0, 1), "y"))]", capabilities: Self.utf8) == "yé")
  }

  @Test func placesBehindTheTextAreItsEnd() {
    #expect(text("ab\ncd", after: "[\(change((0, 99), (0, 99), "!"))]") == "ab!\ncd")
    #expect(text("ab\ncd", after: "[\(change((7, 0), (9, 9), "!"))]") == "ab\ncd!")
    #expect(text("", after: "[\(change((0, 0), (0, 0), "a"))]") == "a")
  }

  @Test func aRangeWrittenBackwardsIsMeantForwards() {
    #expect(text("abcd", after: "[\(change((0, 3), (0, 1), "-"))]") == "a-d")
  }

  @Test(arguments: ["\n", "\r\n", "\r"]) func linesEndAsTheyDo(lineBreak: String) {
    #expect(
      text("a\(lineBreak)b", after: "[\(change((1, 0), (1, 1), "c"))]").unicodeScalars.elementsEqual(
        "a\(lineBreak)c".unicodeScalars
      )
    )
  }

  @Test func halfASurrogatePairIsReadAsOneUnit() {
    #expect(
      text("ab", after: #"[\#(change((0, 1), (0, 1), #"\ud83d"#)), \#(change((0, 2), (0, 3), "c"))]"#)
        == "a\u{FFFD}c"
    )
  }

  @Test(arguments: [
    #"[{"range": {"start": {"line": -1, "character": 0}, "end": {"line": 0, "character": 0}}, "text": "x"}]"#,
    #"[{"range": {"start": {"line": 0}, "end": {"line": 0, "character": 0}}, "text": "x"}]"#,
    #"[{"range": {"start": {"line": 0, "character": 0.5}, "end": {"line": 0, "character": 1}}, "text": "x"}]"#,
    #"[{"text": 5}]"#, #"{"text": "x"}"#, "null",
  ]) func afterAFaultyChangeTheDocumentIsUnknownUntilAWholeTextComes(changes: String) {
    let client = TestClient()
    client.open("/w/rules.yaml", Texts.shadowed)
    client.finish()
    #expect(client.codes("/w/rules.yaml") == ["unreachable-rule 6"])
    client.change("/w/rules.yaml", changes)
    client.finish()
    #expect(client.sent.contains { $0["method"]?.text == "window/logMessage" })
    #expect(client.codes("/w/rules.yaml") == [])
    let asked =
      #"{"textDocument": {"uri": "file:///w/rules.yaml"}, "range": {"start": {"line": 0, "character": 0}, "end": {"line": 0, "character": 0}}, "context": {"diagnostics": []}}"#
    #expect(client.answer("textDocument/codeAction", asked)?["code"]?.text == "-32803")
    client.replace("/w/rules.yaml", by: Texts.shadowed)
    client.finish()
    #expect(client.codes("/w/rules.yaml") == ["unreachable-rule 6"])
  }

  @Test func aFaultyChangeTakesItsNeighboursWithIt() {
    let client = TestClient()
    client.open(Self.path, "abc")
    client.change(Self.path, #"[\#(change((0, 0), (0, 1), "x")), {"text": 5}]"#)
    #expect(client.text(Self.path) == "abc")
  }

  @Test func documentsAreOpenedOnceAndChangedWhileOpen() {
    let client = TestClient()
    client.replace(Self.path, by: "x")
    #expect(client.sent.last?["params", "message"]?.text.contains("not open") == true)
    client.open(Self.path, "a")
    client.open(Self.path, "b")
    #expect(client.sent.last?["params", "message"]?.text.contains("already open") == true)
    #expect(client.text(Self.path) == "a")
    client.close(Self.path)
    client.close(Self.path)
    #expect(client.sent.last?["params", "message"]?.text.contains("not open") == true)
  }

  @Test func aVersionThatDoesNotRiseIsReported() {
    let client = TestClient()
    client.open(Self.path, "a")
    client.notify(
      "textDocument/didChange",
      #"{"textDocument": {"uri": "file:///w/notes.yaml", "version": 1}, "contentChanges": [{"text": "b"}]}"#
    )
    #expect(client.sent.last?["params", "message"]?.text.contains("from 1 to 1") == true)
    #expect(client.text(Self.path) == "b")
  }
}
