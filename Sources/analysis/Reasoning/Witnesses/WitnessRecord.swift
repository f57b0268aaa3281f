internal import Records

struct WitnessRecord {
  let dimensions: Dimensions
  let errorNodes: ErrorNodes
  let model: Search.Model
  /// The answers in the order of the alerts.
  var answers: [SampleValue] = []
  var recovers = false
  /// The results in the order of the actions whose failure has a verdict.
  var results: [PerformedResult] = []

  var json: String { object(0).json }

  private func value(_ dimension: Dimension) -> SampleValue {
    guard let number = dimensions.known(dimension) else { return .missing }
    return model.values[number] ?? .missing
  }

  private func excludes(_ dimension: Dimension, _ kind: ValueSet.Kinds) -> Bool {
    guard let number = dimensions.known(dimension), let known = model.known[number] else { return false }
    return known.single.kinds.isDisjoint(with: kind)
  }

  private func object(_ errorNode: Int) -> SampleValue {
    var members: [(key: String, value: SampleValue)] = []
    for member in Self.order {
      let value = self.member(member, errorNode)
      if !value.isMissing { members.append((member.name, value)) }
    }
    let attributes = dotted { if case .attribute(errorNode, let path) = $0 { path } else { nil } }
    let place = Dimension.member(errorNode: errorNode, .attributes)
    if !attributes.isEmpty {
      if excludes(place, .object) {
        members += attributes
      } else {
        members.append(("attributes", .object(attributes)))
      }
    } else if !value(place).isMissing {
      members.append(("attributes", .object([])))
    }
    return .object(members)
  }

  /// Identity first, then the details; a member that is not named comes last.
  static let order: [RecordMember] = {
    let fields: [Field] = [
      .event, .with, .type, .case, .payload, .is, .domain, .code, .status, .problem, .message, .reason,
      .suggestion, .options, .category, .severity, .fatal, .cancelled, .underlying, .origin, .operation,
      .attempt,
    ]
    let first = fields.map { RecordMember.field($0) } + [.elapsed]
    return first + RecordMember.allCases.filter { !first.contains($0) }
  }()

  private func dotted(_ path: (Dimension) -> ExactText?) -> [(key: String, value: SampleValue)] {
    model.values.keys.sorted().compactMap { number in
      guard let path = path(dimensions[number].dimension), let value = model.values[number], !value.isMissing
      else { return nil }
      return (path.text, value)
    }
  }

  private func member(_ member: RecordMember, _ errorNode: Int) -> SampleValue {
    switch member {
    case .field(let field): return self.member(field, errorNode)
    case .elapsed:
      guard errorNode == 0, case .number(.integer(let microseconds)) = value(.elapsed) else {
        return .missing
      }
      guard microseconds % 1_000_000 == 0 else { return .text(Self.duration(microseconds)) }
      return .number(.integer(microseconds / 1_000_000))
    // It makes an error of nothing.
    case .completed: return .missing
    }
  }

  private func member(_ field: Field, _ errorNode: Int) -> SampleValue {
    let own = value(.member(errorNode: errorNode, field))
    switch field {
    case .code, .id:
      guard case .text(let text) = own, let integer = TextPredicate.canonicalInteger(text),
        !excludes(.isInteger(errorNode: errorNode, field), .yes)
      else { return own }
      return .number(.integer(integer))
    case .retryAfter:
      guard case .number(.integer(let microseconds)) = own else { return .missing }
      return .text(Self.duration(microseconds))
    case .problem:
      guard !own.isMissing else { return .missing }
      return .object(dotted { if case .problem(errorNode, let path) = $0 { path } else { nil } })
    case .with:
      let values = dotted { if case .with(errorNode, let path) = $0 { path } else { nil } }
      return own.isMissing ? .missing : .object(values)
    case .is:
      let names = value(.ancestors(errorNode: errorNode))
      return names
    case .payload: return own.isMissing ? .missing : payload(errorNode)
    case .underlying: return causes(errorNode, own)
    case .options:
      if recovers, errorNode == 0 {
        return .array([.object([("title", .text("Try again")), ("recovers", .bool(true))])])
      }
      return own.isMissing ? .missing : .array([.text("OK")])
    case .answers:
      if errorNode == 0, !answers.isEmpty { return .array(answers) }
      return own.isMissing ? .missing : .array([])
    case .performed where errorNode == 0 && !results.isEmpty: return .array(results.map { .text($0.name) })
    case .performed: return own.isMissing ? .missing : .array([.text(PerformedResult.ok.name)])
    // They stand behind the members.
    case .attributes: return .missing
    case .time, .origin, .type, .case, .domain, .status, .message, .reason, .suggestion, .category, .severity,
      .fatal, .cancelled, .operation, .attempt, .event, .platform:
      return own
    }
  }

  private func payload(_ errorNode: Int) -> SampleValue {
    var values: [Int: SampleValue] = [:]
    for (number, value) in model.values where !value.isMissing {
      guard case .payload(errorNode, let index) = dimensions[number].dimension else { continue }
      if case .object = value {
        values[index] = errorNodes.known(.payload(of: errorNode, index)).map { object($0) } ?? .object([])
      } else {
        values[index] = value
      }
    }
    guard let last = values.keys.max() else { return .array([]) }
    return .array((0...last).map { values[$0] ?? .null })
  }

  private func causes(_ errorNode: Int, _ own: SampleValue) -> SampleValue {
    var count = 0
    if case .number(.integer(let number)) = value(.causes(errorNode: errorNode)) {
      count = Int(max(0, number))
    }
    guard count > 0 else { return own.isMissing ? .missing : .array([]) }
    return .array(
      (0..<count).map { index in
        errorNodes.known(.cause(of: errorNode, index)).map { object($0) } ?? .object([])
      }
    )
  }

  private static func duration(_ microseconds: Int64) -> String {
    if microseconds % 1_000_000 == 0 { return "\(microseconds / 1_000_000)s" }
    if microseconds % 1_000 == 0 { return "\(microseconds / 1_000)ms" }
    let fraction = String(microseconds % 1_000)
    return "\(microseconds / 1_000).\(String(repeating: "0", count: 3 - fraction.count))\(fraction)ms"
  }
}
