import Foundation
import JSONRPC
import RuleEngine
import TestSupport
import Testing

@testable import Playground
import PageAnswers

/// A page's side of a session.
private struct Page {
  private var session: PlaygroundSession
  private var lastID = 0
  /// By name: the findings that the page was told last.
  private(set) var findings: [String: [Node]] = [:]

  init(_ files: [(String, String)], stream: String, limits: Limits = Limits()) throws {
    session = PlaygroundSession(limits: limits)
    let listed = files.map { Node.made([("name", .made($0)), ("text", .made($1))]) }
    _ = try ask(
      "playground/load",
      [
        ("files", .made(listed)), ("set", .made("s")),
        ("stream", .made([("name", .made("stream.ndjson")), ("text", .made(stream))])),
      ]
    )
  }

  mutating func ask(_ method: String, _ params: [(key: String, value: Node)] = []) throws -> Node {
    lastID += 1
    let message: Node = .made([
      ("jsonrpc", .made("2.0")), ("id", .made(lastID)), ("method", .made(method)), ("params", .made(params)),
    ])
    let answers = session.receive(Array(JSONWriter.line(message).utf8))
    note(answers)
    // What else the page is told.
    let own = answers.filter { if case .notification = $0 { false } else { true } }
    try #require(own.count == 1)
    switch own[0] {
    case .result(.number(Int64(lastID)), let result): return result
    case .error(.number(Int64(lastID))?, let error): throw error
    default: throw Unexpected()
    }
  }

  mutating func tell(_ method: String, _ name: String, _ members: [(key: String, value: Node)]) {
    var document: [(key: String, value: Node)] = [("uri", .made("playground:s/\(name)"))]
    var params = members
    if let text = members.first(where: { $0.key == "text" }) {
      document.append(text)
      params = []
    }
    params.append(("textDocument", .made(document)))
    let message: Node = .made([
      ("jsonrpc", .made("2.0")), ("method", .made(method)), ("params", .made(params)),
    ])
    note(session.receive(Array(JSONWriter.line(message).utf8)))
  }

  mutating func open(_ name: String, _ text: String) {
    tell("textDocument/didOpen", name, [("text", .made(text))])
  }

  private mutating func note(_ answers: [Outgoing]) {
    for case .notification("textDocument/publishDiagnostics", let params) in answers {
      findings[params["uri"]?.string ?? ""] = params["diagnostics"]?.elements
    }
  }

  struct Unexpected: Error {}
}

@Suite("A page without a server")
struct PlaygroundSessionTests {
  private static let rules = """
    version: 1
    categories: [ { name: busy, when: { status: 503 } } ]
    responders:
      - id: app
        rules:
          - { id: again, when: { category: busy }, then: { retry: { maxAttempts: 3 } } }
          - { id: stop, when: { status: 404 }, then: cancel }

    """
  private static let stream = """
    {"id": "a", "type": "Shop.Failure", "status": 503, "attempt": 1}
    {"type": "Shop.Failure", "status": 404}
    {"type": "Shop.Other", "status": 500}

    """

  private func page(_ rules: String = rules, _ stream: String = stream) throws -> Page {
    try Page([("rules.yaml", rules)], stream: stream)
  }

  private static let systems = Repository.ruleSets(with: "stream.ndjson")

  @Test("resolves the streams of all rule sets as a replay does", arguments: systems, ["yaml", "json"])
  func resolutions(system: String, format: String) throws {
    func text(_ name: String) throws -> String {
      try String(contentsOf: Repository.root.appending(path: "rules/\(system)/\(name)"), encoding: .utf8)
    }
    var page = try Page([("rules.\(format)", text("rules.\(format)"))], stream: text("stream.ndjson"))
    #expect(try page.ask("playground/resolutions")["text"]?.string == text("resolutions.ndjson"))
  }

  @Test("has findings at their places in UTF-16, and none once they are mended")
  func findings() throws {
    var page = try page()
    page.open("rules.yaml", Self.rules.replacing("busy }", with: "𝐛ussy }"))
    let found = try #require(page.findings["playground:s/rules.yaml"])
    #expect(found.map { $0["code"]?.string } == ["unknown-category"])
    #expect(found[0]["severity"]?.text == "1")
    #expect(found[0]["data"] == nil)
    #expect(found[0]["range"]?["end"]?["character"]?.text == "45")
    #expect(throws: ResponseError.self) { try page.ask("workbench/preview") }
    let place: Node = .made([("line", .made(5)), ("character", .made(39))])
    let end: Node = .made([("line", .made(5)), ("character", .made(45))])
    let change: Node = .made([("range", .made([("start", place), ("end", end)])), ("text", .made("busy"))])
    page.tell("textDocument/didChange", "rules.yaml", [("contentChanges", .made([change]))])
    #expect(page.findings["playground:s/rules.yaml"]?.isEmpty == true)
    #expect(try page.ask("workbench/open")["files"]?.elements?[0]["text"]?.string == Self.rules)
  }

  @Test("says why rules can't be used, with the place")
  func unusable() throws {
    var page = try page("version: 1\nrespnders: []\n")
    let error = #expect(throws: ResponseError.self) { try page.ask("workbench/preview") }
    #expect(error?.message.hasPrefix("The rules can't be used. rules.yaml:2: ") == true)
  }

  @Test("counts outcomes by rule and by kind of error")
  func preview() throws {
    var page = try page()
    let preview = try page.ask("workbench/preview")
    let html = preview.preview
    #expect(html.contains(">3</data> records of "))
    for part in ["o-retry", "o-cancel", "o-nobody", "app/<wbr>again", "Shop.Failure", "Shop.Other"] {
      #expect(html.contains(part))
    }
    #expect(!html.contains("o-abort"))
    let names = preview["clauses"]?.elements?.compactMap { $0["name"]?.string }
    #expect(names == ["app/again", "app/stop"])
    #expect(preview["clauses"]?.elements?[1]["line"]?.text == "6")
    #expect(preview["categories"]?.elements?.compactMap { $0.string } == ["busy"])
    let lenses = try page.ask(
      "textDocument/codeLens",
      [("textDocument", .made([("uri", .made("playground:s/rules.yaml"))]))]
    )
    #expect(
      lenses.elements?.compactMap { $0["command"]?["title"]?.string } == [
        "answered 1 of 3", "answered 1 of 3",
      ]
    )
  }

  @Test("lists records and explains each of them, and an error that a person wrote")
  func records() throws {
    var page = try page()
    #expect(throws: ResponseError.self) { try page.ask("workbench/records") }
    _ = try page.ask("workbench/preview")
    let rows = try page.ask("workbench/records", [("outcome", .made("retry"))])
    #expect(rows["total"]?.text == "1" && rows["all"]?.text == "3")
    #expect(rows["rows"]?.elements?[0]["rule"]?.string == "app/again")
    let explained = try page.ask("workbench/explain", [("record", .made(2))])
    #expect(explained["html"]?.string?.contains("data-clause=\"1\"") == true)
    #expect(explained["clause"]?.text == "1" && explained["id"]?.string == "2")
    #expect(throws: ResponseError.self) { try page.ask("workbench/explain", [("record", .made(4))]) }
    let typed = try page.ask("workbench/explain", [("error", .made("{\n\"status\": 404}"))])
    #expect(typed["isHandled"]?.text == "true")
    #expect(throws: ResponseError.self) { try page.ask("workbench/explain", [("error", .made("{"))]) }
  }

  @Test("takes rejected lines, blank ones and completed operations for what they are")
  func lines() throws {
    var page = try page(
      Self.rules,
      "\n{\"status\": 404}\r\nnot JSON\n{\"other\": 1}\n{\"outcome\": \"ok\", \"operation\": \"o\"}"
    )
    let html = try page.ask("workbench/preview").preview
    #expect(html.contains(">1</data> record of "))
    func names(_ line: Int) -> Bool {
      html.contains("Line <data class=\"limit\" value=\"\(line)\">\(line)</data>: ")
    }
    #expect(names(3) && names(4) && !names(2))
  }

  @Test("evaluates the first 10,000 lines")
  func long() throws {
    var page = try page(Self.rules, String(repeating: "{\"status\":404}\n", count: RecordedLines.most + 1))
    let html = try page.ask("workbench/preview").preview
    #expect(html.contains("The first <data class=\"limit\" value=\"10000\">10,000</data> records of "))
  }

  @Test("offers the fix of a finding with it")
  func fixes() throws {
    var page = try page()
    page.open("rules.yaml", Self.rules.replacing("category: busy", with: "category: bussy"))
    let fix = page.findings["playground:s/rules.yaml"]?[0]["data"]
    #expect(fix?["title"]?.string == "Change “bussy” to “busy”")
    let edits = fix?["edit"]?["changes"]?["playground:s/rules.yaml"]?.elements
    #expect(edits?.count == 1 && edits?[0]["newText"]?.string == "busy")
    #expect(edits?[0]["range"]?["start"]?["line"]?.text == "5")
  }

  @Test("reads imports among its files, and no others")
  func imports() throws {
    let entry =
      "version: 1\nimports: [ parts/common.yaml ]\nresponders: [ { id: app, rules: [ { id: r, when: { category: c }, then: abort } ] } ]\n"
    let part = "version: 1\nimports: [ ../other.json ]\n"
    let other = #"{"version": 1, "categories": [{"name": "c", "when": {"status": 404}}]}"#
    var page = try Page(
      [("rules.yaml", entry), ("parts/common.yaml", part), ("other.json", other)],
      stream: Self.stream
    )
    page.open("rules.yaml", entry)
    #expect(page.findings.values.allSatisfy { $0.isEmpty } && page.findings.count == 3)
    page.open("parts/common.yaml", "version: 1\nimports: [ ../../etc/passwd.yaml, none.yaml ]\n")
    let codes = page.findings["playground:s/parts/common.yaml"]?.compactMap { $0["code"]?.string }
    #expect(codes == ["import-leaves-folder", "missing-import"])
  }

  @Test("shows texts of the log and of the rules as texts, without secrets")
  func hostile() throws {
    let harm = "<img src=x onerror=alert(1)>"
    let stream =
      "{\"type\": \"\(harm)\", \"message\": \"token=hunter2hunter2 \(harm)\", \"category\": \"\(harm)\"}\n\(harm)\n"
    var page = try page(
      Self.rules.replacing("stop", with: "\"\(harm)\"").replacing("status: 404", with: "type: \"\(harm)\""),
      stream
    )
    let html = try page.ask("workbench/preview").preview
    let story = try #require(try page.ask("workbench/explain", [("record", .made(1))])["html"]?.string)
    for text in [html, story] {
      #expect(!text.contains("<img") && text.contains("&lt;img"))
      #expect(!text.contains("hunter2"))
    }
  }

  @Test("answers what it does not know, and what is not a message")
  func unknown() throws {
    var page = try page()
    let error = #expect(throws: ResponseError.self) { try page.ask("textDocument/rename") }
    #expect(error?.code == .methodNotFound)
    var session = PlaygroundSession()
    for text in ["", "{", "[]", "{\"jsonrpc\": \"2.0\", \"id\": 1, \"method\": 7}"] {
      let answers = session.receive(Array(text.utf8))
      guard case .error? = answers.first, answers.count == 1 else {
        Issue.record("\(text)")
        continue
      }
    }
    let empty = #"{"jsonrpc": "2.0", "id": 1, "method": "workbench/preview"}"#
    guard case .error? = session.receive(Array(empty.utf8)).first else {
      Issue.record("without files there is a preview")
      return
    }
  }
}
