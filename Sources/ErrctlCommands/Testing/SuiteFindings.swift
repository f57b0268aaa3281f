import ErrorStreams
import RuleEngine

struct SuiteFindings {
  private(set) var diagnostics: [Diagnostic] = []
  private(set) var failures: [String] = []

  /// Reads the suites at `paths` with the rule files that they test.
  init(_ paths: [String], config: String?, limits: Limits, times: TimeDefaults) throws {
    guard !paths.isEmpty else { return }
    let selection = try TestSelection(paths, config: config, limits: limits)
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
    let suites = Set(paths.map { PlainPath.of($0) })
    diagnostics = Self.unique(found.filter { suites.contains($0.range.file.name) })
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
