/// Hears an evaluation and writes down its steps.
struct StepRecorder: StepSink, ~Copyable {
  private let chain: ResponderChain
  /// The climbs that are under way, the record's own first; those within it end before it does.
  private var climbs: [Explanation.Nested]
  /// The error of each of them, as it is now.
  private var frames = [ErrorRecord.recorded]
  /// The comparisons that belong together and are not all made yet, the outermost first.
  private var groups: [Explanation.Group] = []

  init(_ chain: ResponderChain) {
    self.chain = chain
    climbs = [Explanation.Nested(kind: .raised(error: ""))]
  }

  /// The steps, once nothing more is heard.
  consuming func finish() -> [Explanation.Step] {
    while climbs.count > 1 { settles() }
    return climbs[0].steps
  }

  // Who is asked

  mutating func arrives(at responder: Int32) {
    begin(.arrival(responder: chain.responders[Int(responder)]))
  }

  mutating func asks(category: Int32) {
    begin(.category(chain.categories[Int(category)]))
  }

  mutating func takes(category: Int32, from source: CategorySource) {
    begin(.category(chain.categories[Int(category)]))
    update { step in
      step.result =
        switch source {
        case .record: "own"
        case .defaults: "default"
        }
    }
  }

  mutating func asksIgnored() {
    begin(.ignored)
  }

  mutating func asks(station index: Int32) {
    let station = chain.stations[Int(index)]
    let responder = chain.responders[station.responder]
    let asked: Explanation.Step.Asked =
      switch station.kind {
      case .rule: .rule(responder: responder, rule: station.name)
      case .otherwise: .otherwise(responder: responder)
      case .always: .always(responder: responder)
      }
    begin(asked, station: Int(index))
  }

  private mutating func begin(_ asked: Explanation.Step.Asked, station: Int? = nil) {
    groups.removeAll()
    climbs[climbs.count - 1].steps.append(Explanation.Step(asked: asked, station: station))
  }

  private mutating func update(_ change: (inout Explanation.Step) -> Void) {
    let climb = climbs.count - 1
    guard let last = climbs[climb].steps.indices.last else { return }
    change(&climbs[climb].steps[last])
  }

  // What is compared

  mutating func opens(_ group: StepGroup) {
    groups.append(Explanation.Group(kind: group))
  }

  mutating func closes(holds: Bool) {
    guard var group = groups.popLast() else { return }
    group.holds = holds
    // All parts of a part of which all must hold anyway.
    if group.kind == .all, groups.last?.kind.isConjunction ?? true {
      for test in group.tests { add(test) }
    } else {
      add(.group(group))
    }
  }

  mutating func compares(_ step: Instruction, with value: Value, holds: Bool) {
    let source = chain.sources[Int(step.source)]
    let isAboutType = step.operation == .typeName || step.operation == .typeGlob
    add(
      .comparison(
        Explanation.Comparison(
          subject: source.subject,
          operator: source.operator,
          expected: source.expected,
          found: value.json,
          holds: holds,
          isAboutType: isAboutType && !step.exactly
        )
      )
    )
  }

  private mutating func add(_ test: Explanation.Test) {
    if groups.isEmpty {
      update { $0.tests.append(test) }
    } else {
      groups[groups.count - 1].tests.append(test)
    }
  }

  // What is read, done and changed

  mutating func reads(_ reading: StateReading) {
    let frame = frames[frames.count - 1]
    update { $0.readings.append(Explanation.Reading(state: reading, frame: frame)) }
  }

  mutating func runs(_ action: Outcome.RanAction) {
    update { $0.actions.append(Explanation.Action(ran: action)) }
  }

  mutating func replaces(_ old: Int32, by new: Int32, in record: borrowing ErrorRecord) {
    frames[frames.count - 1] = new
    let changes = Explanation.Change.between(old, new, in: record)
    update { $0.changes += changes }
  }

  // What begins within

  mutating func emits(_ event: Int32, at responder: Int32, in record: borrowing ErrorRecord) {
    let name = String(record.value(.event, of: event).text)
    open(.event(name: name, from: chain.responders[Int(responder)]), event)
  }

  mutating func raises(_ error: Int32, in record: borrowing ErrorRecord) {
    open(.raised(error: record.identityName(of: error)), error)
  }

  private mutating func open(_ kind: Explanation.Nested.Kind, _ frame: Int32) {
    climbs.append(Explanation.Nested(kind: kind))
    frames.append(frame)
  }

  mutating func settles() {
    guard climbs.count > 1, let nested = climbs.popLast() else { return }
    frames.removeLast()
    groups.removeAll()
    update { $0.climbs.append(nested) }
  }

  // What comes of it

  mutating func concludes(_ conclusion: Conclusion) {
    let climb = climbs.count - 1
    // A rule is heard again once the category of the error it replaced, or an `always`, has had its say.
    guard let index = climbs[climb].steps.lastIndex(where: { $0.isConcluded(by: conclusion) }) else { return }
    if climbs[climb].steps[index].result.isEmpty {
      climbs[climb].steps[index].result = conclusion.word
    } else if climbs[climb].steps[index].verdict == nil, conclusion != .continued {
      // Why a budget or an alert decided says more than the verdict that follows from it.
      climbs[climb].steps[index].verdict = conclusion.word
    }
  }
}

extension Explanation.Step {
  /// Whether a conclusion can be about this step.
  fileprivate func isConcluded(by conclusion: Conclusion) -> Bool {
    switch asked {
    case .rule, .otherwise: true
    case .category, .ignored: conclusion == .matched || conclusion == .notMatched
    case .arrival, .always: false
    }
  }
}

extension StepGroup {
  /// Whether everything below has to hold.
  fileprivate var isConjunction: Bool {
    switch self {
    case .all, .cause, .rootCause, .payload, .element: true
    case .any, .not, .causes, .elements: false
    }
  }
}

extension Conclusion {
  /// The conclusion as a step's result says it.
  fileprivate var word: String {
    switch self {
    case .matched: "matched"
    case .notMatched: "not matched"
    case .disabled: "disabled"
    case .exhausted: "exhausted"
    case .nothingInside: "nothing inside"
    case .unanswered: "unanswered"
    case .evaluated(let evaluation): evaluation.name
    case .continued: "continue"
    case .escalated: "escalate"
    case .transformed: "transform"
    case .unwrapped: "unwrap"
    case .emitted: "emit"
    case .handled: "handled"
    case .raised: "raise"
    }
  }
}

extension Explanation.Change {
  /// The fields that differ between two errors of a record.
  static func between(_ old: Int32, _ new: Int32, in record: borrowing ErrorRecord) -> [Self] {
    var changes: [Self] = []
    for field in Field.allCases {
      let before = field == .underlying ? causes(of: old, record) : record.value(field, of: old).json
      let after = field == .underlying ? causes(of: new, record) : record.value(field, of: new).json
      if before != after { changes.append(Self(field: field.name, before: before, after: after)) }
    }
    return changes
  }

  /// What the causes are, by their names, as a JSON array.
  private static func causes(of frame: Int32, _ record: borrowing ErrorRecord) -> String? {
    var names: [String] = []
    for cause in record.causes(of: frame) { names.append(record.identityName(of: cause).json) }
    return names.isEmpty ? nil : "[\(names.joined(separator: ","))]"
  }
}

extension Value {
  /// The value as JSON on one line, or nil where it is missing; what was recorded may stand on several.
  var json: String? {
    switch kind {
    case .missing: return nil
    case .string: return String(text).json
    case .null, .bool, .integer, .decimal: return String(text)
    case .array, .object:
      var tape = JSONTape()
      var json = Buffer<UInt8>()
      // It was part of a record that could be read, so it can be read.
      _ = tape.scan(text, depthLimit: .max, valueLimit: .max, repairs: true)
      tape.appendJSON(at: 0, to: &json)
      return String(json.slice)
    }
  }
}
