import RuleEngine
import Suites
import Testing

@testable import Mutation

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A rule set with its suite, to be mutated.
struct MutatedFixture {
  let subject: MutationSubject

  /// `Operators/NAME.yaml`, with the suite beside it.
  init(named name: String) throws {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Operators")
    let rules = try Data(contentsOf: folder.appending(path: "\(name).yaml"))
    let suite = try Data(contentsOf: folder.appending(path: "\(name).test.yaml"))
    try self.init(Array(rules), suite: Array(suite))
  }

  init(_ rules: String, suite: String) throws {
    try self.init(Array(rules.utf8), suite: Array(suite.utf8))
  }

  private init(_ rules: [UInt8], suite: [UInt8]) throws {
    let compilation = RuleSet.compile(name: "rules.yaml", bytes: rules)
    #expect(compilation.diagnostics.filter { $0.severity == .error }.map { $0.message } == [])
    var file = SuiteFile(name: "rules.test.yaml", bytes: suite)
    let read = file.suite(against: compilation, records: FoundRecords())
    #expect(file.diagnostics.sorted.map { $0.message } == [])
    let subject = MutationSubject(
      "rules.yaml",
      compilation,
      imports: nil,
      suites: [try #require(read)].map { ($0, [:]) },
      registry: Registry(),
      limits: Limits()
    )
    self.subject = try #require(subject)
    #expect(self.subject.broken == [])
  }

  func run(_ options: MutationRun.Options = .init()) async -> MutationResult {
    var cache = MutationCache(tool: "test")
    return await run(&cache, options)
  }

  func run(_ cache: inout MutationCache, _ options: MutationRun.Options = .init()) async -> MutationResult {
    await MutationRun(subject, MutationOperators.all, options).run(&cache)
  }
}
