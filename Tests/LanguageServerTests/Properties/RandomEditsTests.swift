import JSONRPC
import Bytes
import LanguageServer
import Source
import Testing
import TestSupport

/// After any edits the server knows what a fresh one does.
@Suite struct RandomEditsTests {
  private static let files = [
    "/w/rules.yaml": """
    version: 1
    imports: [ parts/names.yaml ]
    categories:
      - { name: busy, when: { status: 5xx } }
    responders:
      - id: app
        rules:
          - { id: offline, when: { matcher: offline }, then: { retry: { maxAttempts: 3 } } }
          - { id: busy, when: { category: busy }, then: cancel }
          - { id: denied, when: { status: $denied }, then: abort }
        otherwise: { then: cancel }

    """,
    "/w/parts/names.yaml": """
    version: 1
    lists:
      denied: [ 401, 403 ]
    matchers:
      offline: { domain: NSURLErrorDomain, code: -1009 }

    """,
    "/w/rules.test.yaml": """
    version: 1
    cases:
      - name: é😀
        error: { status: 503 }
        expect: { by: app/busy }

    """,
    "/w/.errctl.yaml": "version: 1\nlevels: { missing-id: off }\nstream: errors.ndjson\n",
  ]
  /// Not edited.
  private static let stream = [
    "/w/errors.ndjson":
      "{\"status\":503}\n{\"status\":401}\n{\"domain\":\"NSURLErrorDomain\",\"code\":-1009}\n"
  ]
  private static let words = [
    "busy", "offline", "app", "denied", "$denied", "status", "when", "503", ": ", ", ", "\n", "  ", "- ", "{",
    "}", "[", "]",
    "\"", "#", "é", "😀", "\r\n", "*a", "null",
  ]

  @Test(arguments: [1, 2, 3, 4] as [UInt64]) func aStateReachedByEditsIsThatOfAFreshServer(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    func pick<T>(_ list: [T]) -> T { list[Int.random(in: 0..<list.count, using: &random)] }
    let paths = Self.files.keys.sorted()
    let client = TestClient(Self.files.merging(Self.stream) { $1 })
    for path in paths { client.open(path) }
    var counted = 0
    client.finish()
    for _ in 0..<(Scale.isQuick ? 30 : 300) {
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        let path = pick(paths)
        let old = Array(client.text(path).unicodeScalars)
        let start = Int.random(in: 0...old.count, using: &random)
        let end = min(old.count, start + pick([0, 0, 1, 5, 30]))
        let new = (0..<Int.random(in: 0...3, using: &random)).map { _ in pick(Self.words) }.joined()
        client.change(path, "[\(Self.change(old, start..<end, new))]")
        // Half of the time a job runs between two edits.
        if Bool.random(using: &random) { client.settle() } else { client.finish() }
      }
      client.finish()
      let fresh = TestClient(Self.files.merging(Self.stream) { $1 })
      for path in paths { fresh.open(path, client.text(path)) }
      fresh.finish()
      for path in paths {
        #expect(
          client.diagnostics(path).map { JSONWriter.line($0) }
            == fresh.diagnostics(path).map { JSONWriter.line($0) }
        )
        // Of a text that can't be used, a fresh server has no counts, and this one may have earlier ones.
        let lenses = Self.lenses(fresh, path)
        if !lenses.isEmpty {
          counted += 1
          #expect(Self.lenses(client, path) == lenses)
        }
      }
      if Int.random(in: 0..<3, using: &random) == 0 {
        for path in paths { client.replace(path, by: Self.files[path] ?? "") }
      }
    }
    #expect(counted > 0)
  }

  private static func lenses(_ client: TestClient, _ path: String) -> [String] {
    let params = #"{"textDocument": {"uri": "\#(FileURI.uri(of: path))"}}"#
    return (client.answer("textDocument/codeLens", params)?.elements ?? []).map { JSONWriter.line($0) }
  }

  private static func change(_ text: [Unicode.Scalar], _ range: Range<Int>, _ new: String) -> String {
    func place(_ offset: Int) -> String {
      let file = SourceFile(name: "x.yaml", text: String(String.UnicodeScalarView(text)))
      let bytes = text[..<offset].reduce(0) { $0 + UTF8.width($1) }
      let position = PositionEncoding.utf16.position(of: bytes, in: file)
      return #"{"line": \#(position.line), "character": \#(position.character)}"#
    }
    return
      #"{"range": {"start": \#(place(range.lowerBound)), "end": \#(place(range.upperBound))}, "text": \#(new.json)}"#
  }
}
