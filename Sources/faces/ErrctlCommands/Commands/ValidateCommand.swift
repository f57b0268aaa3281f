internal import RuleLanguage
import ArgumentParser
import Checks
import Differences
import Edits
import ErrorStreams
internal import Policies
internal import Bytes
internal import Engine
internal import Source
import SystemPackage

struct ValidateCommand: ParsableCommand, WatchableCommand, VersionedCommand {
  static let configuration = CommandConfiguration(
    commandName: "validate",
    _superCommandName: "errctl",
    abstract:
      "Check rule files for errors in syntax, types and references, and for likely mistakes.",
    discussion: """
      EXAMPLES
        errctl validate rules/ --format json
        errctl validate .
        errctl validate rules.yaml --fail-level note
        errctl validate rules/ --fix --dry-run

      In a folder, errctl finds rule files (“version”, and a key that other formats lack), test suites \
      (NAME.test.yaml), stream mappings (NAME.mapping.yaml), and the policies of other systems that it reads as they \
      are (errctl help policies). A clean run prints nothing, and one line at a terminal. The exit status is 1 if a finding reaches --fail-level, 2 if a file can't be used, and 0 \
      otherwise. errctl codes explains the codes.
      """,
    aliases: ["lint"]
  )

  enum Format: String, ExpressibleByArgument, CaseIterable {
    case text, json, sarif, github, junit, compact, markdown
  }

  enum FailLevel: String, ExpressibleByArgument, CaseIterable {
    case note, warning, error
  }

  @Argument(help: "Rule files or folders.")
  var files: [String]

  @Option(
    help: ArgumentHelp(
      """
      text for people, json for programs, sarif for code scanning, github for GitHub Actions, junit, compact, \
      markdown for a pull request comment.
      """,
      valueName: "format"
    )
  )
  var format = Format.text

  @Option(help: ArgumentHelp("The lowest level that makes the exit status 1.", valueName: "level"))
  var failLevel = FailLevel.warning

  @Option(help: ArgumentHelp("The configuration. Default: the nearest .errctl.yaml.", valueName: "file"))
  var config: String?

  @Option(
    name: .customLong("stream"),
    help: ArgumentHelp("Recorded errors, for the checks that need some. Repeatable.", valueName: "log"))
  var streams: [String] = []

  @OptionGroup var redaction: RedactionOptions

  @OptionGroup var times: TimeOptions

  @Option(name: .customLong("system"), help: SystemVersions.help)
  var system: [String] = []

  @Flag(help: PassingOver.help)
  var passOver = false

  @Flag(help: "Report suppressed findings too.")
  var noSuppressions = false

  @Flag(help: "Report a custom matcher or action that no plugin provides as an error.")
  var requirePlugins = false

  @Flag(
    help:
      "Report, too, what can be left out, merged or named, and with --stream sorted, with the same outcomes for all errors, which is proved."
  )
  var simplify = false

  @Flag(help: "Apply the safe fixes, and report the rest.")
  var fix = false

  @Flag(help: "Show the changes of --fix as a diff, what would be left on standard error, and write nothing.")
  var dryRun = false

  @Flag(help: Watching.help)
  var watch = false

  @OptionGroup var suitePaths: SuitePathOptions

  @OptionGroup var shared: SharedOptions

  var readsStandardInput: Bool { (files + streams).contains("-") }

  func run() throws {
    if simplify, files.contains("-") {
      throw CommandFailure(.usage, "--simplify compiles the rules again and again. Name a file, not “-”.")
    }
    guard fix || dryRun else { return try conclude(try inspect(FileChanges())) }
    if files.contains("-") {
      throw CommandFailure(
        .usage, "--fix can't change standard input. Use errctl fmt - to change its layout.")
    }
    if streams.contains("-") {
      throw CommandFailure(.usage, "--fix checks the files again. Give the stream as a file, not as “-”.")
    }
    for path in files + streams + [config].compactMap({ $0 }) {
      guard let kind = try? FileKind(of: path), !kind.isRegular, !kind.isFolder else { continue }
      throw CommandFailure(
        .usage, "--fix checks the files again. Give \(path) as a regular file, not as a pipe or device.")
    }
    var first: Inspection?
    var last: Inspection?
    let rounds = try FixRounds(mayChange: { FileImports.identity(of: $0) != nil }) {
      texts throws -> [Diagnostic] in
      let inspection = try inspect(FileChanges(texts), isFirst: first == nil)
      first = first ?? inspection
      last = inspection
      return inspection.findings
    }
    guard let first, let last else { return }
    let rewrites = try rounds.changed.sorted { $0.key < $1.key }.map { name, text in
      try FileRewrite(
        path: name, inPlaceOf: rounds.originals[name] ?? [], after: text, limits: shared.limits())
    }
    if dryRun {
      for rewrite in rewrites { try CheckedOutput.standardOutput.write(rewrite.difference) }
      try CheckedOutput.standardOutput.flush()
      return try conclude(last.settled(rounds.findings), as: first, to: .standardError)
    }
    let unwritten = rewrites.compactMap { $0.write() }
    if !unwritten.isEmpty { throw CommandFailure(.unwritable, unwritten) }
    if rounds.count > 0 { try reportFixes(rounds.count, rewrites.count) }
    try conclude(last.settled(rounds.findings))
  }

  /// Inspects the files with the texts of `changes` in place of their contents.
  ///
  /// - Parameter isFirst: whether to say what a search passed over.
  private func inspect(_ changes: FileChanges, isFirst: Bool = true) throws -> Inspection {
    let limits = try shared.limits()
    var registry = CommandRegistry.current
    registry.requiresPlugins = requirePlugins
    var configurations = try Configurations(named: config, limits: limits)
    let files = RuleFiles(self.files, ofAllKinds: true, asFound: passOver)
    if isFirst { try Note.write(passedOver: files.passedOver) }
    var inspection = Inspection(failures: files.failures)
    inspection.passedOverFiles = files.others
    inspection.hasFolders = files.hasFolders
    var compiled: [Compiled] = []
    var imported: Set<String> = []
    var look = StreamScan(streams, times.defaults, redaction.redactor)
    for file in files.selected {
      do {
        if RuleFiles.isConfiguration(file.path) {
          guard file.isNamed else { continue }
          inspection.hasConfiguration = true
          try configurations.read(file.path)
          continue
        }
        let found = try configurations.configuration(of: file.path)
        if !file.isNamed, found?.excludes(file.path) ?? false { continue }
        if RuleFiles.isMapping(file.path) {
          inspection.mappings.append(file.path)
          inspection.mappingFindings += try findings(ofMapping: file.path, limits: limits)
          continue
        }
        if TestSelection.isSuite(file.path) {
          inspection.suites.append(file.path)
          continue
        }
        let compilation = try InputFile.compile(
          file.path, registry: registry, limits: limits, changes: changes)
        var settings = settings(found?.configuration ?? Configuration(), limits)
        settings.layers = try RetryLayers.below(
          file.path, found?.configuration.layers.map { $0.text } ?? [], in: found?.folder, limits: limits)
        if !file.isNamed, try isPassedOver(compilation, at: file.path, limits: limits) {
          let said = CheckRun(settings: settings, codes: .errctl).findings(ofPassedOver: compilation)
          if !said.isEmpty { inspection.passedOver.append((file.path, said)) }
          inspection.passedOverFiles += 1
          continue
        }
        inspection.count(policyOf: compilation)
        if compilation.hasErrors { inspection.hasFaultyRules = true }
        imported.formUnion(compilation.imports.map { $0.identity })
        let stream = try observations(&look, compilation, limits: limits, &inspection)
        compiled.append(
          Compiled(file: file, compilation: compilation, stream: stream, settings: settings, found: found))
      } catch let failure as CommandFailure {
        if failure.status == .usage { throw failure }
        inspection.fail(failure)
      }
    }
    let checked = check(compiled, importedBySome: imported, changes, registry, limits)
    let suites = try SuiteFindings(
      inspection.suites, paths: suitePaths.paths(among: self.files), config: config, limits: limits,
      times: times.defaults)
    inspection.failures += suites.failures
    // A problem of an imported file is reported there.
    inspection.passedOver.removeAll { imported.contains(FileImports.identity(of: $0.path) ?? $0.path) }
    inspection.findings =
      configurations.diagnostics + inspection.mappingFindings + inspection.passedOver.flatMap { $0.findings }
      + CheckedFile.findings(of: checked, keeping: filesNamedByPosition(compiled, limits))
      + suites.diagnostics
    inspection.names = inspection.mappings + CheckedFile.names(of: checked) + inspection.suites
    inspection.entries = CheckedFile.entries(of: checked)
    inspection.rules = Terminal.isTerminal(2) ? CheckedFile.rules(of: checked) : 0
    return inspection
  }

  private func isPassedOver(_ compilation: RuleSet.Compilation, at path: String, limits: Limits) throws
    -> Bool
  {
    guard RuleFiles.isRecognized(compilation, at: path, limits: limits) else { return true }
    guard FileTemplate.isOne(compilation.diagnostics) else { return false }
    try Note.write(path, FileTemplate.sentence)
    return true
  }

  private struct Compiled {
    let file: RuleFiles.Selected
    let compilation: RuleSet.Compilation
    let stream: StreamObservations?
    let settings: CheckSettings
    let found: Configurations.Found?
  }

  private func check(
    _ files: [Compiled], importedBySome: Set<String>, _ changes: FileChanges, _ registry: Registry,
    _ limits: Limits
  ) -> [CheckedFile] {
    let parts = files.first?.settings.parts(for: files.map { $0.compilation }) ?? []
    return zip(files, parts).map { file, part in
      var settings = file.settings
      settings.part = part
      let findings = CheckRun(settings: settings, codes: .errctl).findings(
        of: file.compilation, stream: file.stream)
      // What a file could do without is proved for itself, not for those that import it.
      let isAlone = !importedBySome.contains(FileImports.identity(of: file.file.path) ?? file.file.path)
      return CheckedFile(
        file.file, file.compilation,
        findings: findings
          + (simplify && isAlone ? simplifications(of: file, changes, registry, limits) : []))
    }
  }

  /// The names that suites and gates have for rules of a file.
  private func namesElsewhere(of file: Compiled, _ limits: Limits) -> Simplifier.Options {
    var options = Simplifier.Options()
    for suite in SuiteBeside.suites(of: file.file.path, file.found, limits) {
      options.keepNames(ofSuite: suite)
    }
    for gate in (file.found?.configuration.gates ?? [:]).flatMap({ $0.value }) {
      options.keepNames(ofGate: gate.text)
    }
    return options
  }

  /// The resolved paths of files with a rule without id that a suite or gate names by its position, so that none may get one.
  private func filesNamedByPosition(_ files: [Compiled], _ limits: Limits) -> Set<String> {
    var names: Set<String> = []
    for file in files where file.file.path != "-" {
      guard let chain = file.compilation.chain, let program = file.compilation.program else { continue }
      let clauses = program.clauses.enumerated().filter { $0.element.name.hasPrefix("#") }
      guard !clauses.isEmpty else { continue }
      let options = namesElsewhere(of: file, limits)
      for (index, clause) in clauses where options.hasName(of: clause, chain.name(ofClause: index)) {
        let name = clause.range.file.name
        names.insert(FileImports.identity(of: name) ?? name)
      }
    }
    return names
  }

  /// None of standard input, which can't be compiled again, and of what is not a rule file of errctl with responders.
  private func simplifications(
    of file: Compiled, _ changes: FileChanges, _ registry: Registry, _ limits: Limits
  ) -> [Diagnostic] {
    let compilation = file.compilation
    guard file.file.path != "-", compilation.policyFormat == nil, !compilation.hasErrors,
      let chain = compilation.chain, let program = compilation.program
    else { return [] }
    var options = namesElsewhere(of: file, limits)
    options.decided = file.stream?.decided
    return Simplifier.findings(in: (chain, program), options: options) { text in
      let new = try? InputFile.compile(
        file.file.path, registry: registry, limits: limits, changes: changes.with(text, of: file.file.path))
      guard let new, !new.hasErrors, let chain = new.chain, let program = new.program else { return nil }
      return (chain, program)
    }
  }

  /// Nil if the streams can't be read, which is reported as a failure and does not stop the other checks.
  private func observations(
    _ look: inout StreamScan, _ compilation: RuleSet.Compilation, limits: Limits,
    _ inspection: inout Inspection
  ) throws -> StreamObservations? {
    do {
      return try look.observations(by: compilation, limits: limits)
    } catch let failure as CommandFailure {
      if failure.status == .usage { throw failure }
      inspection.fail(failure)
      return nil
    }
  }

  private func findings(ofMapping path: String, limits: Limits) throws -> [Diagnostic] {
    let bytes = try InputFile.read(path, limit: limits.ruleFileBytes)
    var diagnostics = Diagnostics()
    _ = MappingFile.read(name: path, bytes: bytes, limits: limits, into: &diagnostics)
    return diagnostics.sorted
  }

  private struct Inspection {
    var mappings: [String] = []
    var mappingFindings: [Diagnostic] = []
    var suites: [String] = []
    var failures: [String] = []
    /// Look like rule files but are not; found in folders.
    var passedOver: [(path: String, findings: [Diagnostic])] = []
    var findings: [Diagnostic] = []
    var names: [String] = []
    /// The policies of other systems, by the noun of their format.
    private(set) var policies: [(noun: String, version: String?, count: Int)] = []
    /// The number of files in folders that are of other kinds.
    var passedOverFiles = 0
    var hasFolders = false
    /// The file to check to see findings again, by their file name.
    var entries: [String: String] = [:]
    var hasConfiguration = false
    /// Whether the checks that need sound rules did not see all files.
    var hasFaultyRules = false
    /// The number of rules in all files, if it is to be shown.
    var rules = 0

    mutating func count(policyOf compilation: RuleSet.Compilation) {
      guard let name = compilation.policyFormat else { return }
      let format = CommandRegistry.current.policyFormats.first { $0.name == name }
      let noun = format?.noun ?? "\(name) file"
      if let index = policies.firstIndex(where: { $0.noun == noun }) {
        policies[index].count += 1
      } else {
        policies.append((noun, format?.version, 1))
      }
    }

    /// `3 rule files, 1 suite, 2 gRPC service configs`.
    private func kinds(rules: Int = 0) -> String {
      let policyFiles = policies.reduce(0) { $0 + $1.count }
      let counts =
        [
          SuccessLine.count(names.count - mappings.count - suites.count - policyFiles, "rule file"),
          SuccessLine.count(rules, "rule"), SuccessLine.count(suites.count, "suite"),
          SuccessLine.count(mappings.count, "mapping"),
          hasConfiguration && names.isEmpty ? "1 configuration" : nil,
        ]
        + policies.map { policy in
          SuccessLine.count(policy.count, policy.noun)
            .map { count in policy.version.map { "\(count) as of version \($0)" } ?? count }
        }
      return counts.compactMap { $0 }.joined(separator: ", ")
    }

    private var others: String? { SuccessLine.count(passedOverFiles, "other file") }

    var success: String {
      "\(kinds(rules: rules)): no findings.\(others.map { " \($0) passed over." } ?? "")"
    }

    /// The count of the findings and, after a search, of what was found.
    func summary(_ findings: [Diagnostic]) -> String {
      let counts = ValidateCommand.summary(findings)
      guard hasFolders, !names.isEmpty, !policies.isEmpty || passedOverFiles > 0 else { return counts }
      return "\(counts.dropLast()) in \(kinds())\(others.map { "; \($0) passed over" } ?? "")\n"
    }

    mutating func fail(_ failure: CommandFailure) {
      failures += failure.messages.filter { !failures.contains($0) }
    }

    func settled(_ findings: [Diagnostic]) -> Inspection {
      var settled = self
      settled.findings = findings
      return settled
    }
  }

  /// Throws the failure that gives the exit status: that of `judged`, or of what is reported.
  private func conclude(
    _ inspection: Inspection, as judged: Inspection? = nil, to output: CheckedOutput = .standardOutput
  ) throws {
    let findings = (judged ?? inspection).findings
    let failures = inspection.failures
    if inspection.names.isEmpty, failures.isEmpty, !inspection.hasConfiguration {
      if !inspection.passedOver.isEmpty { try report(inspection, to: output) }
      if passOver { return }
      let others = inspection.passedOverFiles
      let count = SuccessLine.count(others, "other file").map { " \($0) passed over." } ?? ""
      throw CommandFailure(
        .unusableInput,
        "There is no rule file among \(self.files.map { "“\($0)”" }.joined(separator: ", ")).\(count)")
    }
    // Unreadable files don't hide the findings of the others.
    if !inspection.names.isEmpty || inspection.hasConfiguration { try report(inspection, to: output) }
    if inspection.hasFaultyRules, format == .text {
      let waiting = CheckList.all.count { $0.needsSoundRules }
      try SuccessLine.write("\(waiting) of \(CheckList.all.count) checks wait until the errors are gone.")
    }
    if !failures.isEmpty { throw CommandFailure(.unusableInput, failures) }
    // An error reported by a check is a finding in a file that can be used.
    if findings.contains(where: { $0.severity == .error && !CodeList.isCheck($0.code) }) {
      throw CommandFailure(.unusableInput)
    }
    if findings.contains(where: { $0.severity >= level }) { throw CommandFailure(.findings) }
    if findings.isEmpty, format == .text { try SuccessLine.write(inspection.success) }
  }

  private func reportFixes(_ patches: Int, _ files: Int) throws {
    let things = patches == 1 ? "1 finding" : "\(patches) findings"
    try CheckedOutput.standardError.write("Fixed \(things) in \(files == 1 ? "1 file" : "\(files) files").\n")
    try CheckedOutput.standardError.flush()
  }

  private var level: Diagnostic.Severity { Diagnostic.Severity(rawValue: failLevel.rawValue) ?? .warning }

  private func settings(_ configuration: Configuration, _ limits: Limits) -> CheckSettings {
    var settings = CheckSettings()
    settings.steps = limits.checkSteps
    settings.levels = configuration.levels
    settings.options = configuration.options
    settings.performs = CommandRegistry.current.performs
    settings.honoursSuppressions = !noSuppressions
    settings.today = Today.day
    return settings
  }

  private func report(_ inspection: Inspection, to output: CheckedOutput) throws {
    let (findings, files) = (inspection.findings, inspection.names + inspection.passedOver.map { $0.path })
    let report = FindingReport(
      files: files, findings: findings, failLevel: level, version: Errctl.configuration.version)
    switch format {
    case .text:
      let terminalStyle = shared.color.terminalStyle(for: output.descriptor.rawValue)
      let text = DiagnosticText(terminalStyle: terminalStyle)
      for finding in findings {
        try output.write(text.text(of: finding))
        let name = finding.range.file.name
        try output.write(
          WitnessText.text(of: finding, rules: inspection.entries[name] ?? name, terminalStyle: terminalStyle)
        )
      }
      if !findings.isEmpty { try output.write(inspection.summary(findings)) }
    case .json: try output.write(DiagnosticJSON.text(of: findings, files: files.count))
    case .sarif: try output.write(SARIFFormat.text(of: report, .errctl))
    case .github: try output.write(GitHubFormat.text(of: report))
    case .markdown: try output.write(MarkdownFormat.text(of: report))
    case .junit: try output.write(JUnitFormat.text(of: report))
    case .compact: try output.write(CompactFormat.text(of: report))
    }
    try output.flush()
  }

  static func summary(_ findings: [Diagnostic]) -> String {
    let counts = Diagnostic.Severity.allCases.reversed().compactMap { severity -> String? in
      let count = findings.count { $0.severity == severity }
      return count == 0 ? nil : "\(count) \(severity.rawValue)\(count == 1 ? "" : "s")"
    }
    return "\(counts.joined(separator: ", "))\n"
  }
}
