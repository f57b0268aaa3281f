/// What an evaluation did, step by step: who was asked, what was compared, what came of it.
public struct Explanation: Sendable {
  /// One question and its answer.
  public struct Step: Sendable {
    /// Who was asked.
    public enum Asked: Sendable, Equatable {
      /// Whether the error is ignored as a cancellation.
      case ignored
      /// A category, by name.
      case category(String)
      /// A rule, by its responder's id and its own.
      case rule(responder: String, rule: String)
      /// A responder's `otherwise`.
      case otherwise(responder: String)
    }

    /// Who was asked.
    public let asked: Asked
    /// The comparisons, in the order they were made; those that no longer mattered were not made.
    public internal(set) var comparisons: [Comparison] = []
    /// What came of it, in a word: `matched`, `not matched`, `disabled`, `exhausted`, `unanswered`, `continue`,
    /// `escalate` or an evaluation.
    public internal(set) var result = ""
  }

  /// A value of the error beside what the rule file asks for.
  public struct Comparison: Sendable {
    /// What was compared, such as `status` or `attributes.http.route`.
    public let subject: String
    /// What the rule file says, as written.
    public let expected: String
    /// The error's value as JSON, or nil where it is missing.
    public let found: String?
    /// Whether the comparison holds.
    public let holds: Bool
    /// Whether no plugin answers what is asked, so that the answer is assumed.
    public let isAssumed: Bool
    /// Whether what is assumed is a stub's answer.
    public let isStub: Bool
  }

  /// The steps in order.
  public let steps: [Step]
}

/// Hears an evaluation and writes down its steps.
struct StepRecorder: StepSink, ~Copyable {
  private let chain: ResponderChain
  private(set) var steps: [Explanation.Step] = []

  init(_ chain: ResponderChain) {
    self.chain = chain
  }

  mutating func arrives(at responder: Int32) {}

  mutating func reads(_ reading: StateReading) {}

  mutating func runs(_ action: Outcome.RanAction) {}

  mutating func replaces(_ old: Int32, by new: Int32, in record: borrowing ErrorRecord) {}

  mutating func emits(_ event: Int32, at responder: Int32, in record: borrowing ErrorRecord) {}

  mutating func raises(_ error: Int32, in record: borrowing ErrorRecord) {}

  mutating func settles() {}

  mutating func asksIgnored() {
    steps.append(Explanation.Step(asked: .ignored))
  }

  mutating func asks(category: Int32) {
    steps.append(Explanation.Step(asked: .category(chain.categories[Int(category)])))
  }

  mutating func asks(station: Int32) {
    let station = chain.stations[Int(station)]
    guard station.kind != .always else { return }
    let responder = chain.responders[station.responder]
    steps.append(
      Explanation.Step(
        asked: station.kind == .rule || station.kind == .eventRule
          ? .rule(responder: responder, rule: station.name) : .otherwise(responder: responder)
      )
    )
  }

  mutating func compares(_ step: Instruction, with value: Value, holds: Bool) {
    guard !steps.isEmpty else { return }
    let source = chain.sources[Int(step.source)]
    var found: String?
    if !value.isMissing {
      found = value.kind == .string ? String(value.text).json : Self.compact(value)
    }
    steps[steps.count - 1].comparisons.append(
      Explanation.Comparison(
        subject: source.subject,
        expected: source.expected,
        found: found,
        holds: holds,
        isAssumed: source.assumed != nil,
        isStub: source.assumed == .stub
      )
    )
  }

  /// A value as JSON on one line; what was recorded may stand on several.
  private static func compact(_ value: Value) -> String {
    guard value.kind == .array || value.kind == .object else { return String(value.text) }
    var tape = JSONTape()
    var text = Buffer<UInt8>()
    // It was part of a record that could be read, so it can be read.
    _ = tape.scan(value.text, depthLimit: .max, valueLimit: .max, repairs: true)
    tape.appendJSON(at: 0, to: &text)
    return String(text.slice)
  }

  mutating func concludes(_ conclusion: Conclusion) {
    // Why a budget or an alert decided says more than the verdict that follows from it.
    guard let last = steps.last, last.result.isEmpty else { return }
    steps[steps.count - 1].result =
      switch conclusion {
      case .matched: "matched"
      case .notMatched: "not matched"
      case .disabled: "disabled"
      case .exhausted: "exhausted"
      case .unanswered: "unanswered"
      case .evaluated(let evaluation): evaluation.name
      case .continued: "continue"
      case .escalated: "escalate"
      case .nothingInside: "nothing inside"
      case .transformed: "transform"
      case .unwrapped: "unwrap"
      case .emitted: "emit"
      case .handled: "handled"
      case .raised: "raise"
      }
  }
}

extension Climb {
  /// Climbs with the record that was read last and tells every step; the outcome is that of ``run(_:)``.
  package mutating func explain(_ memory: inout ChainMemory) -> Explanation {
    var recorder = StepRecorder(chain)
    _ = climb(&memory, &recorder)
    return Explanation(steps: recorder.steps)
  }
}

extension Explanation {
  /// The steps as the resolution's `steps` member has them: a JSON array.
  public var json: String {
    "[\(steps.map { $0.json }.joined(separator: ","))]"
  }
}

extension Explanation.Step {
  fileprivate var json: String {
    let who =
      switch asked {
      case .ignored: "\"ignore\":\"cancellation\""
      case .category(let name): "\"category\":\(name.json)"
      case .rule(let responder, let rule): "\"responder\":\(responder.json),\"rule\":\(rule.json)"
      case .otherwise(let responder): "\"responder\":\(responder.json),\"otherwise\":true"
      }
    let compared = comparisons.map { comparison in
      let found = comparison.found.map { ",\"found\":\($0)" } ?? ""
      return "{\"field\":\(comparison.subject.json),\"expected\":\(comparison.expected.json)\(found)"
        + ",\"holds\":\(comparison.holds)\(comparison.isAssumed ? ",\"assumed\":true" : "")"
        + "\(comparison.isStub ? ",\"stub\":true" : "")}"
    }
    let list = compared.isEmpty ? "" : ",\"compared\":[\(compared.joined(separator: ","))]"
    return "{\(who)\(list),\"result\":\(result.json)}"
  }
}
