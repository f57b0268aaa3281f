package import Bytes
package import Checks
internal import ErrorStreams
internal import Reasoning
internal import Engine
package import RuleLanguage
internal import Source
internal import Suites

/// Checks units as `errctl validate` does, with the texts that the client has open in place of the files.
package struct Checker: Sendable {
  let registry: Registry
  let codes: CodeList
  let limits: Limits
  /// The day for suppressions with an end date.
  let today: CalendarDay?
  /// The sample in place of the streams that configurations name.
  private let sample: SampleSource?
  let records: FoundRecordsCache
  /// The memory of the proofs, for the next ones.
  private let memory = ReasoningMemory()

  package init(
    registry: Registry, codes: CodeList, limits: Limits, today: CalendarDay?, sample: SampleSource? = nil
  ) {
    self.registry = registry
    self.codes = codes
    self.limits = limits
    self.today = today
    self.sample = sample
    records = FoundRecordsCache()
  }

  /// Reads a unit and looks up its names.
  ///
  /// - Parameters:
  ///   - isWanted: the client has the file open, or another rule file imports it, so that it is not excluded.
  ///   - roots: the folders in which suites may name files.
  ///   - reading: the readings of rule files that a suite tests.
  func read(_ unit: Unit, _ texts: Texts, roots: [String], isWanted: Bool, reading: (Unit) -> UnitReading)
    -> UnitReading
  {
    let reads = ReadFiles()
    reads.note(unit.identity)
    var result = UnitReading()
    if let bytes = try? texts.bytes(of: unit.identity) {
      switch unit.kind {
      case .configuration:
        result.findings =
          Configuration.read(
            name: unit.identity, bytes: bytes, limits: limits, codes: codes
          ).diagnostics
      case .mapping:
        var diagnostics = Diagnostics()
        _ = MappingFile.read(name: unit.identity, bytes: bytes, limits: limits, into: &diagnostics)
        result.findings = diagnostics.sorted
      case .rules: result = rules(unit.identity, bytes, texts, roots, reads, isWanted: isWanted)
      case .suite:
        if isWanted || !NearestConfiguration.of(unit.identity, texts, codes, reads).excludes {
          result = suite(unit.identity, bytes, texts, roots, reads, reading)
        } else {
          result.isSkipped = true
        }
      }
    } else {
      result.isSkipped = true
    }
    result.reads.formUnion(reads.all)
    return result
  }

  /// All findings of a unit; nil if `isCancelled` says that they are no longer needed.
  func prove(
    _ unit: Unit, _ reading: UnitReading, _ texts: Texts, roots: [String],
    isCancelled: @escaping @Sendable () -> Bool
  ) -> [Diagnostic]? {
    var findings = reading.findings
    switch unit.kind {
    case .configuration, .mapping: break
    case .rules:
      guard let compilation = reading.compilation else { break }
      var settings = reading.settings
      settings.isCancelled = isCancelled
      settings.memory = memory
      findings = CheckRun(settings: settings, codes: codes).findings(of: compilation)
    case .suite:
      guard let bytes = try? texts.bytes(of: unit.identity) else { break }
      let imports = ReadFiles()
      findings =
        suiteFindings(unit.identity, bytes, texts, roots, records: true, imports) { identity in
          compile(identity, texts, imports)
        }.findings
    }
    return isCancelled() ? nil : findings
  }

  private func rules(
    _ identity: String, _ bytes: [UInt8], _ texts: Texts, _ roots: [String], _ reads: ReadFiles,
    isWanted: Bool
  ) -> UnitReading {
    var result = UnitReading()
    let (configuration, folder, isExcluded) = NearestConfiguration.of(identity, texts, codes, reads)
    guard isWanted || !isExcluded else {
      result.isSkipped = true
      return result
    }
    let compilation = RuleSet.compile(
      name: identity, bytes: bytes, imports: imports(of: identity, texts, reads), registry: registry,
      limits: limits)
    result.compilation = compilation
    result.settings = settings(configuration)
    result.settings.layers = layers(configuration, folder, below: identity, texts, reads)
    if let sample {
      result.sample = sample
    } else if let folder {
      result.sample = SampleSource(
        folder: folder, roots: roots, streams: configuration.streams.map { $0.text },
        input: configuration.input?.text)
    }
    for path in result.sample?.paths ?? [] { reads.note(path) }
    // Other systems' files are many; where errctl is configured, it is meant for them, too.
    let isPolicy = compilation.policyFormat != nil
    if isPolicy ? folder != nil : isRuleFile(compilation, identity, bytes) {
      result.findings = CheckRun(settings: result.settings, codes: codes).findingsOfCompiler(compilation)
      result.needsProofs = compilation.program != nil
    } else {
      result.findings = CheckRun(settings: result.settings, codes: codes).findings(ofPassedOver: compilation)
      result.isSkipped = result.findings.isEmpty
      result.isPassedOver = true
    }
    return result
  }

  private func isRuleFile(_ compilation: RuleSet.Compilation, _ identity: String, _ bytes: [UInt8]) -> Bool {
    if compilation.isOfAnotherKind { return false }
    guard let root = compilation.program?.roots.first ?? root(identity, bytes) else {
      return RuleFileSign.isLikely(SourceFile(name: identity, bytes: bytes))
    }
    return RuleFileSign.isRuleFile(root)
  }

  private func root(_ identity: String, _ bytes: [UInt8]) -> Node? {
    var diagnostics = Diagnostics()
    return SourceReader(limits: limits).read(name: identity, bytes: bytes, into: &diagnostics).node
  }

  private func settings(_ configuration: Configuration) -> CheckSettings {
    var settings = CheckSettings()
    settings.steps = limits.checkSteps
    settings.levels = configuration.levels
    settings.options = configuration.options
    settings.performs = registry.performs
    settings.today = today
    return settings
  }

  /// The layers of retries that a configuration names; none if one of them can't be compiled.
  private func layers(
    _ configuration: Configuration, _ folder: String?, below identity: String, _ texts: Texts,
    _ reads: ReadFiles
  ) -> [RetryLayer] {
    guard let folder else { return [] }
    func file(_ name: String) -> String { texts.identity(of: PathText.joined(folder, name)) }
    let layers = try? RetryLayer.below(configuration.layers.map { $0.text }) {
      file($0) == identity
    } compile: {
      name in
      reads.note(file(name))
      guard let layer = compile(file(name), texts, reads), layer.chain != nil else {
        throw ImportFault.isMissing
      }
      return layer
    }
    return layers ?? []
  }

  /// Nil for a text that is not a file, and has no folder to import from.
  private func imports(of identity: String, _ texts: Texts, _ reads: ReadFiles) -> TextImports? {
    identity.hasPrefix("/") ? TextImports(entry: identity, texts: texts, reads: reads) : nil
  }

  func compile(_ identity: String, _ texts: Texts, _ reads: ReadFiles, stubs: [String: Bool] = [:]) -> RuleSet
    .Compilation?
  {
    guard let bytes = try? texts.bytes(of: identity) else { return nil }
    var registry = registry
    registry.stubs = stubs
    return RuleSet.compile(
      name: identity, bytes: bytes, imports: imports(of: identity, texts, reads), registry: registry,
      limits: limits)
  }
}

extension Checker {
  private func suite(
    _ identity: String, _ bytes: [UInt8], _ texts: Texts, _ roots: [String], _ reads: ReadFiles,
    _ reading: (Unit) -> UnitReading
  ) -> UnitReading {
    let (findings, tested, needsRecords) = suiteFindings(identity, bytes, texts, roots, records: false, reads)
    { rules in
      let reading = reading(Unit(kind: .rules, identity: rules))
      for file in reading.reads { reads.note(file) }
      // An excluded file is tested all the same.
      return reading.compilation ?? compile(rules, texts, reads)
    }
    var result = UnitReading()
    result.findings = findings
    result.tested = tested
    result.needsProofs = needsRecords
    return result
  }

  /// - Parameter records: whether to read the suite's stream; without it, records that are not there are not reported.
  private func suiteFindings(
    _ identity: String, _ bytes: [UInt8], _ texts: Texts, _ roots: [String], records withRecords: Bool,
    _ reads: ReadFiles, _ compilation: (String) -> RuleSet.Compilation?
  ) -> (findings: [Diagnostic], tested: [String], needsRecords: Bool) {
    var suite = SuiteFile(name: identity, bytes: bytes, limits: limits)
    let places = SuitePlaces(identity, texts, roots, reads)
    let tested = places.tested(by: &suite)
    guard !tested.isEmpty else {
      var diagnostics = suite.diagnostics
      if suite.rules.isEmpty, !diagnostics.hasErrors { diagnostics.report(places.noRules(bytes)) }
      return (diagnostics.sorted, [], false)
    }
    var records = FoundRecords()
    let needsRecords = suite.stream != nil && !suite.wantedRecords.isEmpty
    if let stream = suite.stream {
      do throws(ImportFault) {
        let path = try places.path(stream.text)
        records = .unavailable
        if withRecords {
          do {
            records = try self.records.found(suite.wantedRecords, in: path, texts.files, limits)
          } catch {
            suite.reportStream("\(error)")
          }
        }
      } catch {
        suite.report(error, ofStream: stream)
        records = .unavailable
      }
    }
    var found: [Diagnostic] = []
    for rules in tested {
      guard var compiled = compilation(rules) else { continue }
      if !suite.stubs.isEmpty { compiled = compile(rules, texts, reads, stubs: suite.stubs) ?? compiled }
      var file = suite
      _ = file.suite(against: compiled, records: records)
      found += file.diagnostics.sorted
    }
    var seen: Set<String> = []
    let unique = found.filter {
      seen.insert("\($0.range.bytes) \($0.code) \($0.message)").inserted
    }
    return (unique, tested, needsRecords)
  }
}
