internal import Bytes
import ArgumentParser
import Edits
internal import Source

struct FmtCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "fmt",
    _superCommandName: "errctl",
    abstract: "Format rule files in place. Comments stay beside the lines they describe.",
    discussion: """
      EXAMPLES
        errctl fmt rules/
        errctl fmt --check rules/
        errctl fmt --canonical rules.yaml
        errctl fmt - <rules.yaml

      In a folder, errctl formats rule files, test suites, stream mappings and .errctl.yaml. Formatting never \
      changes the meaning of a file, and keeps blocks and the order of keys unless you ask for --canonical. A file with \
      syntax errors is left as it is. Nothing is printed, but one line at a terminal; --check shows the changes and writes \
      nothing.
      """
  )

  @Argument(help: "Files or folders. “-” formats standard input to standard output.")
  var files: [String]

  @Flag(help: "Write nothing. Show the changes as a diff, and exit with status 1 if there are any.")
  var check = false

  @Flag(help: "Put keys in the order of the language, and everything that fits on one line.")
  var canonical = false

  @Flag(help: PassingOver.help)
  var passOver = false

  @OptionGroup var shared: SharedOptions

  func run() throws {
    let limits = try shared.limits()
    let selection = RuleFiles(files, ofAllKinds: true, asFound: passOver)
    try Note.write(passedOver: selection.passedOver)
    var failures = selection.failures
    var rewrites: [FileRewrite] = []
    var findings: [Diagnostic] = []
    var count = 0
    // Everything is read before anything is written, so that an unreadable file leaves the others untouched.
    for file in selection.selected {
      do {
        let bytes = try InputFile.read(file.path, limit: limits.ruleFileBytes)
        let result = Formatter(limits: limits, layout: canonical ? .canonical : .kept).format(
          name: InputFile.name(of: file.path, bytes), bytes: bytes)
        if !file.isNamed, !result.hasVersion, !RuleFiles.isOfOtherKind(file.path) { continue }
        if !file.isNamed, FileTemplate.isOne(result.diagnostics) {
          try Note.write(file.path, FileTemplate.sentence)
          continue
        }
        count += 1
        findings += result.diagnostics
        guard let text = result.text else { continue }
        rewrites.append(FileRewrite(path: file.path, before: bytes, source: result.source, after: text))
      } catch let failure as CommandFailure {
        failures += failure.messages
      }
    }
    if count == 0, failures.isEmpty, !passOver {
      throw CommandFailure(
        .unusableInput, "There is no rule file among \(files.map { "“\($0)”" }.joined(separator: ", ")).")
    }
    try report(findings)
    let changed = rewrites.filter { $0.isChange }
    if check {
      try showDifferences(changed)
    } else {
      for rewrite in rewrites where rewrite.path == "-" { try rewrite.print() }
      let unwritten = changed.filter { $0.path != "-" }.compactMap { $0.write() }
      if !unwritten.isEmpty { throw CommandFailure(.unwritable, unwritten + failures) }
    }
    if !failures.isEmpty { throw CommandFailure(.unusableInput, failures) }
    if findings.contains(where: { $0.severity == .error }) { throw CommandFailure(.unusableInput) }
    if check, !changed.isEmpty { throw CommandFailure(.findings) }
    guard !files.contains("-"), let all = SuccessLine.count(count, "file") else { return }
    let rest = count - changed.count
    let outcome =
      changed.isEmpty
      ? "nothing to change" : "\(changed.count) formatted\(rest > 0 ? ", \(rest) as they were" : "")"
    try SuccessLine.write("\(all): \(outcome).")
  }

  private func report(_ findings: [Diagnostic]) throws {
    let text = DiagnosticText(terminalStyle: shared.color.terminalStyle(for: 2))
    for finding in findings { try CheckedOutput.standardError.write(text.text(of: finding)) }
    try CheckedOutput.standardError.flush()
  }

  private func showDifferences(_ rewrites: [FileRewrite]) throws {
    for rewrite in rewrites { try CheckedOutput.standardOutput.write(rewrite.difference) }
    try CheckedOutput.standardOutput.flush()
  }
}
