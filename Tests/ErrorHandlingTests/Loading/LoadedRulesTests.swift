import RuleEngine
import ErrorHandling
import Foundation
import Testing

@Suite("Rule sets are loaded")
struct LoadedRulesTests {
  private static let json =
    #"{"version": 1, "responders": [{"id": "app", "rules": [{"id": "a", "then": "proceed"}]}]}"#

  @Test func `from memory, as JSON or YAML by the name's ending`() throws {
    for source: RuleSource in [
      .data(Data(Self.json.utf8), name: "rules.json"),
      .bytes(Self.json.utf8, name: "rules.json"),
      .text("version: 1\nresponders: [ { id: app, rules: [ { id: a, then: proceed } ] } ]"),
    ] {
      #expect(try RunningChain(source).decide(Declined(), from: "x").evaluation == .proceed)
    }
  }

  @Test func `from a bundle's resources`() throws {
    let folder = try TemporaryFolder()
    try folder.write("shop.rules.json", Self.json)
    let bundle = try #require(Bundle(path: folder.path("")))
    let chain = try RunningChain(.resource("shop.rules.json", in: bundle))
    #expect(chain.decide(Declined(), from: "x").evaluation == .proceed)
  }

  @Test func `from a file with what it imports, and from nowhere else`() throws {
    let folder = try TemporaryFolder()
    try folder.write("parts/a.yaml", "version: 1\nmatchers: { declined: { type: Declined } }\n")
    try folder.write(
      "rules.yaml",
      """
      version: 1
      imports: [ parts/a.yaml ]
      responders: [ { id: app, rules: [ { id: a, when: { matcher: declined }, then: abort } ] } ]
      """
    )
    let chain = try RunningChain(.file(folder.path("rules.yaml")))
    #expect(chain.decide(Declined(), from: "x").evaluation == .abort)

    try folder.write("out.yaml", "version: 1\nimports: [ ../../etc/passwd ]\nresponders: [ { id: a } ]\n")
    let rejection = #expect(throws: RuleSetRejection.self) {
      try RunningChain(.file(folder.path("out.yaml")))
    }
    #expect(rejection?.diagnostics.map { $0.code } == ["wrong-import"])
  }

  @Test(arguments: [
    ("do: [ { perform: logOut } ], then: abort", "unknown-perform"),
    ("when: { custom: isOnTrail }, then: abort", "unknown-custom"),
    ("do: [ { present: { title: Oh } } ], then: abort", "missing-presenter"),
  ])
  func `a name that no plugin provides is a finding`(rule: String, code: String) throws {
    let rejection = #expect(throws: RuleSetRejection.self) {
      try RunningChain(
        .text("version: 1\nresponders:\n  - id: app\n    rules:\n      - { id: a, \(rule) }\n"),
        plugins: [.perform("logout") { _ in }, .custom("isOnTrial") { _ in true }]
      )
    }
    #expect(rejection?.diagnostics.map { $0.code } == [code])
    #expect(rejection?.description.hasPrefix("rules.yaml:5:") == true)
    #expect(rejection?.description.hasSuffix("[\(code)]") == true)
    #expect(rejection?.localizedDescription == rejection?.description)
  }

  @Test func `what cannot be read says why`() throws {
    let folder = try TemporaryFolder()
    for (source, part) in [
      (RuleSource.file(folder.path("none.yaml")), "the file does not exist"),
      (.file(folder.path("")), "it is a folder"),
      (.file("/dev/zero"), "it is not a regular file"),
      (.resource("none.yaml", in: .main), "has no resource “none.yaml”"),
      (.text("version: 1\n"), "has no responders"),
    ] {
      let rejection = #expect(throws: RuleSetRejection.self) { try RunningChain(source) }
      #expect(rejection?.description.contains(part) == true, "\(rejection?.description ?? "")")
    }
  }
}
