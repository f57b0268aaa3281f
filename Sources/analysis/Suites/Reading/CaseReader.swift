internal import RuleLanguage
internal import Bytes
internal import Source

/// Reads the cases of a suite and expands fragments, tables and times.
struct CaseReader {
  private var errors: Fragments
  private var expectations: Fragments
  private let errorReader: StepErrorReader
  private let expectationReader: ExpectationReader
  private let start: Int64
  private var names: [String: SourceRange] = [:]

  init(
    errors: Fragments, expectations: Fragments, words: RuleSetWords?, records: FoundRecords, start: Int64,
    limits: Limits, _ diagnostics: inout Diagnostics
  ) {
    self.errors = errors
    self.expectations = expectations
    self.start = start
    errorReader = StepErrorReader(records: records, words: words, limits: limits)
    expectationReader = ExpectationReader(words: words)
    self.errors.readAll(&diagnostics)
    self.expectations.readAll(&diagnostics)
  }

  mutating func cases(_ node: Node, _ diagnostics: inout Diagnostics) -> [TestCase] {
    guard let section = Section(node, "a case", keys: SuiteKeys.testCase, in: &diagnostics) else { return [] }
    _ = section.text("description", in: &diagnostics)
    let name = section.text("name", in: &diagnostics)
    if section["name"] == nil, section.isWhole {
      diagnostics.report(
        Diagnostic(
          "missing-key", "This case has no “name”. Write one that describes the behaviour.", at: node.range))
    }
    let todo = todo(section, &diagnostics)
    rejectBeside("steps", ["error", "record", "performed", "table"], section, &diagnostics)
    let title = name?.text ?? ""
    let place = name?.range ?? node.range
    if let name { note(name.text, at: name.range, &diagnostics) }
    if section["table"] != nil {
      let rows = TableReader.rows(section, &diagnostics)
      return rows.compactMap { row in
        let steps = step(
          row.error, record: row.record, row.expectation, of: section, at: row.place, &diagnostics)
        return steps.map {
          TestCase(name: "\(title): \(row.name)", place: row.place, todo: todo, steps: [$0])
        }
      }
    }
    let steps: [TestStep]
    if section["steps"] != nil {
      steps = self.steps(section, &diagnostics)
    } else if section["error"] == nil, section["record"] == nil {
      if todo == nil, section.isWhole {
        diagnostics.report(
          Diagnostic(
            "missing-key",
            "This case has no error. Add “error”, “record” or “steps”, or “todo” if it is still to be written.",
            at: place))
      }
      steps = []
    } else {
      let single = step(
        section["error"], record: section["record"], section["expect"], of: section, at: place, &diagnostics)
      steps = single.map { [$0] } ?? []
    }
    if !steps.isEmpty, todo == nil, section.isWhole, !Self.expects(section) {
      diagnostics.report(Diagnostic("missing-key", "This case has no expectation. Add “expect”.", at: place))
    }
    return [TestCase(name: title, place: place, todo: todo, steps: steps)]
  }

  private static func expects(_ section: Section) -> Bool {
    ([section["expect"]] + (section["steps"]?.elements ?? []).map { $0["expect"] }).contains { node in
      node.map { $0.members?.isEmpty != true } ?? false
    }
  }

  private mutating func note(_ name: String, at place: SourceRange, _ diagnostics: inout Diagnostics) {
    guard let first = names[name] else {
      names[name] = place
      return
    }
    diagnostics.report(
      Diagnostic(
        "duplicate-name", "Two cases are called “\(name)”. Give each its own name.", at: place,
        related: [.init("the first case", at: first)]))
  }

  private func todo(_ section: Section, _ diagnostics: inout Diagnostics) -> String? {
    guard let node = section["todo"] else { return nil }
    switch node.content {
    case .bool(let isTodo): return isTodo ? "" : nil
    case .string(let reason): return reason
    case .null, .integer, .decimal, .sequence, .mapping:
      diagnostics.report(.wrongType(node, expected: "true, or a string with the reason"))
      return nil
    }
  }

  private func rejectBeside(
    _ key: String, _ others: [String], _ section: Section, _ diagnostics: inout Diagnostics
  ) {
    guard section[key] != nil else { return }
    for other in others {
      guard let member = section.member(other) else { continue }
      diagnostics.report(
        Diagnostic(
          "wrong-place", "“\(other)” can't be used beside “\(key)”. Write it in each of them.",
          at: member.keyRange))
    }
  }

  private mutating func steps(_ section: Section, _ diagnostics: inout Diagnostics) -> [TestStep] {
    let nodes = section.list("steps", of: "steps", in: &diagnostics)
    if nodes.isEmpty, section["steps"]?.elements != nil {
      diagnostics.report(
        Diagnostic(
          "empty-suite", "This case has no steps.", at: section["steps"]?.range ?? section.node.range))
    }
    let isTimed = nodes.contains { node in
      ["at", "after", "every"].contains { node[$0] != nil }
    }
    var clock = CaseClock(start: start, isUsed: isTimed)
    var steps: [TestStep] = []
    for node in nodes {
      guard let part = Section(node, "a step", keys: SuiteKeys.step, in: &diagnostics) else { continue }
      let results = PerformedReader.results(part, &diagnostics)
      guard let error = error(part["error"], record: part["record"], results, &diagnostics) else {
        if part["error"] == nil, part["record"] == nil, part.isWhole {
          diagnostics.report(
            Diagnostic("missing-key", "This step has no error. Add “error” or “record”.", at: node.range))
        }
        continue
      }
      let (time, times, every) = clock.time(of: part, error: error.node, &diagnostics)
      let isCompletion = rejectExpectation(of: error.node, in: part, &diagnostics)
      steps.append(
        TestStep(
          place: node.range, record: error.json, error: error.node, time: time, times: times, every: every,
          expectation: isCompletion ? nil : expectation(part["expect"], over: section["expect"], &diagnostics)
        ))
    }
    return steps
  }

  /// Whether it is an operation that ended well, which has no outcome to expect.
  @discardableResult
  private func rejectExpectation(of error: Node, in section: Section, _ diagnostics: inout Diagnostics)
    -> Bool
  {
    guard StepErrorReader.isCompletion(error) else { return false }
    if let member = section.member("expect") {
      diagnostics.report(
        Diagnostic(
          "wrong-place",
          "“expect” can't be used here: an operation that ended well has no outcome. Expect what a later error comes to.",
          at: member.keyRange))
    }
    return true
  }

  private mutating func step(
    _ error: Node?, record: Node?, _ expected: Node?, of section: Section, at place: SourceRange,
    _ diagnostics: inout Diagnostics
  ) -> TestStep? {
    let results = PerformedReader.results(section, &diagnostics)
    guard let error = self.error(error, record: record, results, &diagnostics) else { return nil }
    rejectExpectation(of: error.node, in: section, &diagnostics)
    let expectation = expectation(expected, over: nil, &diagnostics)
    return TestStep(
      place: place, record: error.json, error: error.node, time: nil, times: 1, every: 0,
      expectation: expectation)
  }

  /// - Parameter results: a mapping with the results of actions, which win over those of the error.
  private mutating func error(_ own: Node?, record: Node?, _ results: Node?, _ diagnostics: inout Diagnostics)
    -> (node: Node, json: [UInt8])?
  {
    guard own != nil || record != nil else { return nil }
    guard let own else { return errorReader.error(results, record: record, &diagnostics) }
    guard let filled = errors.filled(own, &diagnostics) else { return nil }
    return errorReader.error(results?.merged(over: filled) ?? filled, record: record, &diagnostics)
  }

  private mutating func expectation(_ own: Node?, over common: Node?, _ diagnostics: inout Diagnostics)
    -> Expectation?
  {
    let ownFilled = own.flatMap { expectations.filled($0, &diagnostics) }
    let commonFilled = common.flatMap { expectations.filled($0, &diagnostics) }
    let node =
      switch (ownFilled, commonFilled) {
      case (let own?, let common?): own.merged(over: common)
      case (let own?, nil): own
      case (nil, let common): common
      }
    return node.flatMap { expectationReader.expectation($0, &diagnostics) }
  }
}
