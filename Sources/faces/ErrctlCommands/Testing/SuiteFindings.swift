import ErrorStreams
internal import Bytes
internal import Source

struct SuiteFindings {
  private(set) var diagnostics: [Diagnostic] = []
  private(set) var failures: [String] = []

  /// Reads suites with the rule files that they test.
  init(_ suites: [String], paths: SuitePaths, config: String?, limits: Limits, times: TimeDefaults) throws {
    guard !suites.isEmpty else { return }
    let selection = try TestSelection(suites, paths: paths, config: config, limits: limits)
    failures = selection.failures
    var found = selection.diagnostics
    for files in selection.ruleSets {
      let tested = TestedRules(files, limits: limits, times: times)
      do {
        guard let compilation = try tested.compile() else { continue }
        found += try tested.suites(compilation).diagnostics
      } catch let failure as CommandFailure {
        failures += failure.messages
      }
    }
    // The rule files' own findings are reported with the rule files.
    let names = Set(suites.map { PlainPath.of($0) })
    diagnostics = Self.unique(found.filter { names.contains($0.range.file.name) })
  }

  /// Duplicates arise when a suite tests several rule files.
  static func unique(_ findings: [Diagnostic]) -> [Diagnostic] {
    var seen: Set<String> = []
    return findings.filter { finding in
      let place = finding.range.bytes
      return seen.insert("\(finding.range.file.name):\(place):\(finding.code):\(finding.message)").inserted
    }
  }
}
