import Checks
import ErrctlCommands
import Foundation
import TestSupport
import Testing

@Suite("The list of codes")
struct LanguageCodesTests {
  private static let sources = Repository.root.appending(path: "Sources")
  /// The modules that say something of files.
  private static let modules = [
    "ground/Source", "language/RuleLanguage", "engine/Engine", "policies/Policies", "analysis/Suites",
    "analysis/Differences/Simplifying", "analysis/Mutation",
    "engine/ErrorHandling",
  ]

  /// The texts of their files.
  private static func texts() throws -> [String] {
    try modules.map { sources.appending(path: $0) }.flatMap { folder in
      try FileManager.default.subpathsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".swift") }
        .map { try String(contentsOf: folder.appending(path: $0), encoding: .utf8) }
    }
  }

  /// The words that stand where the engine writes a finding's code.
  private static func emitted() throws -> Set<String> {
    var codes: Set<String> = []
    let pattern = try Regex(#"(?:Diagnostic|finding|report)\(\s*\n?\s*"([a-z0-9]+(?:-[a-z0-9]+)+)""#)
    for text in try texts() {
      for match in text.matches(of: pattern) {
        if let code = match.output[1].substring { codes.insert(String(code)) }
      }
    }
    return codes
  }

  @Test("has every code that the engine reports")
  func isWhole() throws {
    let listed = Set(CodeList.errctl.all.map { $0.code })
    let emitted = try Self.emitted()
    #expect(emitted.count > 60)
    #expect(emitted.subtracting(listed).sorted() == [])
  }

  @Test("has each code once, and no unused ones")
  func isTrue() throws {
    let codes = CodeList.errctl.all.map { $0.code }
    #expect(Set(codes).count == codes.count)
    let text = try Self.texts().joined()
    let language = CodeList.errctl.all.filter { $0.page == nil }.map { $0.code }
    #expect(language.filter { !text.contains("\"\($0)\"") } == [])
  }
}
