internal import Checks
internal import Engine
internal import Source
internal import Suites

extension Snapshot {
  /// The suites that test a rule file: those of its configuration first.
  package func suites(testing rules: String) -> [String] {
    let open = openURIs.keys.filter { DocumentKind(name: $0) == .suite }
    let others = Set(index.suites(testing: [rules]) + open).sorted()
    var seen: Set<String> = []
    return (configured(for: rules) + others).filter {
      seen.insert($0).inserted && tested(by: $0).contains(rules)
    }
  }

  /// The rule files that a suite tests.
  func tested(by suite: String) -> [String] {
    guard let bytes = try? texts.bytes(of: suite) else { return [] }
    var file = SuiteFile(name: suite, bytes: bytes, limits: texts.limits)
    return SuitePlaces(suite, texts, roots.map { $0.identity }, ReadFiles()).tested(by: &file)
  }

  /// The suites that a configuration names, inside its folder or an open one.
  private func configured(for rules: String) -> [String] {
    let (configuration, folder, _) = NearestConfiguration.of(rules, texts, checker.codes, ReadFiles())
    guard let folder else { return [] }
    let folders = [folder] + roots.map { $0.identity }
    return configuration.suites.flatMap { named -> [String] in
      let path = texts.identity(of: PathText.joined(folder, named.text))
      guard folders.contains(where: { $0 == path || PathText.isInside(path, $0) }) else { return [] }
      guard texts.files.isFolder(path) == true else { return texts.exists(path) ? [path] : [] }
      return texts.files.names(in: path).sorted().map { PathText.joined(path, $0) }
        .filter { DocumentKind(name: $0) == .suite }.map { texts.identity(of: $0) }
    }
  }

  /// A suite against one of its rule files; nil if it can't be run, with the reasons.
  func suite(_ identity: String, against rules: String) -> (
    suite: TestSuite?, compiled: RuleSet.Compilation, findings: [Diagnostic]
  )? {
    guard let bytes = try? texts.bytes(of: identity) else { return nil }
    var suite = SuiteFile(name: identity, bytes: bytes, limits: texts.limits)
    guard let compiled = checker.compile(rules, texts, ReadFiles(), stubs: suite.stubs) else { return nil }
    var records = FoundRecords()
    if let stream = suite.stream {
      let places = SuitePlaces(identity, texts, roots.map { $0.identity }, ReadFiles())
      records = .unavailable
      do throws(ImportFault) {
        let path = try places.path(stream.text)
        do {
          records = try checker.records.found(suite.wantedRecords, in: path, texts.files, texts.limits)
        } catch {
          suite.reportStream("\(error)")
        }
      } catch {
        suite.report(error, ofStream: stream)
      }
    }
    let read = suite.suite(against: compiled, records: records)
    return (read, compiled, suite.diagnostics.sorted)
  }

  /// The rule around an offset of a file, in the rule set that the file is a part of.
  func rule(at offset: Int, in identity: String) -> (rules: String, rule: String)? {
    for unit in units.keys.sorted(by: { isSooner($0, $1) }) where unit.kind == .rules {
      guard let chain = units[unit]?.reading.compilation?.chain else { continue }
      let found = chain.clauses.indices.first { index in
        let clause = chain.clauses[index]
        return clause.kind != .always && clause.range.file.name == identity
          && clause.range.bytes.lowerBound <= offset && offset <= clause.range.bytes.upperBound
      }
      if let found { return (unit.identity, chain.name(ofClause: found)) }
    }
    return nil
  }
}
