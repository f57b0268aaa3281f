internal import Bytes
internal import Engine
public import SwiftErrors

/// A resolution without the parts specific to one error; shared by errors of one shape.
final class SharedOutcome: Sendable {
  let outcome: LiveOutcome
  let by: Resolution.Decider?
  let retry: Resolution.Retry?
  let actions: [JSONValue]
  /// The actions in order, as in ``actions``.
  let steps: [LiveAction]
  let report: String?
  /// JSON after the id, time and origin; nil if a part of it is filled in for each error.
  let tail: String?
  /// Nil if it is one error's alone.
  let saved: SavedOutcome?
  /// The granted try of one error's own outcome.
  let granted: Outcome.Retry?

  init(
    _ outcome: LiveOutcome, _ steps: [LiveAction], granted: Outcome.Retry? = nil, tail: String?,
    saved: SavedOutcome? = nil, of chain: ResponderChain
  ) {
    self.outcome = outcome
    self.steps = steps
    self.tail = tail
    self.saved = saved
    self.granted = granted
    actions = steps.map { JSONValue(parsing: $0.json) }
    by = Self.decider(outcome, chain)
    retry = outcome.retry.map {
      Resolution.Retry(
        attempt: $0.attempt, maxAttempts: $0.maxAttempts, delay: .milliseconds($0.milliseconds))
    }
    report = outcome.root.map { chain.unhandledReports[$0] }
  }

  /// Whether the answer to an alert decides.
  var asks: Bool { steps.contains { $0.decides } }

  private static func decider(_ outcome: LiveOutcome, _ chain: ResponderChain) -> Resolution.Decider? {
    if outcome.isIgnored { return .ignored }
    if let responder = outcome.connected { return .connected(responder: responder) }
    guard let clause = outcome.clause.map({ chain.clauses[$0] }) else { return nil }
    let responder = chain.responders[clause.responder]
    return switch clause.kind {
    case .otherwise: .otherwise(responder: responder)
    case .rule, .always, .eventRule: .rule(responder: responder, rule: clause.name)
    }
  }

  /// The outcome of an error that is nested too deep: no evaluation.
  static let tooDeep = SharedOutcome()
  /// The outcome at a responder that the rule file does not have.
  static let absent = SharedOutcome()

  private init() {
    outcome = .notEvaluated
    by = nil
    retry = nil
    actions = []
    steps = []
    report = nil
    tail = ",\"evaluation\":\"cancel\",\"handled\":false}"
    saved = nil
    granted = nil
  }
}

extension JSONValue {
  /// Null if the text is invalid.
  init(parsing text: String) {
    var text = text
    self = text.withUTF8 { bytes in
      var tape = JSONTape()
      let slice = ByteSlice(UnsafeRawBufferPointer(bytes))
      guard tape.scan(slice, depthLimit: 512, valueLimit: .max, repairs: true) == nil else { return .null }
      var index = 0
      return JSONValue(tape, &index)
    }
  }

  private init(_ tape: borrowing JSONTape, _ index: inout Int) {
    let entry = tape[index]
    index += 1
    switch entry.kind {
    case .null: self = .null
    case .false: self = .bool(false)
    case .true: self = .bool(true)
    case .integer: self = .integer(entry.integer)
    case .decimal: self = .decimal(entry.decimal)
    case .string: self = .string(String(tape.text(of: entry)))
    case .array:
      var elements: [JSONValue] = []
      while index < Int(entry.end) { elements.append(JSONValue(tape, &index)) }
      self = .array(elements)
    case .object:
      var members: [Member] = []
      while index < Int(entry.end) {
        let key = String(tape.text(of: tape[index]))
        index += 1
        members.append(Member(key, JSONValue(tape, &index)))
      }
      self = .object(members)
    }
  }

  /// The value as JSON text.
  public var json: String {
    String(decoding: bytes, as: UTF8.self)
  }
}
