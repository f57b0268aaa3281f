import Foundation
import RuleEngine
import TestSupport
import Testing

/// The cases of yaml-test-suite, and the results of libyaml 0.2.5 itself.
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

  /// Skips the tests if the cases are missing.
  static let isHere: ConditionTrait = .enabled(
    if: SharedData.exists(reference) && SharedData.exists(folder),
    "\(caseCount) cases of ../shared/data/\(folder)"
  )

  private static let reference = "yaml-test-suite-libyaml/libyaml-0.2.5.json"

  static func cases() throws -> [Case] {
    let reference = try #require(SharedData.bytes(reference))
    let outcomes = try JSONDecoder().decode([String: String].self, from: Data(reference))
    return outcomes.keys.sorted().compactMap { id in
      guard let input = SharedData.bytes("\(folder)/\(id)/in.yaml") else { return nil }
      return Case(
        id: id,
        input: input,
        events: SharedData.text("\(folder)/\(id)/test.event") ?? "",
        isError: SharedData.exists("\(folder)/\(id)/error"),
        json: SharedData.bytes("\(folder)/\(id)/in.json"),
        outcome: outcomes[id] ?? ""
      )
    }
  }

  /// The value of each document; nil if libyaml rejects the text.
  static func documents(_ testCase: Case) -> [Node?]? {
    let file = SourceFile(name: testCase.id, bytes: testCase.input)
    var composer = YAMLComposer(file: file, limits: Limits())
    var documents: [Node?] = []
    do {
      while try composer.documentStart() != nil {
        var diagnostics = Diagnostics()
        documents.append(try composer.root(into: &diagnostics))
      }
      return documents
    } catch {
      return nil
    }
  }
}
