import Checks
import Foundation
import Testing

@Suite("The list of codes")
struct LanguageCodeTests {
  private static let sources = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "Sources/RuleEngine")

  /// The words that stand where the engine writes a finding's code.
  private static func emitted() throws -> Set<String> {
    var codes: Set<String> = []
    let pattern = try Regex(#"(?:Diagnostic|finding|report)\(\s*\n?\s*"([a-z0-9]+(?:-[a-z0-9]+)+)""#)
    let names = try FileManager.default.subpathsOfDirectory(atPath: sources.path)
    for name in names where name.hasSuffix(".swift") {
      let text = try String(contentsOf: sources.appending(path: name), encoding: .utf8)
      for match in text.matches(of: pattern) {
        if let code = match.output[1].substring { codes.insert(String(code)) }
      }
    }
    return codes
  }

  @Test("has every code that the engine emits")
  func isWhole() throws {
    let listed = Set(CodeList.all.map { $0.code })
    let emitted = try Self.emitted()
    #expect(emitted.count > 60)
    #expect(emitted.subtracting(listed).sorted() == [])
  }

  @Test("has each code once, and nothing that nobody says")
  func isTrue() throws {
    let codes = CodeList.all.map { $0.code }
    #expect(Set(codes).count == codes.count)
    var text = ""
    for name in try FileManager.default.subpathsOfDirectory(atPath: Self.sources.path)
    where name.hasSuffix(".swift") {
      text += try String(contentsOf: Self.sources.appending(path: name), encoding: .utf8)
    }
    let language = CodeList.all.filter { $0.page == nil }.map { $0.code }
    #expect(language.filter { !text.contains("\"\($0)\"") } == [])
  }
}
