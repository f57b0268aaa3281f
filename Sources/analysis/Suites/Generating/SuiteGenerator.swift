internal import Records
internal import RuleLanguage
internal import Reasoning
package import Bytes
package import Engine
internal import Source

/// Generates cases for what no test covers: an error that each rule handles, and near misses. Each case is
/// run before it is written.
package struct SuiteGenerator: ~Copyable {
  package struct Result: Sendable {
    /// The suite as JSON. Nil if nothing was missing or nothing could be found.
    package let json: String?
    package let cases: Int
    package let reasons: [String]
  }

  private let items: [CoverageItem]
  private let chain: ResponderChain
  private let program: RuleProgram
  private let reasoner: Reasoner
  /// Runs candidates; what they cover counts for nothing until one of them is written.
  private var runner: CaseRunner
  /// Runs the cases that are written.
  private var written: CaseRunner
  private var names: Set<String> = []
  private var cases: [String] = []
  /// Known errors that clauses handle, as candidates for other items.
  private var witnesses: [Node] = []
  private static let nearMisses = 12
  private static let mostSteps = 100

  package init?(_ compilation: RuleSet.Compilation, _ coverage: CoverageReport, limits: Limits) {
    guard let chain = compilation.chain, let program = compilation.program else { return nil }
    items = coverage.items.filter { !$0.isCovered }
    self.chain = chain
    self.program = program
    reasoner = Reasoner(chain, program)
    runner = CaseRunner(chain, limits: limits)
    written = CaseRunner(chain, limits: limits)
  }

  /// Generates the suite. `rules` is the path of the rule file relative to the suite.
  package mutating func generate(for rules: String) -> Result {
    for index in program.clauses.indices where program.clauses[index].kind != .always {
      guard let witness = reasoner.reachability(ofClause: index).answer.witness,
        let node = Self.node(witness.json)
      else { continue }
      witnesses.append(node)
    }
    var reasons: [String] = []
    for item in items {
      guard count(item.subject, in: written.coverage.counts) == 0 else { continue }
      if !cover(item) {
        reasons.append("\(item.name): \(reason(item))")
      }
    }
    for item in items where item.kind == .rule { reasons += addNearMisses(of: item) }
    guard !cases.isEmpty else { return Result(json: nil, cases: 0, reasons: reasons) }
    let json =
      "{\"version\": 1, \"rules\": \(rules.json), \"cases\": [\(cases.joined(separator: ", "))]}"
    return Result(json: json, cases: cases.count, reasons: reasons)
  }

  private func reason(_ item: CoverageItem) -> String {
    let clauses: [Int]
    switch item.subject {
    case .clause(let own), .verdict(let own, _), .button(let own, _), .failure(let own, _): clauses = own
    case .category, .escalation, .breaker, .unwrap: clauses = []
    }
    let answers = clauses.map { reasoner.reachability(ofClause: $0).answer }
    if answers.contains(where: { if case .depends = $0 { true } else { false } }) {
      return "it depends on a plugin or on earlier errors: write a case with “stubs” or “steps”"
    }
    if answers.contains(where: { if case .notDecided = $0 { true } else { false } }) {
      return "undecided whether there is such an error"
    }
    return item.reason ?? "no error was found that covers it"
  }

  // Cases that cover items

  private mutating func cover(_ item: CoverageItem) -> Bool {
    for errors in candidates(item) {
      let before = count(item.subject, in: runner.coverage.counts)
      guard let observed = run(errors), count(item.subject, in: runner.coverage.counts) > before else {
        continue
      }
      add(item, errors, observed)
      return true
    }
    return false
  }

  private func candidates(_ item: CoverageItem) -> [[Node]] {
    switch item.subject {
    case .clause(let clauses):
      return clauses.compactMap { witness(of: $0) }.map { [$0] }
        + clauses.flatMap { repeated($0) + opening($0) }
    case .verdict(let clauses, let isExhausted):
      let found = clauses.compactMap { witness(of: $0) }
      guard isExhausted else { return found.map { [$0] } + clauses.flatMap { repeated($0) + opening($0) } }
      return zip(clauses, found).flatMap { exhausting($0, $1) }
    case .button(let clauses, let index):
      return clauses.flatMap { clause -> [[Node]] in
        let witness = reasoner.reachability(ofButton: index, atClause: clause).answer.witness
        guard let error = witness.flatMap({ Self.node($0.json) }) else { return [] }
        let buttons = program.clauses[clause].actions.compactMap { $0.alert }.first { $0.decides }?.buttons
        guard let title = buttons?[index].title, !title.contains("{"), !title.isEmpty else {
          return [[error]]
        }
        // The person chooses the title of the button, if the alert is the only one.
        return [[error.with("answers", Self.list([Self.text(title)]))], [error]]
      }
    case .failure(let clauses, let actions):
      return zip(clauses, actions).flatMap { clause, action -> [[Node]] in
        guard let error = witness(of: clause) else { return [] }
        let place = chain.failures(atClause: clause).firstIndex(of: action) ?? 0
        let results = Array(repeating: Self.text("ok"), count: place) + [Self.text("failed")]
        return [[error.with("performed", Self.list(results))]]
      }
    case .category(let index):
      let name = program.categories[index].name.text
      let found = reasoner.reachability(ofCategory: index).answer.witness.flatMap { Self.node($0.json) }
      let named = Self.node("{\"message\": \"Something went wrong.\", \"category\": \(name.json)}")
      let bare = Self.node("{\"message\": \"Something went wrong.\"}")
      return [found, bare, named].compactMap { $0 }.map { [$0] }
    case .breaker(let index):
      let breaker = program.breakers[index]
      guard breaker.atLeast <= Self.mostSteps,
        case .shown(let witness) = reasoner.satisfiable(breaker.condition),
        let error = Self.node(witness.json)
      else { return [] }
      return [Array(repeating: error, count: breaker.atLeast)]
    case .unwrap(let index):
      let entry = program.unwraps[index]
      let replaced = Condition.all([entry.condition, entry.leads(to: .always)])
      guard let witness = reasoner.satisfiable(replaced).witness, let error = Self.node(witness.json) else {
        return []
      }
      return [[error]]
    case .escalation(let index):
      let origin = chain.responders[index]
      let bare = Self.node("{\"message\": \"Something went wrong.\"}")
      let event = Self.node("{\"event\": \"unknown\"}")
      return ([bare].compactMap { $0 } + witnesses + [event].compactMap { $0 })
        .map { [$0.with("origin", Self.text(origin))] }
    }
  }

  /// Errors that a clause matches, repeated as often as its rate requires.
  private func repeated(_ clause: Int) -> [[Node]] {
    let clause = program.clauses[clause]
    guard let count = clause.rateAtLeast, count <= Self.mostSteps,
      case .shown(let witness) = reasoner.satisfiable(clause.condition), let error = Self.node(witness.json)
    else { return [] }
    let origin = Self.text(program.responders[clause.responder].id.text)
    return [error.with("origin", origin), error].map { Array(repeating: $0, count: count) }
  }

  /// Errors that open a breaker which a clause asks for, until it matches the last one.
  private func opening(_ clause: Int) -> [[Node]] {
    let clause = program.clauses[clause]
    let origin = Self.text(program.responders[clause.responder].id.text)
    return program.breakers.filter { clause.condition.asks($0.name.text) && $0.atLeast <= Self.mostSteps }
      .flatMap { breaker -> [[Node]] in
        let both = Condition.all([breaker.condition, clause.condition.assumingOpenBreakers])
        guard let witness = reasoner.satisfiable(both).witness, let error = Self.node(witness.json) else {
          return []
        }
        return [error.with("origin", origin), error].map { Array(repeating: $0, count: breaker.atLeast) }
      }
  }

  /// Errors that exhaust the budget of a clause: one with a high attempt, or a sequence.
  private func exhausting(_ clause: Int, _ witness: Node) -> [[Node]] {
    guard case .retry(let policy) = program.clauses[clause].verdict else { return [] }
    var keyed = witness
    if policy.per.contains(.field(.operation)), keyed["operation"] == nil {
      keyed = keyed.with("operation", Self.text("load"))
    }
    var filled = keyed
    for subject in policy.per {
      switch subject {
      case .attribute(let path): filled = filled.with(path, Self.text("x"))
      case .payload(let index):
        filled = filled.with("payload", Self.list(Array(repeating: Self.text("x"), count: index + 1)))
      case .field, .problem, .problemExtension, .with, .outcome, .elapsed: break
      }
    }
    let count = min(policy.maxAttempts, Self.mostSteps)
    return [[witness.with("attempt", Self.integer(Int64(policy.maxAttempts)))]]
      + (policy.deadline.map { [[witness.with("elapsed", Self.past($0))]] } ?? [])
      + (policy.retryAfter.most.map { [[witness.with("retryAfter", Self.past($0))]] } ?? [])
      + [keyed, filled].map { Array(repeating: $0, count: count) }
  }

  /// Whole seconds, after the deadline.
  private static func past(_ deadline: TimeSpan) -> Node { integer(deadline.microseconds / 1_000_000 + 1) }

  private func witness(of clause: Int) -> Node? {
    reasoner.reachability(ofClause: clause).answer.witness.flatMap { Self.node($0.json) }
  }

  // Near misses

  /// Adds errors that meet all conditions of a rule but one, and errors at the ends of its ranges, that it
  /// does not handle. Returns the reasons for missing ones.
  private mutating func addNearMisses(of item: CoverageItem) -> [String] {
    guard case .clause(let clauses) = item.subject else { return [] }
    for clause in clauses {
      guard let base = witness(of: clause), isAnswered([base], by: clause) else { continue }
      let reasons = addFlipped(of: item, at: clause)
      if case .retry(let policy) = program.clauses[clause].verdict, let deadline = policy.deadline {
        addNearMiss("the deadline ended", base.with("elapsed", Self.past(deadline)), of: item)
      }
      var written = 0
      for member in base.members ?? [] where !["time", "id", "answers"].contains(member.key) {
        for (change, error) in changes(of: [member.key], member.value, in: base, at: clause)
        where written < Self.nearMisses {
          addNearMiss(change, error, of: item)
          written += 1
        }
      }
      return reasons
    }
    return []
  }

  private mutating func addNearMiss(_ change: String, _ error: Node, of item: CoverageItem) {
    guard let observed = run([error]) else { return }
    let isHit = observed.ran.contains(item.name) || observed.by == item.name
    add("\(item.name), \(isHit ? "boundary" : "near miss"): \(change)", [error], observed) { expected in
      guard isHit else { return expected + ["\"never\": {\"rules\": \(item.name.json)}"] }
      return observed.by == item.name ? expected : expected + ["\"rules\": \(item.name.json)"]
    }
  }

  private mutating func addFlipped(of item: CoverageItem, at clause: Int) -> [String] {
    let origin = program.responders[program.clauses[clause].responder].id.text
    var reasons: [String] = []
    for flipped in FlippedCondition.all(of: program.clauses[clause].condition) {
      let what = "\(item.name) without “\(flipped.text)”"
      switch reasoner.satisfiable(flipped.condition) {
      case .shown(let witness):
        let errors = [Self.node(witness.json)].compactMap { $0 }.flatMap { error in
          [error.with("origin", Self.text(origin)), error]
        }
        if let error = errors.first(where: { run([$0]) != nil && !isAnswered([$0], by: clause) }) {
          addNearMiss("not \(flipped.text)", error, of: item)
        } else {
          reasons.append(
            "\(what): no error was found that meets all other conditions and is not handled by the rule")
        }
      case .never: reasons.append("\(what): no error meets all other conditions")
      case .depends: reasons.append("\(what): it depends on a plugin or on earlier errors")
      case .notDecided: reasons.append("\(what): undecided whether there is such an error")
      }
    }
    return reasons
  }

  /// Changes in words, with the last error that the rule handles and the first that it does not.
  private mutating func changes(of path: [String], _ value: Node, in base: Node, at clause: Int) -> [(
    String, Node
  )] {
    let key = path.joined(separator: ".")
    switch value.content {
    case .integer(let number):
      return [Int64(1), -1].flatMap { step -> [(String, Node)] in
        guard let last = boundary(of: path, from: number, by: step, in: base, at: clause) else { return [] }
        let hit = last == number ? [] : [("\(key) \(last)", base.with(path, Self.integer(last)))]
        return hit + [("\(key) \(last + step)", base.with(path, Self.integer(last + step)))]
      }
    case .string(let text) where key == "severity":
      guard let place = Self.severities.firstIndex(of: text) else { return [] }
      let levels = [Self.severities[..<place].reversed(), Array(Self.severities[(place + 1)...])]
      return levels.flatMap { levels -> [(String, Node)] in
        var last = text
        for level in levels {
          let other = base.with(path, Self.text(level))
          guard isAnswered([other], by: clause) else {
            let hit = last == text ? [] : [("severity \(last)", base.with(path, Self.text(last)))]
            return hit + [("severity \(level)", other)]
          }
          last = level
        }
        return []
      }
    case .mapping(let members):
      guard path.count < 4 else { return [] }
      return members.flatMap { changes(of: path + [$0.key], $0.value, in: base, at: clause) }
    case .null, .decimal, .bool, .string, .sequence: return []
    }
  }

  private static let severities = [
    "trace", "debug", "info", "notice", "warning", "error", "critical", "fatal",
  ]

  /// The last number upwards (1) or downwards (-1) that the rule handles. Nil if it handles all within range.
  private mutating func boundary(
    of path: [String], from number: Int64, by step: Int64, in base: Node, at clause: Int
  ) -> Int64? {
    guard abs(number) < 1_000_000_000 else { return nil }
    var length: Int64 = 1
    while isAnswered([base.with(path, Self.integer(number + step * length))], by: clause) {
      length *= 2
      if length > 1 << 20 { return nil }
    }
    // The first number that it does not handle is within the last doubling.
    var low: Int64 = 0
    var high = length
    while high - low > 1 {
      let middle = (low + high) / 2
      if isAnswered([base.with(path, Self.integer(number + step * middle))], by: clause) {
        low = middle
      } else {
        high = middle
      }
    }
    return number + step * low
  }

  private mutating func isAnswered(_ errors: [Node], by clause: Int) -> Bool {
    let name = chain.name(ofClause: clause)
    guard let observed = run(errors) else { return false }
    return observed.ran.contains(name) || observed.by == name
  }

  // Running and writing

  /// The observation of the last error. Nil if one of them is not an error.
  private mutating func run(_ errors: [Node]) -> ObservedOutcome? {
    guard let testCase = Self.testCase(errors) else { return nil }
    var last: (step: Int, observation: ObservedOutcome)?
    runner.run(testCase, seed: 0) { step, _, observation in
      last = (step, observation)
      return true
    }
    return last?.step == errors.count - 1 ? last?.observation : nil
  }

  private static func testCase(_ errors: [Node]) -> TestCase? {
    errors.first.map { first in
      TestCase(
        name: "", place: first.range, todo: nil,
        steps: errors.map { error in
          TestStep(
            place: error.range, record: Array(JSONWriter.line(error).utf8), error: error, time: nil, times: 1,
            every: 0, expectation: nil)
        })
    }
  }

  private func count(_ subject: CoverageItem.Subject, in counts: CoverageCounter.Counts) -> Int {
    switch subject {
    case .clause(let clauses):
      return clauses.reduce(0) { sum, index in
        var decided = 0
        if case .retry(let policy) = program.clauses[index].verdict {
          if case .continue = policy.exhausted {} else { decided = counts.clauses[index].exhausted }
        }
        return sum + counts.clauses[index].matched + decided
      }
    case .verdict(let clauses, let isExhausted):
      return clauses.reduce(0) {
        $0 + (isExhausted ? counts.clauses[$1].exhausted : counts.clauses[$1].said)
      }
    case .button(let clauses, let index):
      return clauses.reduce(0) { $0 + (counts.buttons[.init(clause: $1, index: index)] ?? 0) }
    case .failure(_, let actions): return actions.reduce(0) { $0 + (counts.failures[$1] ?? 0) }
    case .category(let index): return counts.categories[index]
    case .escalation(let index): return counts.escalations[index]
    case .breaker(let index): return counts.breakers[index]
    case .unwrap(let index): return counts.unwraps[index]
    }
  }

  private mutating func add(_ item: CoverageItem, _ errors: [Node], _ observed: ObservedOutcome) {
    add(item.name, errors, observed) { expected in
      var expected = expected
      switch item.subject {
      case .clause:
        if observed.by != item.name, observed.ran.contains(item.name) {
          expected.append("\"rules\": \(item.name.json)")
        }
      case .verdict, .failure, .breaker, .unwrap: break
      case .button:
        if let answer = observed.answers.last?.string { expected.append("\"answer\": \(answer.json)") }
      case .category:
        if let category = observed.resolution["category"]?.string {
          expected.append("\"category\": \(category.json)")
        }
      case .escalation:
        expected.append("\"path\": [\(observed.path.map { $0.json }.joined(separator: ", "))]")
      }
      return expected
    }
  }

  private mutating func add(
    _ name: String, _ errors: [Node], _ observed: ObservedOutcome, _ expecting: ([String]) -> [String]
  ) {
    guard names.insert(name).inserted, let last = errors.last, let testCase = Self.testCase(errors) else {
      return
    }
    written.run(testCase, seed: 0) { _, _, _ in true }
    var expected: [String] = []
    if let evaluation = observed.resolution["evaluation"]?.string {
      expected.append("\"evaluation\": \(evaluation.json)")
    }
    expected.append("\"by\": \(observed.by.json)")
    let expect = "{\(expecting(expected).joined(separator: ", "))}"
    let error = JSONWriter.line(last)
    guard errors.count > 1 else {
      cases.append("{\"name\": \(name.json), \"error\": \(error), \"expect\": \(expect)}")
      return
    }
    let before = "{\"times\": \(errors.count - 1), \"error\": \(error)}"
    let steps = "[\(before), {\"error\": \(error), \"expect\": \(expect)}]"
    cases.append("{\"name\": \(name.json), \"steps\": \(steps)}")
  }

  // Values

  private static let nowhere = SourceRange(file: SourceFile(name: "", bytes: []), bytes: 0..<0)

  private static func text(_ text: String) -> Node {
    Node(.string(text), style: .plain, range: nowhere, text: text)
  }

  private static func integer(_ integer: Int64) -> Node {
    Node(.integer(integer), style: .plain, range: nowhere, text: "\(integer)")
  }

  private static func list(_ elements: [Node]) -> Node {
    Node(.sequence(elements), style: .flow, range: nowhere)
  }

  private static func node(_ json: String) -> Node? {
    var diagnostics = Diagnostics()
    return SourceReader().read(name: "witness.json", bytes: Array(json.utf8), into: &diagnostics).node
  }
}

extension Node {
  fileprivate func with(_ key: String, _ value: Node) -> Node { setting([key], to: value, at: range) }

  fileprivate func with(_ path: [String], _ value: Node) -> Node { setting(path[...], to: value, at: range) }
}

extension Condition {
  fileprivate func asks(_ breaker: String) -> Bool {
    contains { if case .open(let names, _) = $0 { names.contains(breaker) } else { false } }
  }

  fileprivate var assumingOpenBreakers: Condition {
    if case .open = self { return .always }
    return mapParts { $0.assumingOpenBreakers }
  }
}

extension RetryPolicy.RetryAfter {
  /// The longest delay that an error may ask for and get a retry; nil for any.
  fileprivate var most: TimeSpan? { use != .ignore && above == .exhausted ? max : nil }
}
