internal import Reasoning
package import RuleEngine

/// Writes cases for what no test of a rule set has come by: an error that each rule answers, and near misses that it does
/// not; each was run before it is written.
package struct SuiteGenerator: ~Copyable {
  /// What came of it.
  package struct Result: Sendable {
    /// The suite as JSON; nil where nothing was missing, or nothing could be found.
    package let json: String?
    package let cases: Int
    /// Of what no case could be found, each with the reason.
    package let reasons: [String]
  }

  private let items: [CoverageItem]
  private let chain: ResponderChain
  private let outline: ChainOutline
  private let reasoner: Reasoner
  private var runner: CaseRunner
  private var names: Set<String> = []
  private var cases: [String] = []
  /// Errors that stations answer, as far as they are known: what others are tried with.
  private var witnesses: [Node] = []
  /// How many near misses of a rule are written.
  private static let nearMisses = 12

  /// A generator for the things of `coverage` that were not come by.
  package init?(_ compilation: RuleSet.Compilation, _ coverage: CoverageReport, limits: Limits) {
    guard let chain = compilation.chain, let outline = compilation.outline else { return nil }
    items = coverage.items.filter { !$0.isCovered }
    self.chain = chain
    self.outline = outline
    reasoner = Reasoner(chain, outline)
    runner = CaseRunner(chain, limits: limits)
  }

  /// The suite about the rule file `rules`, as a suite beside it names it.
  package mutating func generate(for rules: String) -> Result {
    for index in outline.stations.indices where outline.stations[index].kind != .always {
      guard let witness = reasoner.reachability(ofStation: index).answer.witness,
        let node = Self.node(witness.json)
      else { continue }
      witnesses.append(node)
    }
    var reasons: [String] = []
    for item in items {
      guard count(item.subject) == 0 else { continue }
      if !cover(item) {
        reasons.append("\(item.name): \(item.reason ?? "no error was found that comes by it")")
      }
    }
    for item in items where item.kind == .rule { addNearMisses(of: item) }
    guard !cases.isEmpty else { return Result(json: nil, cases: 0, reasons: reasons) }
    let json =
      "{\"version\": 1, \"rules\": \(rules.json), \"cases\": [\(cases.joined(separator: ", "))]}"
    return Result(json: json, cases: cases.count, reasons: reasons)
  }

  // What covers

  private mutating func cover(_ item: CoverageItem) -> Bool {
    for errors in candidates(item) {
      let before = count(item.subject)
      guard let observed = run(errors), count(item.subject) > before else { continue }
      add(item, errors, observed)
      return true
    }
    return false
  }

  /// Errors, one after the other, that may come by something.
  private func candidates(_ item: CoverageItem) -> [[Node]] {
    switch item.subject {
    case .station(let stations): return stations.compactMap { witness(of: $0) }.map { [$0] }
    case .verdict(let stations, let isExhausted):
      let found = stations.compactMap { witness(of: $0) }
      guard isExhausted else { return found.map { [$0] } }
      return zip(stations, found).flatMap { exhausting($0, $1) }
    case .button(let stations, let index):
      return stations.flatMap { station -> [[Node]] in
        let witness = reasoner.reachability(ofButton: index, atStation: station).answer.witness
        guard let error = witness.flatMap({ Self.node($0.json) }) else { return [] }
        let buttons = outline.stations[station].actions.compactMap { $0.alert }.first { $0.decides }?.buttons
        guard let title = buttons?[index].title, !title.contains("{"), !title.isEmpty else {
          return [[error]]
        }
        // A person says what stands on the button, where it is the only one that is asked about.
        return [[error.with("answers", Self.list([Self.text(title)]))], [error]]
      }
    case .category(let index):
      let name = outline.categories[index].name
      let found = reasoner.reachability(ofCategory: index).answer.witness.flatMap { Self.node($0.json) }
      let named = Self.node("{\"message\": \"Something went wrong.\", \"category\": \(name.json)}")
      let bare = Self.node("{\"message\": \"Something went wrong.\"}")
      return [found, bare, named].compactMap { $0 }.map { [$0] }
    case .escalation(let index):
      let origin = chain.responders[index]
      let bare = Self.node("{\"message\": \"Something went wrong.\"}")
      let event = Self.node("{\"event\": \"unknown\"}")
      return ([bare].compactMap { $0 } + witnesses + [event].compactMap { $0 })
        .map { [$0.with("origin", Self.text(origin))] }
    }
  }

  /// Errors of a station after which no try is left: the last one by its own count, or so many in a row.
  private func exhausting(_ station: Int, _ witness: Node) -> [[Node]] {
    guard case .retry(let policy) = outline.stations[station].verdict else { return [] }
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
      case .field, .problem, .problemExtension, .with, .outcome: break
      }
    }
    let count = min(policy.maxAttempts, 100)
    return [[witness.with("attempt", Self.integer(Int64(policy.maxAttempts)))]]
      + [keyed, filled].map { Array(repeating: $0, count: count) }
  }

  private func witness(of station: Int) -> Node? {
    reasoner.reachability(ofStation: station).answer.witness.flatMap { Self.node($0.json) }
  }

  // What does not

  /// Errors that differ in one thing from one that a rule answers, and that it does not; and the last that it does.
  private mutating func addNearMisses(of item: CoverageItem) {
    guard case .station(let stations) = item.subject else { return }
    for station in stations {
      guard let base = witness(of: station), isAnswered([base], by: station) else { continue }
      var written = 0
      for member in base.members ?? [] where !["time", "id", "answers"].contains(member.key) {
        for (change, error) in changes(of: member, in: base, at: station) where written < Self.nearMisses {
          guard let observed = run([error]) else { continue }
          let isHit = observed.ran.contains(item.name) || observed.by == item.name
          add("\(item.name), \(isHit ? "just so" : "near miss"): \(change)", [error], observed) { expected in
            guard isHit else { return ["\"never\": {\"rules\": \(item.name.json)}"] + expected }
            return observed.by == item.name ? expected : expected + ["\"rules\": \(item.name.json)"]
          }
          written += 1
        }
      }
      return
    }
  }

  /// What may be changed of a member, in words, with the error that comes of it. Numbers are taken to the last that the
  /// rule answers and the first that it does not.
  private mutating func changes(of member: Node.Member, in base: Node, at station: Int) -> [(String, Node)] {
    let key = member.key
    var changes: [(String, Node)] = []
    let without = base.without(key)
    if !isAnswered([without], by: station) { changes.append(("without \(key)", without)) }
    switch member.value.content {
    case .integer(let number):
      for step in [Int64(1), -1] {
        guard let last = boundary(of: key, from: number, by: step, in: base, at: station) else { continue }
        if last != number { changes.append(("\(key) \(last)", base.with(key, Self.integer(last)))) }
        changes.append(("\(key) \(last + step)", base.with(key, Self.integer(last + step))))
      }
    case .string(let text):
      let other = base.with(key, Self.text(text + "X"))
      if !["origin", "severity", "platform", "retryAfter"].contains(key), !isAnswered([other], by: station) {
        changes.append(("another \(key)", other))
      }
    case .bool(let flag):
      let other = base.with(key, Self.flag(!flag))
      if !isAnswered([other], by: station) { changes.append(("\(key) \(!flag)", other)) }
    case .mapping(let members):
      for inner in members {
        let other = base.with(key, member.value.without(inner.key))
        if !isAnswered([other], by: station) { changes.append(("without \(key).\(inner.key)", other)) }
      }
    case .null, .decimal, .sequence: break
    }
    return changes
  }

  /// The last number on the way up (1) or down (-1) that the rule answers; nil where it answers all within reach.
  private mutating func boundary(
    of key: String,
    from number: Int64,
    by step: Int64,
    in base: Node,
    at station: Int
  ) -> Int64? {
    guard abs(number) < 1_000_000_000 else { return nil }
    var length: Int64 = 1
    while isAnswered([base.with(key, Self.integer(number + step * length))], by: station) {
      length *= 2
      if length > 1 << 20 { return nil }
    }
    // The first that it does not answer lies within the last doubling.
    var low: Int64 = 0
    var high = length
    while high - low > 1 {
      let middle = (low + high) / 2
      if isAnswered([base.with(key, Self.integer(number + step * middle))], by: station) {
        low = middle
      } else {
        high = middle
      }
    }
    return number + step * low
  }

  private mutating func isAnswered(_ errors: [Node], by station: Int) -> Bool {
    let name = chain.name(ofStation: station)
    guard let observed = run(errors) else { return false }
    return observed.ran.contains(name) || observed.by == name
  }

  // Running and writing

  /// What came of the last of some errors; nil where one is none.
  private mutating func run(_ errors: [Node]) -> Observation? {
    let steps = errors.map { error in
      TestStep(
        place: error.range,
        record: Array(JSONWriter.line(error).utf8),
        error: error,
        time: nil,
        times: 1,
        every: 0,
        expectation: nil
      )
    }
    guard let first = errors.first else { return nil }
    let testCase = TestCase(name: "", place: first.range, todo: nil, steps: steps)
    var last: (step: Int, observation: Observation)?
    runner.run(testCase, seed: 0) { step, _, observation in
      last = (step, observation)
      return true
    }
    return last?.step == errors.count - 1 ? last?.observation : nil
  }

  /// How often something was come by so far.
  private func count(_ subject: CoverageItem.Subject) -> Int {
    let counts = runner.coverage.counts
    switch subject {
    case .station(let stations):
      return stations.reduce(0) { sum, index in
        var decided = 0
        if case .retry(let policy) = outline.stations[index].verdict {
          if case .continue = policy.exhausted {} else { decided = counts.stations[index].exhausted }
        }
        return sum + counts.stations[index].matched + decided
      }
    case .verdict(let stations, let isExhausted):
      return stations.reduce(0) {
        $0 + (isExhausted ? counts.stations[$1].exhausted : counts.stations[$1].said)
      }
    case .button(let stations, let index):
      return stations.reduce(0) { $0 + (counts.buttons[.init(station: $1, index: index)] ?? 0) }
    case .category(let index): return counts.categories[index]
    case .escalation(let index): return counts.escalations[index]
    }
  }

  private mutating func add(_ item: CoverageItem, _ errors: [Node], _ observed: Observation) {
    add(item.name, errors, observed) { expected in
      var expected = expected
      switch item.subject {
      case .station:
        if observed.by != item.name, observed.ran.contains(item.name) {
          expected.append("\"rules\": \(item.name.json)")
        }
      case .verdict: break
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
    _ name: String,
    _ errors: [Node],
    _ observed: Observation,
    _ expecting: ([String]) -> [String]
  ) {
    guard names.insert(name).inserted, let last = errors.last else { return }
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
    let before = "{\"error\": \(error), \"times\": \(errors.count - 1)}"
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

  private static func flag(_ flag: Bool) -> Node {
    Node(.bool(flag), style: .plain, range: nowhere, text: "\(flag)")
  }

  private static func node(_ json: String) -> Node? {
    var diagnostics = Diagnostics()
    return SourceReader().read(name: "witness.json", bytes: Array(json.utf8), into: &diagnostics).node
  }
}

extension Node {
  /// The mapping with a member set.
  fileprivate func with(_ key: String, _ value: Node) -> Node { setting([key], to: value, at: range) }

  /// The mapping without a member.
  fileprivate func without(_ key: String) -> Node {
    Node(.mapping((members ?? []).filter { $0.key != key }), style: style, range: range)
  }
}
