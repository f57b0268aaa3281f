import RuleEngine
import Testing

@Suite("A contract")
struct ContractTests {
  private static func rules(_ login: String, app: String = "") throws -> Rules {
    try Rules(
      """
      version: 1
      responders:
        - id: app
          rules: [ { when: { status: 500 }, then: abort } ]
          \(app)
        - { id: login, parent: app, origins: [ login.* ], contract: \(login) }
      """
    )
  }

  private static func unrecognizedLines(_ rules: Rules, _ record: String) throws -> [String]? {
    try rules.answer(record).members["outOfContract"] as? [String]
  }

  @Test(
    "names types like `type`: by their last components, as globs, through `is`",
    arguments: [
      (#"{"type":"Shop.NetworkError","origin":"login.a"}"#, true),
      (#"{"type":"Shop.MyNetworkError","origin":"login.a"}"#, false),
      (#"{"type":"Timeout","is":["NetworkError"],"origin":"login.a"}"#, true),
      (#"{"type":"Disk.Full","origin":"login.a"}"#, true),
      (#"{"type":"Disk","origin":"login.a"}"#, false),
      (#"{"status":500,"origin":"login.a"}"#, false),
      (#"{"status":500,"origin":"app"}"#, true),
    ]
  )
  func types(record: String, isKept: Bool) throws {
    let rules = try Self.rules("{ reports: [ NetworkError, Disk.* ] }")
    #expect(try Self.unrecognizedLines(rules, record) == (isKept ? nil : ["login"]))
  }

  @Test("is checked for every visited responder, in order, and changes nothing else")
  func order() throws {
    let rules = try Self.rules(
      "{ reports: [ A, B ] }",
      app: "contract: { reports: [ A, C ], explicit: true }"
    )
    let expected: [(String, [String]?)] = [
      ("A", nil), ("B", ["app"]), ("C", ["login"]), ("D", ["login", "app"]),
    ]
    for (type, unrecognizedLines) in expected {
      let answered = try rules.answer(#"{"type":"\#(type)","status":500,"origin":"login.a"}"#)
      #expect(answered.members["outOfContract"] as? [String] == unrecognizedLines, "\(type)")
      #expect(answered.by == "app/#1" && answered.path == ["login", "app"])
    }
  }

  @Test("without `reports` promises nothing about errors; an empty list promises that there are none")
  func nothing() throws {
    let record = #"{"type":"E","origin":"login.a"}"#
    #expect(try Self.unrecognizedLines(Self.rules("{ triggers: [ signedOut ] }"), record) == nil)
    #expect(try Self.unrecognizedLines(Self.rules("{ reports: [] }"), record) == ["login"])
  }

  @Test("is written between the unknown category and the steps, and is a step when checked")
  func place() throws {
    let rules = try Self.rules("{ reports: [ A ] }")
    let answered = try rules.answer(#"{"type":"B","category":"x","origin":"login.a"}"#, explained: true)
    #expect(answered.text.contains(#""unknownCategory":"x","outOfContract":["login"],"steps":"#))
    let plain = try Self.rules("{ triggers: [ A ] }")
      .answer(#"{"type":"B","category":"x","origin":"login.a"}"#, explained: true)
    #expect(plain.steps.count == answered.steps.count - 1)
    #expect(answered.steps.count { $0["contract"] as? Bool == true } == 1)
  }

  @Test("does not apply to ignored errors, or if its responder is disabled")
  func unvisited() throws {
    let rules = try Self.rules("{ reports: [ A ] }, enabled: false")
    #expect(try Self.unrecognizedLines(rules, #"{"type":"B","origin":"login.a"}"#) == nil)
    let other = try Self.rules("{ reports: [ A ] }")
    #expect(try Self.unrecognizedLines(other, #"{"type":"CancellationError","origin":"login.a"}"#) == nil)
  }
}
