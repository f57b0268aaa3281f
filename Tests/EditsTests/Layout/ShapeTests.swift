import RuleLanguage
import Source
import Testing

@testable import Edits

@Suite("The layout of a rule file")
struct ShapeTests {
  private struct Mapping: CustomTestStringConvertible {
    let testDescription: String
    let keys: [Key]
    let shape: @Sendable (Shape) -> Shape?
  }

  private static let mappings = [
    Mapping(testDescription: "a rule file", keys: RuleFile.keys) { $0 },
    Mapping(testDescription: "defaults", keys: DefaultsDeclaration.keys) { $0.member("defaults") },
    Mapping(testDescription: "a category", keys: CategoryDeclaration.keys) {
      $0.member("categories")?.element
    },
    Mapping(testDescription: "a responder", keys: ResponderDeclaration.keys) {
      $0.member("responders")?.element
    },
    Mapping(testDescription: "a rule", keys: RuleDeclaration.keys) {
      $0.member("responders")?.element?.member("rules")?.element
    },
  ]

  @Test("has a place for every key that the reader knows", arguments: mappings)
  private func order(_ mapping: Mapping) throws {
    let shape = try #require(mapping.shape(.ruleFile))
    #expect(shape.order.sorted() == mapping.keys.names.sorted())
  }
}
