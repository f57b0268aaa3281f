import Foundation
import Testing

/// What is added as a file of its own, and is there for users once a list names it.
@Suite("A hand-written list")
struct RegistrationTests {
  struct List: CustomTestStringConvertible {
    /// The end of its file's path.
    let file: String
    /// A part of the paths of the files whose contents it lists.
    let folder: String
    /// What stands there for one entry; its name in the first group.
    let declaration: String
    /// How many there are at least.
    let least: Int

    var testDescription: String { file }
  }

  private static let lists = [
    List(
      file: "/Plugins/BuiltIn.swift",
      folder: "/Matchers/BuiltIn/",
      declaration: #"struct (\w+): MatcherPlugin|static let (\w+) = \w+Matcher\("#,
      least: 35
    ),
    List(
      file: "/Plugins/BuiltIn.swift",
      folder: "/Actions/BuiltIn/",
      declaration: #"struct (\w+): ActionPlugin"#,
      least: 5
    ),
    List(file: "/CheckList.swift", folder: "/Checks/", declaration: #"struct (\w+): Check\b"#, least: 55),
    List(
      file: "/Formats/BuiltInFormats.swift",
      folder: "/Formats/BuiltIn/",
      declaration: #"static (?:let|var) (\w+): StreamFormat"#,
      least: 50
    ),
    List(
      file: "/MutationOperators.swift",
      folder: "/Mutation/Operators/",
      declaration: #"struct (\w+): MutationOperator"#,
      least: 25
    ),
    List(
      file: "/Errctl.swift",
      folder: "/Commands/",
      declaration: #"struct (\w+): (?:Async)?ParsableCommand"#,
      least: 14
    ),
  ]

  @Test("names every declaration of its folder", arguments: lists)
  func whole(list: List) throws {
    let path = try #require(Checkout.sources.first { $0.hasSuffix(list.file) })
    let text = try Checkout.text(path)
    let declaration = try Regex(list.declaration).wordBoundaryKind(.simple)
    var count = 0
    for file in Checkout.sources where file.contains(list.folder) {
      for match in try Checkout.text(file).matches(of: declaration) {
        let name = match.output.dropFirst().compactMap { $0.substring }.first.map(String.init) ?? ""
        count += 1
        #expect(
          text.contains(try Regex(#"\b\#(name)\b"#).wordBoundaryKind(.simple)),
          "\(file): \(path) does not name \(name)"
        )
      }
    }
    #expect(count >= list.least)
  }
}
