import RuleEngine
import TestSupport
import Testing

@Suite("Imports")
struct ImportTests {
  /// An entry file that imports `paths` and has a rule for each of the shop's names.
  private static func entry(_ paths: String, beside members: String = "") -> String {
    """
    {"version": 1, \(members) "imports": [\(paths)], "responders": [
      {"id": "app", "rules": [
        {"id": "offline", "when": {"matcher": "offline"}, "then": "retry"},
        {"id": "lost", "when": {"category": "lost"}, "do": [{"present": "sorry"}], "then": "cancel"},
        {"id": "own", "when": {"domain": "acme", "code": "DECLINED"}, "then": "abort"}
      ]}
    ]}
    """
  }

  private static let common = """
    {
      "version": 1, "description": "What every shop knows.",
      "lists": {"down": [502, 503]},
      "codes": {"acme": {"DECLINED": 4001}},
      "matchers": {"offline": {"status": "$down"}},
      "categories": [{"name": "lost", "when": {"status": 404}}],
      "alerts": {"sorry": {"title": "Sorry"}}
    }
    """

  private func answers(_ files: MemoryFiles, _ records: [String]) throws -> [Answered] {
    let compilation = files.compile()
    #expect(compilation.diagnostics.map { $0.message } == [])
    let chain = try #require(compilation.chain)
    var evaluator = RuleEvaluator(chain)
    var answers: [Answered] = []
    for record in records { answers.append(try Answered(try evaluator.resolution(of: record))) }
    return answers
  }

  @Test("merge lists, codes, matchers, categories, alerts and responders into one namespace")
  func oneNamespace() throws {
    let files: MemoryFiles = [
      "rules.json": Self.entry(#""common/all.json", "base.json""#, beside: #""name": "shop","#),
      "common/all.json": Self.common,
      "base.json": #"""
      {"version": 1, "responders": [{"id": "login", "parent": "app", "origins": ["com.shop.login"],
        "rules": [{"when": {"status": 401}, "then": "proceed"}]}]}
      """#,
    ]
    let found = try answers(
      files,
      [
        #"{"status": 503}"#, #"{"status": 404, "origin": "com.shop.login"}"#,
        #"{"domain": "acme", "code": 4001}"#, #"{"status": 401, "origin": "com.shop.login"}"#,
      ]
    )
    #expect(found.map { $0.by } == ["app/offline", "app/lost", "app/own", "login/#1"])
    #expect(found[1].category == "lost")
    #expect(found[1].path == ["login", "app"])
    #expect(found[1].acts == ["Sorry"])
    #expect(files.compile().chain?.name == "shop")
  }

  @Test("order categories: a file's own, then those of each import with its own imports")
  func categoryOrder() throws {
    func categories(_ name: String, _ imports: String = "") -> String {
      #"{"version": 1, "imports": [\#(imports)], "categories": [{"name": "\#(name)"}]}"#
    }
    let files: MemoryFiles = [
      "a.json": categories("a", #""b.json", "c.json""#),
      "b.json": categories("b", #""d.json""#),
      "c.json": categories("c"),
      "d.json": categories("d", #""c.json""#),
      "e.json": categories("e"),
    ]
    #expect(files.compile().imports.map { $0.name } == ["b.json", "d.json", "c.json"])
    let responders = #""responders": [{"id": "app", "rules": []}], "#
    let whole: MemoryFiles = [
      "a.json": #"{"version": 1, \#(responders)"# + categories("a", #""b.json", "c.json""#).dropFirst(15),
      "b.json": categories("b", #""d.json""#),
      "c.json": categories("c"),
      "d.json": categories("d", #""c.json""#),
    ]
    let compilation = whole.compile()
    #expect(compilation.diagnostics.map { $0.message } == [])
    #expect(compilation.chain?.categories == ["a", "b", "d", "c"])
  }

  @Test("read each file once, however often and by whatever path it is imported")
  func diamonds() throws {
    let files = MemoryFiles(
      [
        "rules.json": Self.entry(#""left/one.json", "right.json", "common.json", "again.json""#),
        "left/one.json": #"{"version": 1, "imports": ["../common.json"]}"#,
        "right.json": #"{"version": 1, "imports": ["./left/../common.json"]}"#,
        "common.json": Self.common,
        "last.json": #"{"version": 1, "imports": ["common.json"]}"#,
      ],
      links: ["again.json": "last.json"]
    )
    let found = try answers(files, [#"{"status": 404}"#])
    #expect(found[0].by == "app/lost")
    #expect(
      files.compile().imports.map { $0.identity } == [
        "left/one.json", "common.json", "right.json", "last.json",
      ]
    )
  }

  @Test("work from YAML to JSON and back", .enabled(if: YAMLEvents.isSupported))
  func bothKinds() throws {
    let files: MemoryFiles = [
      "rules.json": Self.entry(#""between.yml""#), "between.yml": "version: 1\nimports: [ common.json ]\n",
      "common.json": Self.common,
    ]
    #expect(try answers(files, [#"{"status": 503}"#])[0].by == "app/offline")
  }

  @Test("let several files add codes to one domain, including a built-in one")
  func codes() throws {
    func codes(_ domain: String, _ code: String) -> String {
      #"{"version": 1, "codes": {"\#(domain)": {\#(code)}}}"#
    }
    let files: MemoryFiles = [
      "rules.json": #"""
      {"version": 1, "imports": ["a.json", "b.json", "c.json"], "responders": [{"id": "app", "rules": [
        {"id": "a", "when": {"domain": "acme", "code": ["ONE", "TWO"]}, "then": "cancel"},
        {"id": "b", "when": {"domain": "grpc", "code": "TEAPOT"}, "then": "cancel"}]}]}
      """#,
      "a.json": codes("acme", #""ONE": 1"#),
      "b.json": codes("acme", #""TWO": 2"#),
      "c.json": codes("grpc", #""TEAPOT": 418"#),
    ]
    let records = [
      #"{"domain": "acme", "code": 1}"#, #"{"domain": "acme", "code": 2}"#,
      #"{"domain": "grpc", "code": 418}"#,
    ]
    #expect(try answers(files, records).map { $0.by } == ["app/a", "app/a", "app/b"])
  }

  @Test("report findings file by file in reading order, each once and in its own file")
  func order() {
    let bad = #"{"version": 1, "lists": {"none": []}, "food": 1}"#
    let files: MemoryFiles = [
      "z.json": #"{"version": 1, "imports": ["m.json", "b.json", "a.json"], "food": 1}"#,
      "a.json": #"{"version": 1, "imports": ["b.json"], "food": 1}"#,
      "b.json": bad,
      "m.json": #"{"version": 1, "imports": ["b.json"], "food": 1}"#,
    ]
    #expect(
      files.findings() == [
        "z.json:1:59 unknown-key", "m.json:1:39 unknown-key", "b.json:1:34 wrong-value",
        "b.json:1:39 unknown-key",
        "a.json:1:39 unknown-key",
      ]
    )
  }

  @Test("distinguish equal positions in two files")
  func samePlaces() {
    let null = #"{"version": 1, "lists": {"NAME": [null]}}"#
    let empty = #"{"version": 1, "lists": {"OTHE": [true, "$a"]}}"#
    let files: MemoryFiles = [
      "rules.json": #"{"version": 1, "imports": ["a.json", "b.json", "c.json"]}"#, "a.json": null,
      "b.json": null.replacing("NAME", with: "NAMF"),
      "c.json": empty,
    ]
    #expect(
      files.findings() == ["a.json:1:35 null-value", "b.json:1:35 null-value", "c.json:1:41 wrong-value"]
    )
  }

  @Test("that cannot be read hide unknown names, but not other mistakes in the same run")
  func unread() {
    let entry = Self.entry(#""gone.json", "there.json""#)
    let files: MemoryFiles = [
      "rules.json": entry, "there.json": #"{"version": 1, "lists": {"x": []}}"#,
    ]
    #expect(files.findings() == ["rules.json:1:29 missing-import", "there.json:1:31 wrong-value"])
    let others: MemoryFiles = [
      "rules.json": entry.replacing(#""gone.json", "#, with: ""), "there.json": #"{"version": 1}"#,
    ]
    #expect(
      others.findings() == [
        "rules.json:3:43 unknown-matcher", "rules.json:4:41 unknown-category",
        "rules.json:4:69 unknown-alert",
      ]
    )
  }

  @Test("need a reader; without one, a single finding at the key says so")
  func withoutReader() {
    let text = Self.entry(#""common.json", "other.json""#)
    let found = RuleSet.compile(name: "rules.json", bytes: Array(text.utf8))
    #expect(found.chain == nil)
    #expect(found.diagnostics.map { $0.code } == ["imports-not-read"])
    #expect(found.diagnostics.first?.range.text == #""imports""#)
  }

  @Test("never lead back to the entry file")
  func cycle() throws {
    let files: MemoryFiles = [
      "rules.json": #"{"version": 1, "imports": ["a/b.json"]}"#,
      "a/b.json": #"{"version": 1, "imports": ["c.json"]}"#,
      "a/c.json": #"{"version": 1, "imports": ["../rules.json"]}"#,
    ]
    let found = files.compile()
    #expect(found.chain == nil)
    #expect(files.findings() == ["a/c.json:1:28 import-cycle"])
    let message = try #require(found.diagnostics.first?.message)
    #expect(message.contains("rules.json → a/b.json → a/c.json → rules.json"))
  }

  @Test("are limited in number and depth")
  func limits() {
    var limits = Limits()
    limits.importFiles = 3
    limits.importDepth = 2
    func file(_ paths: String...) -> String {
      #"{"version": 1, "imports": [\#(paths.map { "\"\($0).json\"" }.joined(separator: ", "))]}"#
    }
    let fitting: MemoryFiles = [
      "0.json": file("1", "2", "3"), "1.json": file("2"), "2.json": file(), "3.json": file(),
    ]
    #expect(fitting.findings(limits: limits) == [])
    let many: MemoryFiles = [
      "0.json": file("1", "2", "3", "4", "5"), "1.json": file(), "2.json": file(), "3.json": file(),
      "4.json": file(), "5.json": file(),
    ]
    #expect(many.findings(limits: limits) == ["0.json:1:58 limit-exceeded"])
    #expect(
      many.compile(limits: limits).diagnostics.first?.message.hasSuffix(
        "The limit import-files is 3; raise it with --limit import-files=N."
      ) == true
    )
    let deep: MemoryFiles = [
      "0.json": file("1"), "1.json": file("2"), "2.json": file("3"), "3.json": file(),
    ]
    #expect(deep.findings(limits: limits) == ["2.json:1:28 limit-exceeded"])
    #expect(
      deep.compile(limits: limits).diagnostics.first?.message.hasSuffix(
        "The limit import-depth is 2; raise it with --limit import-depth=N."
      ) == true
    )
    #expect(deep.findings() == [])
    limits.importDepth = 1_000_000
    #expect(limits.importDepth == 128)
  }

  @Test("that exceed a size limit are rejected at the file in question")
  func tooLong() {
    var limits = Limits()
    limits.ruleFileBytes = 60
    let files: MemoryFiles = [
      "rules.json": #"{"version": 1, "imports": ["a.json"]}"#,
      "a.json": #"{"version": 1, "description": "\#(String(repeating: "a", count: 60))"}"#,
    ]
    #expect(files.findings(limits: limits) == ["a.json:1:1 limit-exceeded"])
  }
}
