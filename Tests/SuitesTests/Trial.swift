import RuleEngine
import SystemPackage

@testable import Suites

/// A rule set and a suite about it, read and run.
struct Trial {
  /// What was found in the suite, and by running it.
  let diagnostics: [Diagnostic]
  let result: RuleSetResult

  init(_ rules: String, suite: String? = nil, stream: String? = nil, withReasons: Bool = false) {
    let limits = Limits()
    let compilation = RuleSet.compile(name: "rules.yaml", bytes: Array(rules.utf8))
    precondition(compilation.chain != nil, "\(compilation.diagnostics.map { $0.message })")
    var run = RuleSetRun("rules.yaml", compilation, limits: limits)
    var found: [Diagnostic] = []
    if let suite {
      var file = SuiteFile(name: "rules.test.yaml", bytes: Array("version: 1\n\(suite)".utf8))
      let records = stream.map { Self.records(file.wantedRecords, of: $0) } ?? FoundRecords()
      var registry = Registry()
      registry.stubs = file.stubs
      let compiled = RuleSet.compile(name: "rules.yaml", bytes: Array(rules.utf8), registry: registry)
      let read = file.suite(against: compiled, records: records)
      found = file.diagnostics.sorted
      if let read { run.run(read, against: compiled) }
    }
    run.runExamples()
    run.concludeCoverage(withReasons: withReasons)
    result = run.result
    diagnostics = found + run.result.diagnostics.sorted
  }

  private static func records(_ ids: Set<String>, of stream: String) -> FoundRecords {
    do {
      let ends = try FileDescriptor.pipe()
      _ = try ends.writeEnd.writeAll(Array(stream.utf8))
      try ends.writeEnd.close()
      defer { try? ends.readEnd.close() }
      return try FoundRecords(ids, in: ends.readEnd, named: "stream.ndjson", limits: Limits())
    } catch {
      preconditionFailure("\(error)")
    }
  }

  /// `code line:column` of what was found.
  var findings: [String] {
    diagnostics.map { "\($0.code) \($0.range.start.line):\($0.range.start.column)" }
  }

  /// Each test's status, in order.
  var statuses: [TestResult.Status] { result.results.map { $0.status } }

  /// The names of what failed.
  var failed: [String] { result.results.filter { $0.status == .failed }.map { $0.name } }

  /// The keys of the first failure that do not hold.
  var broken: [String] {
    result.results.compactMap { $0.failure }.first?.comparisons.filter { !$0.holds }.map { $0.item.key } ?? []
  }

  /// The names of what no test came by.
  var uncovered: [String] { (result.coverage?.items ?? []).filter { !$0.isCovered }.map { $0.name } }

  /// Why something was not come by.
  func reason(_ name: String) -> String? {
    result.coverage?.items.first { $0.name == name && !$0.isCovered }?.reason
  }
}
