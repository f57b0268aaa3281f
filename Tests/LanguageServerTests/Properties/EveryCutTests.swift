import JSONRPC
import Foundation
import LanguageServer
import RuleEngine
import Source
import TestSupport
import Testing

/// At every place of every shipped rule file the structure before the cursor is that of the whole file.
@Suite struct EveryCutTests {
  /// The rule files and suites below `rules`, relative to the repository.
  private static let files: [String] = {
    let names = FileManager.default.enumerator(atPath: Repository.root.appending(path: "rules").path)
    return (names?.compactMap { $0 as? String } ?? []).filter {
      ($0.hasSuffix(".yaml") || $0.hasSuffix("rules.json")) && (!Scale.isQuick || $0.hasPrefix("shop/"))
    }.map { "rules/\($0)" }.sorted()
  }()

  private func bytes(_ path: String) throws -> [UInt8] {
    try Array(Data(contentsOf: Repository.root.appending(path: path)))
  }

  @Test(arguments: files) func theCursorIsWhereTheReaderFindsIt(path: String) throws {
    let bytes = try bytes(path)
    var diagnostics = Diagnostics()
    let root = try #require(SourceReader().read(name: path, bytes: bytes, into: &diagnostics).node)
    let isJSON = path.hasSuffix(".json")
    var count = 0
    var number = 0
    // Each place costs the time of a scan of what stands before it.
    let step = max(1, bytes.count / Scale.of(1_000_000, quick: 2_000))
    func isLookedAt() -> Bool {
      number += 1
      return number % step == 0
    }
    func check(_ node: Node, _ steps: [CursorPlace.Step]) {
      for member in node.members ?? [] {
        let isLookedAt = isLookedAt()
        if isLookedAt {
          let place = CursorPlace(
            bytes,
            at: member.keyRange.bytes.upperBound - (isJSON ? 1 : 0),
            isJSON: isJSON
          )
          #expect(place?.keyPath == steps, "the key \(member.key) at \(member.keyRange.start)")
          count += 1
        }
        check(member.value, steps + [.key(member.key)])
      }
      for (index, element) in (node.elements ?? []).enumerated() { check(element, steps + [.index(index)]) }
      if node.members == nil, node.elements == nil, isLookedAt(), node.range.bytes.count > 0,
        node.style == .plain,
        !node.range.text.contains("\n")
      {
        let place = CursorPlace(bytes, at: node.range.bytes.upperBound, isJSON: isJSON)
        #expect(place?.valuePath == steps, "the value \(node.text) at \(node.range.start)")
        count += 1
      }
    }
    check(root, [])
    #expect(count > 2)
  }

  @Test(arguments: files) func completionAndHoverNeverFail(path: String) throws {
    let text = try String(decoding: bytes(path), as: UTF8.self)
    let name =
      "/w/"
      + (path.hasSuffix(".json")
        ? "rules.json" : path.hasSuffix(".test.yaml") ? "rules.test.yaml" : "rules.yaml")
    let client = TestClient()
    client.open(name, text)
    client.settle()
    let bytes = Array(text.utf8)
    // Every cut takes an hour; those of a quick run are spread over the file.
    let step = max(1, bytes.count / Scale.of(2_000, quick: 8))
    for cut in stride(from: bytes.count - 1, through: 0, by: -step) {
      client.replace(name, by: String(decoding: bytes[..<cut], as: UTF8.self))
      let file = SourceFile(name: name, text: client.text(name))
      let position = PositionEncoding.utf16.position(of: file.bytes.count, in: file)
      let params =
        #"{"textDocument": {"uri": "file://\#(name)"}, "position": {"line": \#(position.line), "character": \#(position.character)}}"#
      for method in ["completion", "hover", "definition", "references", "documentHighlight"] {
        let answer = client.answer("textDocument/\(method)", params)
        #expect(answer?["code"] == nil, "\(method) after \(cut) bytes")
      }
      for method in ["documentSymbol", "foldingRange"] {
        #expect(client.answer("textDocument/\(method)", params)?["code"] == nil)
      }
    }
  }
}
