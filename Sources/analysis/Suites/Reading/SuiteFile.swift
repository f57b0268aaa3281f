internal import RuleLanguage
package import Bytes
package import Engine
package import Source

/// A suite's file, read in two passes: the references to rules and a stream, then, once these are read, the
/// cases.
package struct SuiteFile: Sendable {
  package let name: String
  /// Relative to the suite's folder. Empty for the rule file of the same name beside it.
  package private(set) var rules: [Named] = []
  /// The stream of its records, relative to the suite's folder.
  package private(set) var stream: Named?
  package private(set) var stubs: [String: Bool] = [:]
  package private(set) var wantedRecords: Set<String> = []
  package private(set) var diagnostics = Diagnostics()
  private let root: Node?
  private let file: SourceFile
  private let limits: Limits
  private var stubPlaces: [Named] = []
  private var suite: TestSuite

  package init(name: String, bytes: [UInt8], limits: Limits = Limits()) {
    self.name = name
    self.limits = limits
    let reading = SourceReader(limits: limits).read(name: name, bytes: bytes, into: &diagnostics)
    root = reading.node
    file = reading.file
    suite = TestSuite(file: reading.file)
    guard let root else { return }
    if root.members != nil {
      readHead(root)
    } else {
      diagnostics.report(.wrongType(root, expected: "a test suite (a mapping)"))
    }
  }

  private mutating func readHead(_ root: Node) {
    // Keys are checked in the second pass.
    var others = Diagnostics()
    guard let section = Section(root, "a test suite", keys: SuiteKeys.suite, in: &others) else { return }
    rules = readRules(section)
    stream = section.text("stream", in: &diagnostics)
    for member in section.mapping("stubs", of: "names to true or false", in: &diagnostics) {
      guard case .bool(let answer) = member.value.content else {
        diagnostics.report(.wrongFlag(member.value))
        continue
      }
      stubs[member.key] = answer
      stubPlaces.append(Named(member.key, at: member.keyRange))
    }
    if let node = section["seed"] {
      if case .integer(let seed) = node.content, seed >= 0 {
        suite.seed = UInt64(seed)
      } else {
        diagnostics.report(.wrongType(node, expected: "an integer of 0 or more"))
      }
    }
    if let node = section["start"] {
      if let moment = node.string.flatMap({ VirtualTime.moment($0) }) {
        suite.start = moment
      } else {
        diagnostics.report(.noTime(node.range))
      }
    }
    for node in section["cases"]?.elements ?? [] { gatherRecords(node) }
  }

  private mutating func readRules(_ section: Section) -> [Named] {
    guard let node = section["rules"], let elements = node.elements else {
      return [section.text("rules", in: &diagnostics)].compactMap { $0 }
    }
    if elements.isEmpty {
      diagnostics.report(.wrongValue(node, "This list has no rule file. Add one, or delete the key."))
    }
    return elements.compactMap { element in
      guard let path = element.string, !path.isEmpty else {
        diagnostics.report(.wrongType(element, expected: "the path of a rule file"))
        return nil
      }
      return Named(path, at: element.range)
    }
  }

  private mutating func gatherRecords(_ node: Node) {
    want(node["record"])
    for step in node["steps"]?.elements ?? [] { want(step["record"]) }
    guard let table = node["table"], let columns = table["columns"]?.elements else { return }
    for (index, column) in columns.enumerated() where column.string == "record" {
      for row in table["rows"]?.elements ?? [] {
        if let cells = row.elements, index < cells.count { want(cells[index]) }
      }
    }
  }

  private mutating func want(_ node: Node?) {
    guard let node, let id = node.string ?? node.asInteger.map({ "\($0)" }) else { return }
    wantedRecords.insert(id)
  }

  package mutating func report(_ fault: ImportFault, ofRules rules: Named) {
    report(fault, of: "rule file", rules, "missing-rules")
  }

  package mutating func report(_ fault: ImportFault, ofStream stream: Named) {
    report(fault, of: "stream", stream, "missing-stream")
  }

  private mutating func report(_ fault: ImportFault, of what: String, _ path: Named, _ missing: String) {
    let (code, message) =
      switch fault {
      case .leavesFolder:
        (
          "suite-leaves-folder",
          "The \(what) “\(path.text)” is outside the suite's folder, after resolving links. Move or copy it there, name a folder that holds both, or add --allow-outside."
        )
      case .isMissing:
        (missing, "There is no \(what) “\(path.text)”. The path is relative to this file's folder.")
      case .isFolder: (missing, "“\(path.text)” is a folder. Name a file.")
      case .isUnreadable(let reason): (missing, "The \(what) “\(path.text)” can't be read: \(reason).")
      }
    diagnostics.report(Diagnostic(code, message, at: path.range))
  }

  package mutating func reportStream(_ reason: String) {
    guard let stream else { return }
    diagnostics.report(Diagnostic("missing-stream", "The stream can't be read: \(reason)", at: stream.range))
  }

  /// The second pass, which reads the cases, with the records found for ``wantedRecords``. A missing
  /// compilation is reported elsewhere. Nil if the suite has errors.
  package mutating func suite(against compilation: RuleSet.Compilation?, records: FoundRecords) -> TestSuite?
  {
    guard let root, root.members != nil else { return nil }
    guard let section = Section(root, "a test suite", keys: SuiteKeys.suite, in: &diagnostics) else {
      return nil
    }
    checkVersion(section)
    _ = section.text("description", in: &diagnostics)
    var words: RuleSetWords?
    if let compilation, let chain = compilation.chain {
      words = RuleSetWords(compilation, chain)
      checkStubs(chain)
    }
    let errors = Fragments(
      section.mapping("errors", of: "names to errors", in: &diagnostics), what: "error", key: "errors")
    let expectations = Fragments(
      section.mapping("expectations", of: "names to expectations", in: &diagnostics), what: "expectation",
      key: "expectations")
    var reader = CaseReader(
      errors: errors, expectations: expectations, words: words, records: records, start: suite.start,
      limits: limits, &diagnostics)
    let nodes = section.list("cases", of: "cases", in: &diagnostics)
    for node in nodes { suite.cases += reader.cases(node, &diagnostics) }
    if nodes.isEmpty, section.isWhole, section["cases"]?.elements != nil || section["cases"] == nil {
      diagnostics.report(
        Diagnostic(
          "empty-suite", "This suite has no cases, so it tests nothing. Add “cases”.",
          at: section["cases"]?.range ?? SourceRange(file: file, bytes: 0..<0)))
    }
    return diagnostics.hasErrors || compilation?.chain == nil ? nil : suite
  }

  private mutating func checkVersion(_ section: Section) {
    guard let version = section["version"] else {
      if section.isWhole {
        diagnostics.report(
          Diagnostic(
            "missing-version", "This suite has no version. Add “version: 1”.",
            at: SourceRange(file: file, bytes: 0..<0)))
      }
      return
    }
    guard case .integer(1) = version.content else {
      diagnostics.report(
        Diagnostic(
          "unknown-version", "This errctl reads version 1 of test suites only. Write 1.", at: version.range))
      return
    }
  }

  private mutating func checkStubs(_ chain: ResponderChain) {
    for stub in stubPlaces where !chain.unknownCustoms.contains(stub.text) {
      let question = Suggestion.question(for: stub.text, among: chain.unknownCustoms)
      diagnostics.report(
        Diagnostic(
          "unknown-custom", "No rule uses the custom matcher “\(stub.text)”.\(question)", at: stub.range))
    }
  }
}
