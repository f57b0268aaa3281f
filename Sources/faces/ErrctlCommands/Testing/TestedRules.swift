import ErrorStreams
import Replay
internal import Bytes
internal import Counting
internal import Engine
internal import Records
internal import RuleLanguage
internal import Source
import Secrets
import Suites
import SystemPackage

struct TestedRules {
  private let files: TestSelection.RuleSetFiles
  private let limits: Limits
  /// Cases and examples to run; empty for all.
  private let names: [String]
  private let failing: [String]
  private let redactor: Redactor
  private let streams: [String]
  private let times: TimeDefaults
  /// The records of the streams that count towards coverage.
  private let selection: RecordSelection
  /// The zone of the times in messages.
  private let zone: ShownZone

  var rules: String { files.rules }

  init(
    _ files: TestSelection.RuleSetFiles, limits: Limits, names: [String] = [], failing: [String] = [],
    streams: [String] = [], times: TimeDefaults, selection: RecordSelection = RecordSelection(),
    zone: ShownZone = .utc, hidingBy redactor: Redactor = .off
  ) {
    self.files = files
    self.limits = limits
    self.names = names
    self.failing = failing
    self.redactor = redactor
    self.streams = streams
    (self.times, self.selection, self.zone) = (times, selection, zone)
  }

  /// Nil for an unnamed file that is not a rule file, or the template of one. A policy is tested if a suite names it.
  func compile() throws -> RuleSet.Compilation? {
    let compilation = try InputFile.compile(files.rules, registry: CommandRegistry.current, limits: limits)
    if files.isNamed { return compilation }
    guard compilation.policyFormat == nil,
      RuleFiles.isRecognized(compilation, at: files.rules, limits: limits)
    else { return nil }
    guard !FileTemplate.isOne(compilation.diagnostics) else {
      try Note.write(files.rules, FileTemplate.sentence)
      return nil
    }
    return compilation
  }

  /// Nil if the file has no chain.
  func run(_ compilation: RuleSet.Compilation, withReasons: Bool, _ ending: inout StreamEnding) throws -> (
    RuleSetResult?, [Diagnostic]
  ) {
    let (suites, unusable, diagnostics) = try suites(compilation)
    guard compilation.chain != nil else { return (nil, diagnostics) }
    let patterns = names.map { GlobPattern($0) }
    var run = RuleSetRun(
      files.rules, compilation, limits: limits, failing: failing, hidingBy: redactor
    ) { name in
      patterns.isEmpty || patterns.contains { $0.matches(name) }
    }
    for _ in 0..<unusable { run.noteUnusable() }
    run.runExamples()
    for suite in suites {
      run.run(suite.suite, against: suite.compiled, isOneOfSeveral: suite.isOneOfSeveral)
    }
    for stream in streams { try cover(stream, &run, &ending) }
    run.concludeCoverage(withReasons: withReasons)
    return (run.result, diagnostics + run.result.diagnostics.sorted)
  }

  struct ReadSuite {
    let suite: TestSuite
    let compiled: RuleSet.Compilation
    let stubs: [String: Bool]
    /// The suite also tests other rule files.
    let isOneOfSeveral: Bool
  }

  /// Also counts the suites that can't be run.
  func suites(_ compilation: RuleSet.Compilation) throws -> (
    suites: [ReadSuite], unusable: Int, diagnostics: [Diagnostic]
  ) {
    var diagnostics = compilation.hasErrors ? compilation.diagnostics : []
    var suites: [ReadSuite] = []
    for (file, isOneOfSeveral) in files.suites {
      let (suite, compiled, found) = try read(file, compilation)
      if let suite {
        suites.append(
          ReadSuite(suite: suite, compiled: compiled, stubs: file.stubs, isOneOfSeveral: isOneOfSeveral))
      }
      diagnostics += found
    }
    return (suites, files.suites.count - suites.count, diagnostics)
  }

  /// Only found in a folder, without a suite, and imported by another file.
  func isPart(of imported: Set<String>) -> Bool {
    guard !files.isNamed, files.suites.isEmpty, let identity = FileImports.identity(of: files.rules) else {
      return false
    }
    return imported.contains(identity)
  }

  /// Nothing to test in a readable file; nil if there is, or if the user did not name it.
  func absence(_ compilation: RuleSet.Compilation) -> String? {
    guard compilation.chain == nil, files.isNamed, !compilation.hasErrors else { return nil }
    return "\(files.rules): This is a fragment: it has no responder, so nothing can be tested."
  }

  /// Compiles the rules again if the suite has assumptions.
  private func read(_ file: SuiteFile, _ compilation: RuleSet.Compilation) throws -> (
    TestSuite?, RuleSet.Compilation, [Diagnostic]
  ) {
    var file = file
    var compiled = compilation
    if !file.stubs.isEmpty {
      var registry = CommandRegistry.current
      registry.stubs = file.stubs
      compiled = try InputFile.compile(files.rules, registry: registry, limits: limits)
    }
    var records = FoundRecords()
    if let stream = file.stream {
      var path = stream.text
      do {
        path = try files.paths.path(stream.text, in: file.name)
        let descriptor = try InputFile.open(path)
        defer { try? descriptor.close() }
        records = try FoundRecords(
          file.wantedRecords, in: descriptor, named: path, limits: limits, times: times)
        if let fault = records.fault {
          if fault.isFatal { throw fault }
          try Note.write(path, fault.message)
        }
      } catch let fault as ImportFault {
        file.report(fault, ofStream: stream)
        records = .unavailable
      } catch {
        file.reportStream(Self.reason(error, path))
        records = .unavailable
      }
    }
    let suite = file.suite(against: compiled, records: records)
    return (suite, compiled, file.diagnostics.sorted)
  }

  private func cover(_ name: String, _ run: inout RuleSetRun, _ ending: inout StreamEnding) throws {
    var contents = StreamContents()
    var (filtered, isFiltered) = (FilteredTimes(), true)
    let missing = try StreamFiles([name]).each { stream, descriptor in
      do throws(FoundRecords.Failure) {
        let (read, fault) = try run.cover(descriptor, named: stream.name, times: times) { time in
          let isAdmitted = selection.admits(time: time)
          if isAdmitted { isFiltered = false } else if let time { filtered.note(time) }
          return isAdmitted
        }
        contents += read
        return .ended(fault)
      } catch {
        throw CommandFailure(.unusableInput, Self.reason(error, stream.name))
      }
    }
    try ending.check(InputFile.shown(name), isOne: true, contents, missing)
    guard isFiltered, contents.records > 0 else { return }
    let sentence =
      EmptySpan(filtered, countsFromNow: selection.countsFromNow)?.sentence(in: zone)
      ?? MissingTimes(ofAll: contents.records, selection)?.sentence
    if let sentence { try Note.write(InputFile.shown(name), sentence) }
  }

  private static func reason(_ error: any Error, _ stream: String) -> String {
    switch error {
    case FoundRecords.Failure.unreadable(let errno): "\(stream): \(InputFile.reason(errno))"
    case let fault as StreamFault: "\(stream): \(fault.message)"
    default: "\(stream): \(InputFile.reason(error))"
    }
  }
}
