import Checks
import ErrctlCommands
import RuleEngine
import SystemPackage

/// A rule file in memory, compiled and checked.
struct CheckedText {
  let compilation: RuleSet.Compilation
  let findings: [Diagnostic]

  init(
    _ text: String,
    name: String = "rules.yaml",
    checks: [any Check] = CheckList.all,
    settings: CheckSettings = CheckSettings(),
    stream: String = ""
  ) {
    compilation = RuleSet.compile(name: name, bytes: Array(text.utf8))
    let observations = stream.isEmpty ? nil : Self.observations(of: stream, by: compilation)
    findings = CheckRun(checks: checks, settings: settings, codes: .errctl).findings(
      of: compilation,
      stream: observations
    )
  }

  /// What a few recorded errors show: no more of them than a pipe holds.
  private static func observations(of stream: String, by compilation: RuleSet.Compilation)
    -> StreamObservations?
  {
    guard let pipe = try? FileDescriptor.pipe() else { return nil }
    defer { try? pipe.readEnd.close() }
    _ = try? pipe.writeEnd.writeAll(stream.utf8)
    try? pipe.writeEnd.close()
    return try? StreamObservations(compilation, streams: [pipe.readEnd], limits: Limits())
  }

  /// The findings of one code, as `line:column severity message`.
  func lines(_ code: String) -> [String] {
    findings.filter { $0.code == code }.map {
      "\($0.range.start.line):\($0.range.start.column) \($0.severity.rawValue) \($0.message)"
    }
  }
}
