import ArgumentParser
import RuleEngine

/// `errctl validate`: what is wrong with rule files, all of it in one run.
struct ValidateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "validate",
    abstract: "Check rule files: syntax, types, references. Every problem in one run.",
    discussion: """
      EXAMPLE
        errctl validate rules/ --format json

      In a folder every .yaml, .yml and .json file with “version” is a rule file. Silent and 0 where there is
      nothing to say; 1 for warnings, 2 where a file can't be used.
      """,
    aliases: ["lint"]
  )

  enum Format: String, ExpressibleByArgument, CaseIterable {
    case text, json
  }

  enum FailLevel: String, ExpressibleByArgument, CaseIterable {
    case note, warning, error
  }

  @Argument(help: "Rule files, or folders of them.")
  var files: [String]

  @Option(help: ArgumentHelp("text for people, json for programs.", valueName: "format"))
  var format = Format.text

  @Option(help: ArgumentHelp("The least level that makes the status 1.", valueName: "level"))
  var failLevel = FailLevel.warning

  @Flag(help: "Make what no plugin provides an error: a custom matcher, a perform.")
  var requirePlugins = false

  @OptionGroup var shared: SharedOptions

  func run() throws {
    let limits = try shared.limits()
    var registry = Registry()
    registry.requiresPlugins = requirePlugins
    let files = RuleFiles(self.files)
    var failures = files.failures
    var checked: [CheckedFile] = []
    for file in files.selected {
      do {
        let compilation = try InputFile.compile(file.path, registry: registry, limits: limits)
        if !file.isNamed, compilation.isOfAnotherKind { continue }
        checked.append(CheckedFile(file, compilation))
      } catch let failure as CommandFailure {
        failures += failure.messages
      }
    }
    let findings = CheckedFile.findings(of: checked)
    let count = CheckedFile.count(of: checked)
    if count == 0, failures.isEmpty {
      throw CommandFailure(.unusableInput, "no rule file among \(self.files.joined(separator: ", "))")
    }
    // What can't be read hides nothing of what can.
    if count > 0 { try report(findings, files: count) }
    if !failures.isEmpty { throw CommandFailure(.unusableInput, failures) }
    if findings.contains(where: { $0.severity == .error }) { throw CommandFailure(.unusableInput) }
    let level = Diagnostic.Severity(rawValue: failLevel.rawValue) ?? .warning
    if findings.contains(where: { $0.severity >= level }) { throw CommandFailure(.findings) }
  }

  private func report(_ findings: [Diagnostic], files: Int) throws {
    let output = CheckedOutput.standardOutput
    switch format {
    case .text:
      let text = DiagnosticText(paint: shared.color.paint(for: 1))
      for finding in findings { try output.write(text.text(of: finding)) }
      if !findings.isEmpty { try output.write(Self.summary(findings)) }
    case .json:
      try output.write(DiagnosticJSON.text(of: findings, files: files))
    }
    try output.flush()
  }

  /// One line that counts what was found.
  static func summary(_ findings: [Diagnostic]) -> String {
    let counts = Diagnostic.Severity.allCases.reversed().compactMap { severity -> String? in
      let count = findings.count { $0.severity == severity }
      return count == 0 ? nil : "\(count) \(severity.rawValue)\(count == 1 ? "" : "s")"
    }
    return "\(counts.joined(separator: ", "))\n"
  }
}
