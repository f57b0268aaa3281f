import Foundation
import RuleEngine

/// The cases of yaml-test-suite, and what libyaml 0.2.5 itself makes of each.
enum YAMLSuite {
  static let folder = "yaml-test-suite"
  static let caseCount = 402

  struct Case {
    let id: String
    let input: [UInt8]
    let events: String
    let isError: Bool
    let json: [UInt8]?
    let outcome: String
  }

  static func cases() throws -> [Case]? {
    guard let reference = SharedData.bytes("yaml-test-suite-libyaml/libyaml-0.2.5.json") else { return nil }
    let outcomes = try JSONDecoder().decode([String: String].self, from: Data(reference))
    return outcomes.keys.sorted().compactMap { id in
      guard let input = SharedData.bytes("\(folder)/\(id)/in.yaml") else { return nil }
      return Case(
        id: id,
        input: input,
        events: SharedData.text("\(folder)/\(id)/test.event") ?? "",
        isError: SharedData.bytes("\(folder)/\(id)/error") != nil,
        json: SharedData.bytes("\(folder)/\(id)/in.json"),
        outcome: outcomes[id] ?? ""
      )
    }
  }

  /// The value of each document, or nil where libyaml refuses the text.
  static func documents(_ testCase: Case) -> [Node?]? {
    let file = SourceFile(name: testCase.id, bytes: testCase.input)
    var stream = YAMLEvents(testCase.input)
    var events: [YAMLEvent] = []
    var documents: [Node?] = []
    while true {
      guard let event = try? stream.next() else { return nil }
      switch event.kind {
      case .streamEnd: return documents
      case .streamStart, .documentStart: events = []
      case .documentEnd:
        var diagnostics = Diagnostics()
        var composer = YAMLComposer(file: file, events: events)
        documents.append(composer.root(into: &diagnostics))
      default: events.append(event)
      }
    }
  }
}
