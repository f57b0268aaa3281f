import Foundation
import Testing

/// `Tests/XTests/Folder/NameTests.swift` tests `Sources/WING/X/Folder/Name.swift`, or the files there whose names begin alike
/// (`Coverage` stands for `CoverageItem` and `CoverageList`, `EvaluatorRate` or `Rate` for `Evaluator+Rate`).
@Suite("A test file")
struct MirroredPathTests {
  /// The folders of tests that look at more than a file, in any test target.
  private static let crossCutting: Set = [
    "Features",  // what the language, or errctl, does: through all layers
    "Properties",  // drawn at random, enumerated, compared with an oracle, put under load
    "PublicSuites",  // the cases of others, in ../shared/data
    "Reference",  // the documentation's tables, beside the code
    "SeedSystems",  // the systems that the rule sets below rules/originals/ are made from
    "Snippets",  // the code that the documentation shows
  ]

  /// Modules that are tested in another one's target: each target is linked, and costs seconds.
  private static let modules = [
    "RuleEngineTests": [
      "RuleEngine", "Engine", "Bytes", "Source", "Records", "RuleLanguage", "Schemas", "JSONSchema",
      "Reports",
    ],
    "ErrorStreamsTests": ["ErrorStreams", "Inspection"],
    "errctlTests": ["errctl", "ErrctlCommands"],
    "AgentServerTests": ["AgentServer", "JSONRPC"],
    "ReplayTests": ["Replay", "Counting", "Shards", "Explanations"],
    "WorkbenchTests": ["Workbench", "PageAnswers", "Playground"],
  ]

  @Test("mirrors the path and the name of its source")
  func mirrored() {
    let files = Checkout.tests.filter {
      $0.hasSuffix("Tests.swift") && !$0.hasPrefix("Tests/RepositoryTests/")
    }
    #expect(files.count >= 165)
    for file in files where !Self.isMirrored(file) {
      Issue.record(
        "\(file) mirrors no file of Sources; what is cross-cutting has a folder: \(Self.crossCutting.sorted())"
      )
    }
  }

  private static func isMirrored(_ file: String) -> Bool {
    var folders = file.split(separator: "/").map(String.init)
    let subject = String(folders.removeLast().dropLast("Tests.swift".count))
    let target = folders[1]
    folders.removeFirst(2)
    if let first = folders.first, crossCutting.contains(first) { return true }
    let modules = modules[target] ?? [String(target.dropLast("Tests".count))]
    return modules.contains { module in
      let rest = folders.first == module ? Array(folders.dropFirst()) : folders
      let folder = "/" + ([module] + rest).joined(separator: "/") + "/"
      return Checkout.sources.contains { source in
        guard Checkout.place(of: source).module == module, let range = source.firstRange(of: folder) else {
          return false
        }
        let name = source[range.upperBound...].dropLast(".swift".count)
        guard !name.contains("/") else { return false }
        let parts = name.split(separator: "+").map(String.init)
        return isAlike(parts.joined(), subject) || parts.dropFirst().contains { isAlike($0, subject) }
      }
    }
  }

  /// Whether one begins with the words of the other; a plural is no other word.
  private static func isAlike(_ name: String, _ subject: String) -> Bool {
    let (short, long) = name.count < subject.count ? (name, subject) : (subject, name)
    guard long.hasPrefix(short) else { return false }
    let rest = long.dropFirst(short.count)
    return rest.isEmpty || rest == "s" || rest.first?.isUppercase == true
  }
}
