internal import Bytes
internal import Source
internal import Suites

struct WitnessCase {
  private let steps: [TestStep]
  private let own: ObservedOutcome
  private let other: ObservedOutcome
  private let base: MutantRunner
  private let mutant: MutantRunner

  init(
    _ steps: [TestStep], _ own: ObservedOutcome, _ other: ObservedOutcome, _ base: MutantRunner,
    _ mutant: MutantRunner
  ) {
    self.steps = steps
    self.own = own
    self.other = other
    self.base = base
    self.mutant = mutant
  }

  // Summaries of both results

  /// A summary of the result by the rules and by the mutant, with the differing members.
  var outcomes: (before: String, after: String) {
    let keys = differing
    return (outcome(own, keys), outcome(other, keys))
  }

  private var differing: [String] {
    let keys = ["category", "path", "handled", "retry", "actions", "events", "raised", "error"]
    return keys.filter { key in
      own.resolution[key].map { JSONWriter.line($0) } != other.resolution[key].map { JSONWriter.line($0) }
    }
  }

  private func outcome(_ observation: ObservedOutcome, _ keys: [String]) -> String {
    let evaluation = observation.resolution["evaluation"]?.string
    let head = [evaluation, "by \(observation.by)"].compactMap { $0 }.joined(separator: " ")
    let rest = keys.map { key -> String in
      guard let value = observation.resolution[key] else { return "no \(key)" }
      let text = FlowText.text(of: key == "actions" ? Self.plain(value) : value)
      return "\(key) \(text.count > 160 ? text.prefix(160) + "…" : text)"
    }
    return ([head] + rest).joined(separator: ", ")
  }

  // The expectation

  /// The case in YAML, to paste below `cases`. Nil if no expectation tells the two apart.
  func text(named name: String) -> String? {
    for expectation in expectations where distinguishes(expectation) {
      return "  - name: \(name.json)\n\(body)    \(expects(expectation))\n"
    }
    return nil
  }

  private func expects(_ expectation: Node) -> String {
    let text = FlowText.text(of: expectation)
    return isOne
      ? "expect: \(text)" : "  - { \(times(of: steps[steps.count - 1], isLast: true)), expect: \(text) }"
  }

  private var isOne: Bool { steps.count == 1 && steps[0].times == 1 }

  private var body: String {
    guard !isOne else { return "    error: \(FlowText.text(of: steps[0].error))\n" }
    var lines = ["    steps:"]
    for (index, step) in steps.enumerated() {
      let isLast = index == steps.count - 1
      let before = isLast ? step.times - 1 : step.times
      guard before > 0 else { continue }
      let repeated = before > 1 ? ", times: \(before)" : ""
      let apart = before > 1 && step.every > 0 ? ", every: \(Self.duration(step.every))" : ""
      lines.append("      - { error: \(FlowText.text(of: step.error))\(at(step, index))\(repeated)\(apart) }")
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private func times(of step: TestStep, isLast: Bool) -> String {
    let after =
      step.times > 1 && step.every > 0
      ? ", after: \(Self.duration(step.every))" : step.times == 1 ? at(step, steps.count - 1) : ""
    return "error: \(FlowText.text(of: step.error))\(after)"
  }

  private func at(_ step: TestStep, _ index: Int) -> String {
    guard let time = step.time, index > 0, let start = steps[0].time else { return "" }
    return ", at: \(Self.duration(time - start))"
  }

  private static func duration(_ microseconds: Int64) -> String {
    microseconds % 1_000_000 == 0 ? "\(microseconds / 1_000_000)s" : "\(microseconds / 1_000)ms"
  }

  /// Candidate expectations, the shortest first.
  private var expectations: [Node] {
    var told: [(key: String, value: Node)] = []
    if let evaluation = own.resolution["evaluation"], evaluation.text != other.resolution["evaluation"]?.text
    {
      told.append(("evaluation", evaluation))
    }
    told.append(("by", .made(own.by)))
    var found = [told]
    let keys = differing
    for key in ["category", "path", "handled"] where keys.contains(key) {
      if let value = own.resolution[key] { found.append(told + [(key, value)]) }
    }
    if keys.contains("retry"), let retry = own.resolution["retry"] {
      let parts = (retry.members ?? []).filter { member in
        JSONWriter.line(member.value) != other.resolution["retry"]?[member.key].map { JSONWriter.line($0) }
      }
      found.append(told + [("retry", .made(parts.map { (key: $0.key, value: Self.expected($0)) }))])
    }
    for key in ["actions", "events"] where keys.contains(key) {
      let plain = own.resolution[key].map { key == "actions" ? Self.plain($0) : $0 } ?? .made([Node]())
      if plain.elements?.isEmpty == false { found.append(told + [(key, plain)]) }
      found.append(told + [("only", .made([(key: key, value: plain)]))])
    }
    if let raised = own.resolution["raised"], let met = other.resolution["raised"] {
      found += (raised.members ?? []).filter {
        ["evaluation", "category", "actions", "error"].contains($0.key)
      }
      .filter { JSONWriter.line($0.value) != met[$0.key].map { JSONWriter.line($0) } }
      .map { member in
        let value = member.key == "actions" ? Self.plain(member.value) : member.value
        return told + [("raised", .made([(key: member.key, value: value)]))]
      }
    }
    if keys.contains("error") {
      if let error = own.resolution["error"] {
        found.append(told + [("error", error)])
      } else if let changed = other.resolution["error"], let raised = steps.last?.error {
        // The error was not replaced here, but the mutant replaces it: expect the error as raised.
        let members = (changed.members ?? []).compactMap { member in
          raised[member.key].flatMap {
            JSONWriter.line($0) == JSONWriter.line(member.value) ? nil : (key: member.key, value: $0)
          }
        }
        if !members.isEmpty { found.append(told + [("error", .made(members))]) }
      }
    }
    return found.map { .made($0) }
  }

  /// A member of `retry` as a case writes it. Resolutions have seconds, rounded to milliseconds.
  private static func expected(_ member: Node.Member) -> Node {
    guard member.key == "delay", let seconds = Double(member.value.text) else { return member.value }
    return .made(duration(Int64((seconds * 1_000).rounded()) * 1_000))
  }

  private static func plain(_ actions: Node) -> Node {
    .made(
      (actions.elements ?? []).map { action in
        ["responder", "rule", "otherwise", "always", "assumed"].reduce(action) { $0.without($1) }
      }
    )
  }

  private func distinguishes(_ expectation: Node) -> Bool {
    var file = SuiteFile(name: "witness.test.json", bytes: Array(suite(expectation).utf8))
    guard let suite = file.suite(against: base.compilation, records: FoundRecords()),
      let testCase = suite.cases.first
    else { return false }
    let test = MutatedTest(testCase, of: suite, variant: 0, stubs: [:])
    return !base.run(test).isBroken && mutant.run(test).isBroken
  }

  private func suite(_ expectation: Node) -> String {
    let expect = JSONWriter.line(expectation)
    let head = "{\"version\": 1, \"cases\": [{\"name\": \"it\", "
    guard !isOne else {
      return "\(head)\"error\": \(JSONWriter.line(steps[0].error)), \"expect\": \(expect)}]}"
    }
    var written: [String] = []
    for (index, step) in steps.enumerated() {
      let isLast = index == steps.count - 1
      let before = isLast ? step.times - 1 : step.times
      let error = "\"error\": \(JSONWriter.line(step.error))"
      let place = at(step, index).isEmpty ? "" : ", \"at\": \(String(at(step, index).dropFirst(6)).json)"
      if before > 0 {
        let apart = before > 1 && step.every > 0 ? ", \"every\": \(Self.duration(step.every).json)" : ""
        written.append("{\(error)\(place), \"times\": \(before)\(apart)}")
      }
      if isLast {
        let after =
          before > 0 ? (step.every > 0 ? ", \"after\": \(Self.duration(step.every).json)" : "") : place
        written.append("{\(error)\(after), \"expect\": \(expect)}")
      }
    }
    return "\(head)\"steps\": [\(written.joined(separator: ", "))]}]}"
  }
}
