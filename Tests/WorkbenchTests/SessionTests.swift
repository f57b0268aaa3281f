import Bytes
import Checks
import Foundation
import JSONRPC
import LanguageServer
import PageAnswers
import RuleEngine
import Source
import TestSupport
import Testing
import Workbench

@Suite("A page's session")
struct SessionTests {
  private static let rules = """
    version: 1
    responders:
      - id: app
        rules:
          - { id: again, when: { status: 503 }, then: { retry: { maxAttempts: 3 } } }
        otherwise: { then: abort }

    """
  private static let stream = [503, 503, 404].map { "{\"message\":\"lost\",\"status\":\($0)}\n" }.joined()

  /// A page: it sends requests and waits for their answers.
  private final class Page {
    let folder: TestFolder
    let session: Session
    private let received = Queue<Node>()
    private var last = 0
    private var answers: [String: Node] = [:]
    private(set) var notifications: [Node] = []

    init(_ files: [String: String], stream: String = "stream.ndjson", zone: ShownZone = .utc) throws {
      let folder = try TestFolder(files)
      self.folder = folder
      let host = Workbench.Host(
        files: TestDisk(),
        size: { TestFolder.size($0) },
        keep: { bytes, name in
          try? folder.write("kept/\(name)", String(decoding: bytes, as: UTF8.self))
          return folder.file("kept/\(name)")
        },
        write: { path, before, after in
          let now = FileManager.default.contents(atPath: path).map { Array($0) }
          guard now == before else { return "\(path) was changed meanwhile." }
          try? Data(after).write(to: URL(filePath: path))
          return nil
        }
      )
      let workbench = try Workbench(
        rules: folder.file("rules.yaml"),
        streams: [folder.file(stream)],
        streamNames: [stream],
        folder: folder.path,
        input: nil,
        zone: zone,
        host: host,
        registry: Registry(plugins: [BuiltIn()]),
        codes: CodeList(),
        limits: Limits(),
        today: nil,
        version: "1"
      )
      let received = received
      session = Session(workbench) { text in received.add(Node.made(json: text) ?? .null) }
      #expect(session.start {})
    }

    deinit { session.end() }

    func notify(_ method: String, _ params: Node) {
      session.receive(
        JSONWriter.line(.made([("jsonrpc", .made("2.0")), ("method", .made(method)), ("params", params)]))
      )
    }

    /// The number of the request.
    func send(_ method: String, _ params: Node = .made([(key: String, value: Node)]())) -> Int {
      last += 1
      session.receive(
        JSONWriter.line(
          .made([
            ("jsonrpc", .made("2.0")), ("id", .made(last)), ("method", .made(method)), ("params", params),
          ])
        )
      )
      return last
    }

    /// With `result` or `error`; null if none comes.
    func answer(to number: Int) -> Node {
      if let known = answers.removeValue(forKey: "\(number)") { return known }
      while let message = received.take(atMost: 60_000) {
        guard let id = message["id"]?.text, message["method"] == nil else {
          notifications.append(message)
          continue
        }
        if id == "\(number)" { return message }
        answers[id] = message
      }
      Issue.record("Request \(number) is not answered")
      return .null
    }

    func ask(_ method: String, _ params: Node = .made([(key: String, value: Node)]())) -> Node {
      answer(to: send(method, params))
    }

    var uri: String { FileURI.uri(of: folder.file("rules.yaml")) }

    func begin() -> Node {
      let opened = ask("workbench/open")["result"] ?? .null
      _ = ask(
        "initialize",
        .made([("rootUri", opened["root"] ?? .null), ("capabilities", .made([(key: String, value: Node)]()))])
      )
      notify("initialized", .made([(key: String, value: Node)]()))
      open("rules.yaml")
      return opened
    }

    func open(_ name: String) {
      let item: Node = .made([
        ("uri", .made(FileURI.uri(of: folder.file(name)))), ("languageId", .made("yaml")),
        ("version", .made(1)),
        ("text", .made(folder.text(name) ?? "")),
      ])
      notify("textDocument/didOpen", .made([("textDocument", item)]))
    }

    func change(_ text: String, version: Int = 2) {
      notify(
        "textDocument/didChange",
        .made([
          ("textDocument", .made([("uri", .made(uri)), ("version", .made(version))])),
          ("contentChanges", .made([.made([("text", .made(text))])])),
        ])
      )
    }
  }

  private func page(_ more: [String: String] = [:]) throws -> Page {
    let own = ["rules.yaml": Self.rules, "stream.ndjson": Self.stream]
    return try Page(own.merging(more) { $1 })
  }

  private func named(_ name: String, _ value: Node) -> Node { .made([(key: name, value: value)]) }

  @Test("begins with the rules, their suite, and what is known of the stream")
  func opened() throws {
    let page = try page()
    let opened = page.begin()
    #expect(
      opened["files"]?.elements?.compactMap { $0["name"]?.string } == ["rules.yaml", "rules.test.yaml"]
    )
    #expect(opened["files"]?.elements?.compactMap { $0["exists"]?.text } == ["true", "false"])
    #expect(opened["records"]?.text == "3")
    #expect(opened["isWhole"]?.text == "true")
  }

  @Test("previews the text in the editor, not that of the file")
  func preview() throws {
    let page = try page()
    _ = page.begin()
    let first = page.ask("workbench/preview")["result"]
    #expect(first?.preview.contains("<data value=\"2\"") == true)
    #expect(first?["clauses"]?.elements?.compactMap { $0["name"]?.string } == ["app/again", "app/otherwise"])
    #expect(first?["clauses"]?.elements?.first?["line"]?.text == "4")
    page.change(Self.rules.replacing("503", with: "404"))
    _ = page.ask("workbench/preview")
    let list = page.ask("workbench/records", named("outcome", .made("retry")))["result"]
    #expect(list?["rows"]?.elements?.compactMap { $0["number"]?.text } == ["3"])
    #expect(page.folder.text("rules.yaml") == Self.rules)
  }

  @Test("answers the newest of many previews, and each older one with its result or as cancelled")
  func newest() throws {
    let page = try page()
    _ = page.begin()
    let requests = (0..<20).map { index in
      page.change(
        Self.rules.replacing("503", with: index == 19 ? "404" : "\(500 + index)"),
        version: 2 + index
      )
      return page.send("workbench/preview")
    }
    let answers = requests.map { page.answer(to: $0) }
    for answer in answers { #expect(answer["result"] != nil || answer["error"]?["code"]?.text == "-32800") }
    #expect(answers.last?["result"]?["parts"] != nil)
    let list = page.ask("workbench/records", named("outcome", .made("retry")))["result"]
    #expect(list?["rows"]?.elements?.compactMap { $0["number"]?.text } == ["3"])
  }

  @Test("says why rules can't be used, and goes on")
  func brokenRules() throws {
    let page = try page()
    _ = page.begin()
    page.change(
      "version: 1\nresponders: [ { id: app, rules: [ { id: a, when: { status: oops }, then: abort } ] } ]"
    )
    let error = page.ask("workbench/preview")["error"]?["message"]?.string ?? ""
    #expect(error.hasPrefix("The rules can't be used. rules.yaml:2:"))
    page.change(Self.rules, version: 3)
    #expect(page.ask("workbench/preview")["result"]?["parts"] != nil)
  }

  @Test("explains a record and an error that somebody wrote, with the clause of each step")
  func explanations() throws {
    let page = try page()
    _ = page.begin()
    let record = page.ask("workbench/explain", named("record", .made(3)))["result"]
    #expect(record?["number"]?.text == "3")
    #expect(record?["clause"]?.text == "1")
    #expect(record?["html"]?.string?.contains("data-clause=\"0\"") == true)
    let typed = page.ask("workbench/explain", named("error", .made("{\"status\":\n503}")))["result"]
    #expect(typed?["clause"]?.text == "0")
    #expect(page.ask("workbench/explain", named("record", .made(4)))["error"] != nil)
    #expect(page.ask("workbench/explain", named("error", .made("{")))["error"] != nil)
  }

  @Test("shows times in the zone that it was given, and names it")
  func zone() throws {
    let line = "{\"status\":503,\"time\":\"2026-11-20T23:30:00Z\"}\n"
    let zone = ShownZone(name: "Asia/Kolkata") { _ in 330 }
    let page = try Page(["rules.yaml": Self.rules, "stream.ndjson": line], zone: zone)
    #expect(page.begin()["zone"]?.string == "Asia/Kolkata")
    let preview = page.ask("workbench/preview")["result"]?.preview ?? ""
    #expect(preview.contains("2026-11-21 05:00"))
    #expect(preview.contains("Times in Asia/Kolkata"))
    let rows = page.ask("workbench/records")["result"]?["rows"]?.elements
    #expect(rows?.first?["time"]?.string == "2026-11-21 05:00:00")
    let record = page.ask("workbench/explain", named("record", .made(1)))["result"]
    #expect(record?["html"]?.string?.contains("2026-11-21T05:00:00+05:30") == true)
  }

  @Test("compares with the saved file and names the records that moved")
  func comparison() throws {
    let page = try page()
    _ = page.begin()
    #expect(page.ask("workbench/compare")["result"]?["changed"]?.text == "0")
    page.change(Self.rules.replacing("503", with: "404"))
    let result = page.ask("workbench/compare")["result"]
    #expect(result?["changed"]?.text == "3")
    let groups = result?["groups"]?.elements ?? []
    #expect(
      groups.map { "\($0["old"]?["by"]?.text ?? "") \($0["count"]?.text ?? "")" } == [
        "app/again 2", "app/otherwise 1",
      ]
    )
    #expect(groups.first?["samples"]?.elements?.first?["number"]?.text == "1")
  }

  @Test("compares with a revision, and says if there is no such one")
  func revisions() throws {
    let page = try page(["revisions/HEAD/rules.yaml": Self.rules.replacing("503", with: "404")])
    _ = page.begin()
    #expect(page.ask("workbench/compare", named("from", .made("HEAD")))["result"]?["changed"]?.text == "3")
    #expect(page.ask("workbench/compare", named("from", .made("saved")))["result"]?["changed"]?.text == "0")
    for revision in ["", "-x", "absent"] {
      let error = page.ask("workbench/compare", named("from", .made(revision)))["error"]
      #expect(error?["message"]?.string?.isEmpty == false, "\(revision)")
    }
  }

  @Test("answers no request about records with a secret of theirs")
  func secrets() throws {
    let seeds = SeededSecret.all
    let stream = seeds.flatMap { seed in
      [
        "{\"message\":\(JSONWriter.line(.made(seed.text)))}\n",
        """
        {"type":"Seeded","message":\(JSONWriter.line(.made(seed.text))),\
        "attributes":{"note":\(JSONWriter.line(.made(seed.text))),"password":\(JSONWriter.line(.made(seed.secret)))},\
        "underlying":[{"domain":"Cause","code":1,"message":\(JSONWriter.line(.made(seed.text)))}]}

        """,
      ]
    }
    let rules = """
      version: 1
      responders:
        - id: app
          rules:
            - id: told
              when: { type: Seeded, message: { matches: ".*" }, attributes: { password: { matches: ".*" } } }
              do: [ { log: "told: {error.message} of {attributes.password}" } ]
              then: retry

      """
    let page = try page(["rules.yaml": rules, "stream.ndjson": stream.joined()])
    _ = page.begin()
    page.change(rules.replacing("retry", with: "cancel"))
    let nothing = Node.made([(key: String, value: Node)]())
    var requests: [(String, Node)] = [
      ("workbench/preview", nothing), ("workbench/whole", nothing), ("workbench/report", nothing),
      ("workbench/compare", nothing),
      ("workbench/records", named("count", .made(500))), ("workbench/draft", named("record", .made(1))),
      (
        "workspace/executeCommand",
        .made([
          ("command", .made("errctl.showChanges")), ("arguments", .made([named("uri", .made(page.uri))])),
        ])
      ),
    ]
    requests += (1...stream.count).map { ("workbench/explain", named("record", .made($0))) }
    for (method, params) in requests {
      let answer = page.ask(method, params)
      let text = JSONWriter.line(answer)
      let shows = ["preview", "whole", "report", "records", "explain"].contains { method.hasSuffix($0) }
      #expect(!shows || text.contains("[redacted]"), "\(method)")
      for seed in seeds {
        let shown = [seed.secret, String(JSONWriter.line(.made(seed.secret)).dropFirst().dropLast())]
        #expect(!shown.contains { text.contains($0) }, "\(method): \(seed.kind)")
      }
    }
  }

  @Test("saves in the layout of errctl fmt")
  func save() throws {
    let page = try page()
    _ = page.begin()
    page.change(Self.rules.replacing("status: 503", with: "status:   404"))
    let saved = page.ask("workbench/save", named("uri", .made(page.uri)))["result"]
    let expected = Self.rules.replacing("503", with: "404")
    #expect(saved?["text"]?.string == expected)
    #expect(page.folder.text("rules.yaml") == expected)
    #expect(page.ask("workbench/look")["result"]?.elements?.isEmpty == true)
  }

  @Test("keeps the line breaks of a file")
  func lineBreaks() throws {
    let page = try page(["rules.yaml": Self.rules.replacing("\n", with: "\r\n")])
    let text = page.begin()["files"]?.elements?.first?["text"]?.string
    #expect(text == Self.rules)
    page.change(Self.rules.replacing("503", with: "404"))
    _ = page.ask("workbench/save", named("uri", .made(page.uri)))
    #expect(
      page.folder.text("rules.yaml") == Self.rules.replacing("503", with: "404").replacing("\n", with: "\r\n")
    )
  }

  @Test("overwrites nobody's change, until its author has seen it")
  func conflict() throws {
    let page = try page()
    _ = page.begin()
    page.change(Self.rules.replacing("503", with: "404"))
    let theirs = "# theirs\n\(Self.rules)"
    try page.folder.write("rules.yaml", theirs)
    #expect(page.ask("workbench/look")["result"]?.elements?.map { $0.text } == [page.uri])
    let error = page.ask("workbench/save", named("uri", .made(page.uri)))["error"]
    #expect(error?["data"]?["isChanged"]?.text == "true")
    #expect(page.folder.text("rules.yaml") == theirs)
    #expect(page.ask("workbench/reload", named("uri", .made(page.uri)))["result"]?["text"]?.string == theirs)
    #expect(page.ask("workbench/save", named("uri", .made(page.uri)))["result"] != nil)
    #expect(page.folder.text("rules.yaml") == Self.rules.replacing("503", with: "404"))
  }

  @Test(
    "writes no file but the rules, their imports and suites",
    arguments: ["stream.ndjson", "../rules.yaml", "other.yaml", "rules.yaml/../stream.ndjson"]
  )
  func otherFiles(name: String) throws {
    let page = try page(["other.yaml": "version: 1"])
    _ = page.begin()
    page.open(name)
    for method in ["workbench/save", "workbench/reload"] {
      let uri = "file://\(page.folder.path)/\(name)"
      #expect(page.ask(method, named("uri", .made(uri)))["error"] != nil)
    }
    #expect(page.folder.text("stream.ndjson") == Self.stream)
    #expect(page.folder.text("other.yaml") == "version: 1")
  }

  @Test("makes a test of a record in a new suite, which it then may save")
  func test() throws {
    let page = try page()
    _ = page.begin()
    let arguments: Node = .made([("uri", .made(page.uri)), ("record", .made(1))])
    let answer = page.ask(
      "workspace/executeCommand",
      .made([("command", .made("errctl.writeTest")), ("arguments", .made([arguments]))])
    )
    let suite = FileURI.uri(of: page.folder.file("rules.test.yaml"))
    let text = answer["result"]?["edit"]?["changes"]?[suite]?.elements?.first?["newText"]?.string ?? ""
    #expect(text.contains("cases:") && text.contains("status: 503"))
    page.notify(
      "textDocument/didOpen",
      .made([
        (
          "textDocument",
          .made([
            ("uri", .made(suite)), ("languageId", .made("yaml")), ("version", .made(1)),
            ("text", .made(text)),
          ])
        )
      ])
    )
    #expect(page.ask("workbench/save", named("uri", .made(suite)))["result"] != nil)
    #expect(page.folder.text("rules.test.yaml")?.contains("status: 503") == true)
    let run = page.ask(
      "workspace/executeCommand",
      .made([("command", .made("errctl.runTests")), ("arguments", .made([named("uri", .made(page.uri))]))])
    )
    #expect(run["result"]?["text"]?.string?.contains("1 case: all passed") == true)
  }

  @Test("previews the first records of a long stream at once, and all of them when it is told to")
  func longStream() throws {
    let count = RecordedLines.most + 500
    let page = try page(["stream.ndjson": String(repeating: "{\"status\":503}\n", count: count)])
    let opened = page.begin()
    #expect(opened["isWhole"]?.text == "false")
    #expect(opened["records"]?.text == "\(RecordedLines.most)")
    let preview = page.ask("workbench/preview")["result"]?.preview ?? ""
    #expect(preview.contains("value=\"\(RecordedLines.most)\""))
    let whole = page.ask("workbench/whole")["result"]?.preview ?? ""
    #expect(whole.contains("value=\"\(count)\""))
    #expect(page.notifications.contains { $0["method"]?.string == "workbench/progress" })
  }

  @Test("runs the tests of the text in the editor, and names the lines that none of them covers")
  func coverage() throws {
    let suite =
      "version: 1\ncases:\n  - name: busy\n    error: { status: 503 }\n    expect: { by: app/again }\n"
    let page = try page(["rules.test.yaml": suite])
    _ = page.begin()
    _ = page.ask("errctl/synchronize")
    let listed = page.ask("workbench/suites")["result"]?["suites"]?.elements
    #expect(listed?.compactMap { $0["tests"]?.elements?.first?["name"]?.string } == ["busy"])
    #expect(listed?.first?["tests"]?.elements?.first?["line"]?.text == "2")
    let first = page.ask("workbench/tests")["result"]
    #expect(first?["suites"]?.elements?.first?["tests"]?.elements?.first?["status"]?.string == "passed")
    #expect(first?["tests"]?.text == "1")
    #expect(first?["failed"]?.text == "0")
    #expect(
      first?["missing"]?.elements?.contains {
        $0["name"]?.string == "app/otherwise" && $0["line"]?.text == "5"
      } == true
    )
    page.change(Self.rules.replacing("503", with: "404"))
    #expect(page.ask("workbench/tests")["result"]?["failed"]?.text == "1")
  }

  @Test("drafts a rule for an unhandled error, proved to match nothing that is handled now")
  func draft() throws {
    let open = Self.rules.replacing("        otherwise: { then: abort }\n", with: "").replacing(
      "    otherwise: { then: abort }\n",
      with: ""
    )
    let stream =
      "{\"status\":503}\n{\"type\":\"Shop.Lost\",\"case\":\"inTransit\"}\n{\"status\":404,\"type\":\"Shop.Gone\"}\n"
    let page = try page(["rules.yaml": open, "stream.ndjson": stream])
    _ = page.begin()
    let result = page.ask("workbench/draft", named("record", .made(2)))["result"]
    #expect(result?["name"]?.string == "app/in-transit")
    let edit = result?["edit"]?["changes"]?[page.uri]?.elements?.first
    let text = edit?["newText"]?.string ?? ""
    #expect(text.contains("id: in-transit") && text.contains("Shop.Lost") && text.contains("then: cancel"))
    #expect(edit?["range"]?["start"]?["line"]?.text == "5")
    #expect(page.ask("workbench/draft", named("record", .made(1)))["error"] != nil)
    // A type alone would take errors that the first rule handles.
    let other = page.ask("workbench/draft", named("record", .made(3)))["result"]
    #expect(
      other?["edit"]?["changes"]?[page.uri]?.elements?.first?["newText"]?.string?.contains("404") == true
    )
  }

  @Test("answers what is not a request of its own as the language server does")
  func unknown() throws {
    let page = try page()
    _ = page.begin()
    #expect(page.ask("workbench/shell")["error"]?["code"]?.text == "-32601")
  }
}

extension TestFolder {
  static func size(_ path: String) -> Int { FileManager.default.contents(atPath: path)?.count ?? 0 }
}
