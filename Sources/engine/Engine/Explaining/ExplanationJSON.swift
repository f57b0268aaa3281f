internal import Bytes
internal import Records
internal import RuleLanguage

extension Explanation {
  /// The steps as the resolution's `steps` member: a JSON array.
  public var json: String { JSONList.text(of: steps.compactMap { $0.json }) }

  /// The resolution with its steps: one line of JSON without a line feed.
  public var explainedResolution: String { "\(resolution.dropLast()),\"steps\":\(json)}" }
}

enum JSONList {
  static func text(of elements: [String]) -> String { "[\(elements.joined(separator: ","))]" }
}

extension Explanation.Step {
  /// The step as JSON; nil for an arrival, which the resolution's `path` contains.
  var json: String? {
    let who: String
    switch kind {
    case .arrival: return nil
    case .ignored: who = "\"ignore\":\"cancellation\""
    case .unwrap(let entry, let path): who = "\"unwrap\":\(path.json),\"entry\":\(entry + 1)"
    case .category(let name): who = "\"category\":\(name.json)"
    case .breaker(let name): who = "\"breaker\":\(name.json)"
    case .rule(let responder, let rule): who = "\"responder\":\(responder.json),\"rule\":\(rule.json)"
    case .otherwise(let responder): who = "\"responder\":\(responder.json),\"otherwise\":true"
    case .always(let responder): who = "\"responder\":\(responder.json),\"always\":true"
    case .contract(let responder): who = "\"responder\":\(responder.json),\"contract\":true"
    }
    var members = [who]
    func add(_ key: String, _ elements: [String]) {
      if !elements.isEmpty { members.append("\(key.json):\(JSONList.text(of: elements))") }
    }
    add("compared", comparisons.map { $0.json })
    if tests.contains(where: { $0.isGroup }) {
      var next = 0
      add("structure", tests.map { $0.structure(&next) })
    }
    add("state", readings.map { $0.json })
    add("replaced", changes.map { $0.json })
    add("actions", actions.map { $0.json })
    add("climbs", nestedEvaluations.map { $0.json })
    if !result.isEmpty { members.append("\"result\":\(result.json)") }
    if let inside { members.append("\"inside\":\(inside.json)") }
    if isExhaustedAfterFailure { members.append("\"exhausted\":true") }
    if let verdict { members.append("\"then\":\(verdict.json)") }
    if let overruledBy { members.append("\"overruledBy\":\(overruledBy.json)") }
    return "{\(members.joined(separator: ","))}"
  }
}

extension Explanation.ComparedValue {
  var json: String {
    let named = self.operator.map { "\"operator\":\($0.json)," } ?? ""
    let found = found.map { "\"found\":\($0)," } ?? ""
    let assumed = (isAssumed ? ",\"assumed\":true" : "") + (isStub ? ",\"stub\":true" : "")
    return
      "{\"field\":\(subject.json),\(named)\"expected\":\(expected.json),\(found)\"holds\":\(holds)\(assumed)}"
  }
}

extension Explanation.Test {
  fileprivate var isGroup: Bool {
    switch self {
    case .comparison: false
    case .group: true
    }
  }

  /// The comparison's index in `compared`, or the group with its parts.
  fileprivate func structure(_ next: inout Int) -> String {
    switch self {
    case .comparison:
      next += 1
      return "\(next - 1)"
    case .group(let group):
      let below = JSONList.text(of: group.tests.map { $0.structure(&next) })
      let place = group.kind.place.map { ",\"at\":\($0)" } ?? ""
      return "{\(group.kind.key.json):\(below)\(place),\"holds\":\(group.holds)}"
    }
  }
}

extension StepGroup {
  fileprivate var key: String {
    switch self {
    case .all: "all"
    case .any: "any"
    case .not: "not"
    case .causes: "underlying"
    case .cause: "cause"
    case .rootCause: "rootCause"
    case .payload, .payloads: "payload"
    case .elements: "elements"
    case .element: "element"
    }
  }

  /// The index of the part: from 1 for a cause or an element, from 0 for the payload.
  fileprivate var place: Int? {
    switch self {
    case .cause(let position), .element(let position): position
    case .payload(let index): index
    case .all, .any, .not, .causes, .rootCause, .payloads, .elements: nil
    }
  }
}

extension Explanation.Reading {
  fileprivate var json: String {
    var members: [String]
    switch state {
    case .tries(let attempt, let limit, let isCounted):
      members = ["\"read\":\"tries\""] + (attempt.map { ["\"attempt\":\($0)"] } ?? [])
      members += ["\"maxAttempts\":\(limit)", "\"counted\":\(isCounted)"]
    case .deadline(let elapsed, let delay, let limit):
      members = ["\"read\":\"deadline\""]
      members += elapsed.map { ["\"elapsed\":\(Self.seconds($0))"] } ?? []
      members += ["\"delay\":\(Self.decimal(delay, of: 1_000))", "\"deadline\":\(Self.seconds(limit))"]
    case .asked(let span, let use, let max, let above):
      members = [
        "\"read\":\"retryAfter\"", "\"asked\":\(Self.seconds(span))", "\"use\":\(use.rawValue.json)",
      ]
      if max < .max {
        members += ["\"max\":\(Self.seconds(max))"] + (span > max ? ["\"above\":\(above.rawValue.json)"] : [])
      }
    case .shared(_, let left, let full, let cost):
      members = ["\"read\":\"quota\"", "\"of\":\((breaker ?? "").json)", "\"left\":\(Self.tokens(left))"]
      members += ["\"tokens\":\(Self.tokens(full))", "\"cost\":\(Self.tokens(cost))"]
    case .quota(let retries, let most):
      members = ["\"read\":\"quota\"", "\"count\":\(retries)", "\"retries\":\(most)"]
    case .quotaOfTries(let tries, let most):
      members = ["\"read\":\"quota\"", "\"count\":\(tries)", "\"tries\":\(most)"]
    case .tokens(let left, let full):
      members = ["\"read\":\"tokens\"", "\"left\":\(Self.tokens(left))", "\"tokens\":\(Self.tokens(full))"]
    case .rate(let count, let least):
      members = ["\"read\":\"rate\"", "\"count\":\(count)", "\"atLeast\":\(least)"]
    case .throttle(let isSkipped):
      members = ["\"read\":\"throttle\"", "\"throttled\":\(isSkipped)"]
    case .breaker(_, let count, let least, let since):
      members = ["\"read\":\"breaker\"", "\"breaker\":\((breaker ?? "").json)", "\"count\":\(count)"]
      members += ["\"atLeast\":\(least)", "\"open\":\(since != nil)"]
      if let since { members.append("\"since\":\(Timestamp(microseconds: since).text.json)") }
    case .alertQueue(let isOpen):
      members = ["\"read\":\"alertQueue\"", "\"open\":\(isOpen)"]
    }
    if !key.isEmpty {
      let parts = key.map { "\($0.name.json):\($0.value ?? "null")" }
      members.append("\"key\":{\(parts.joined(separator: ","))}")
    }
    if !within.isEmpty { members.append("\"within\":\(within.json)") }
    if let action { members.append("\"action\":\(action)") }
    return "{\(members.joined(separator: ","))}"
  }

  /// Microseconds as seconds.
  private static func seconds(_ microseconds: Int64) -> String { decimal(microseconds, of: 1_000_000) }

  /// Thousandths of a token as tokens.
  private static func tokens(_ thousandths: Int32) -> String { decimal(Int64(thousandths), of: 1_000) }

  private static func decimal(_ number: Int64, of parts: Int64) -> String {
    number % parts == 0 ? "\(number / parts)" : "\(Double(number) / Double(parts))"
  }
}

extension Explanation.Change {
  fileprivate var json: String {
    let before = before.map { ",\"before\":\($0)" } ?? ""
    let after = after.map { ",\"after\":\($0)" } ?? ""
    return "{\"field\":\(field.json)\(before)\(after)}"
  }
}

extension Explanation.Nested {
  private var came: String {
    guard let ending else { return "" }
    let evaluation = ending.isEvent ? "" : ",\"evaluation\":\(ending.evaluation.name.json)"
    return "\(evaluation),\"handled\":\(ending.isHandled)"
  }

  fileprivate var json: String {
    let path = steps.compactMap { step -> String? in
      if case .arrival(let responder) = step.kind { responder.json } else { nil }
    }
    let what =
      switch kind {
      case .event(let name, let from): "\"event\":\(name.json),\"responder\":\(from.json)"
      case .raised(let error): "\"raised\":\(error.json)"
      }
    let list = JSONList.text(of: steps.compactMap { $0.json })
    return "{\(what),\"path\":\(JSONList.text(of: path))\(came),\"steps\":\(list)}"
  }
}
