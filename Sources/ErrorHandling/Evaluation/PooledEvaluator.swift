internal import RuleEngine
internal import SwiftErrors

/// Evaluates one error at a time, with caches of types and shapes.
///
/// Thread safety: a version leases it to one task at a time, which uses it without waiting and returns it.
final class PooledEvaluator: @unchecked Sendable {
  private let chain: ResponderChain
  private let policy: RecordingPolicy
  private let plugins: PluginTable
  private let requiredParts: RecordParts
  private let remembers: Bool
  private var evaluator: Evaluator
  private var state: ChainState
  private var line: [UInt8] = []
  private var facts: [ObjectIdentifier: ErrorFacts] = [:]
  private var origins: [String: Int32] = [:]
  private var categories: [String: Int32] = [:]
  private var shapes: [ErrorShape: KnownShape] = [:]

  /// Beyond this many shapes or origins, the cache is cleared.
  private static let room = 4_096

  init(
    _ chain: ResponderChain,
    _ plugins: PluginTable,
    _ settings: ChainSettings,
    _ state: SharedState,
    requiredParts: RecordParts
  ) {
    self.chain = chain
    self.plugins = plugins
    self.requiredParts = requiredParts
    policy = settings.policy
    remembers = !state.isEmpty
    evaluator = Evaluator(chain, limits: settings.limits)
    evaluator.seed = settings.seed
    self.state = ChainState(sharing: state)
  }

  /// Nil if the error's shape does not determine the decision.
  func knownOutcome(_ error: any Error, from origin: String) -> SharedOutcome? {
    guard let facts = facts[ObjectIdentifier(type(of: error))], facts.isSettled,
      let shape = shape(of: error, facts, from: origin)
    else { return nil }
    return shapes[shape]?.sharedOutcome
  }

  func evaluate(_ incident: Incident, _ progress: inout Progress) -> SharedOutcome {
    let newShape = prepare(incident, &progress)
    let clock =
      remembers ? Timestamp(microseconds: Int64(incident.time / .microseconds(1))) : nil
    var live = LiveInputs(
      isOn: progress.isActing,
      given: progress.answers,
      connections: progress.connections,
      stateReads: progress.stateReads
    )
    let isAlone = evaluator.evaluate(
      &state,
      live: &live,
      ordinal: incident.ordinal,
      clock: clock,
      from: progress.start
    )
    progress.question = live.question
    progress.stateReads = live.stateReads
    let sharedOutcome = sharedOutcome(ordinal: incident.ordinal)
    if let newShape { store(newShape, isAlone && incident.isPlain) }
    return sharedOutcome
  }

  /// Returns the error's shape if it is new.
  private func prepare(_ incident: Incident, _ progress: inout Progress) -> NewShape? {
    var known: NewShape?
    if progress.line.isEmpty {
      known = write(incident)
      progress.line = line
    }
    progress.line.withUnsafeBytes { bytes in
      // A record written here is valid.
      _ = evaluator.read(ByteSlice(bytes))
    }
    return known
  }

  private func sharedOutcome(ordinal: UInt64) -> SharedOutcome {
    let steps = (0..<evaluator.actionCount).map { evaluator.liveAction(at: $0, ordinal: ordinal) }
    return SharedOutcome(
      evaluator.liveOutcome(ordinal: ordinal),
      steps,
      tail: evaluator.resolutionTail(ordinal: ordinal),
      of: chain
    )
  }

  private struct NewShape {
    let shape: ErrorShape
    let facts: ErrorFacts
    let caseName: String?
  }

  /// Its decision if all its errors share it, or else the record parts they need.
  private func store(_ new: NewShape, _ isAnswered: Bool) {
    if shapes.count >= Self.room { shapes.removeAll(keepingCapacity: true) }
    var caseMember: [UInt8] = []
    if let name = new.caseName {
      caseMember.append(contentsOf: ",\"case\":".utf8)
      caseMember.append(json: name)
    }
    var sharedOutcome: SharedOutcome?
    if isAnswered, let number = evaluator.cachedOutcome(settledBy: new.facts.fixed) {
      evaluator.take(number)
      sharedOutcome = self.sharedOutcome(ordinal: 0)
    }
    let needed = evaluator.parts(neededBeside: new.facts.settled)
    shapes[new.shape] = KnownShape(
      sharedOutcome: sharedOutcome,
      isLean: needed.isSubset(of: Incident.lean),
      caseMember: caseMember
    )
  }

  private func shape(of error: any Error, _ facts: ErrorFacts, from origin: String) -> ErrorShape? {
    var category: Int32 = -1
    if let name = facts.category?(error) ?? plugins.category(of: error) {
      guard let known = number(of: name, in: &categories) else { return nil }
      category = known
    }
    guard let originNumber = number(of: origin, in: &origins) else { return nil }
    return ErrorShape(
      type: ObjectIdentifier(type(of: error)),
      caseNumber: facts.isEnum ? SwiftErrors.caseNumber(error) : 0,
      code: facts.code(error),
      status: facts.status?(error) ?? ErrorShape.noStatus,
      origin: originNumber,
      category: category
    )
  }

  /// Assigned on first use; nil if there are too many.
  private func number(of name: String, in numbers: inout [String: Int32]) -> Int32? {
    if let number = numbers[name] { return number }
    guard numbers.count < Self.room else { return nil }
    numbers[name] = Int32(numbers.count)
    return numbers[name]
  }

  /// Only the parts that rules may use, if that is little.
  private func write(_ incident: Incident) -> NewShape? {
    line.removeAll(keepingCapacity: true)
    guard let error = incident.error else {
      writeEvent(incident)
      return nil
    }
    let identity = ObjectIdentifier(type(of: error))
    let isUsual =
      incident.occurrence.attributes.isEmpty && incident.occurrence.answers.isEmpty
      && incident.occurrence.performed.isEmpty
    if isUsual, let facts = facts[identity], facts.isSettled,
      let shape = shape(of: error, facts, from: incident.origin), let known = shapes[shape], known.isLean
    {
      writeLean(error, facts, known, incident)
      return nil
    }
    let record = record(of: error, incident)
    line = record.line
    line.removeLast()
    let own = facts[identity] ?? ErrorFacts(error, record)
    facts[identity] = own
    guard isUsual, own.isSettled, let shape = shape(of: error, own, from: incident.origin),
      shapes[shape] == nil
    else { return nil }
    return NewShape(shape: shape, facts: own, caseName: record.case)
  }

  private func record(of error: any Error, _ incident: Incident) -> RecordedError {
    var record = RecordedError(error, incident.recorded, policy: policy)
    record.category = record.category ?? plugins.category(of: error)
    return record
  }

  private func writeEvent(_ incident: Incident) {
    line.append(UInt8(ascii: "{"))
    line.append(incident, requiredParts: .all)
    line.append(key: "event")
    line.append(json: incident.event ?? "")
    if let with = incident.with {
      line.append(key: "with")
      line.append(contentsOf: with.bytes)
    }
    line.append(UInt8(ascii: "}"))
  }

  private func writeLean(_ error: any Error, _ facts: ErrorFacts, _ known: KnownShape, _ incident: Incident) {
    line.append(UInt8(ascii: "{"))
    line.append(incident, requiredParts: requiredParts)
    line.append(UInt8(ascii: ","))
    line.append(contentsOf: facts.head)
    line.append(contentsOf: known.caseMember)
    let code = facts.code(error)
    line.append(key: "code")
    line.append(integer: Int64(code))
    if let status = facts.status?(error) {
      line.append(key: "status")
      line.append(integer: Int64(status))
    }
    if let category = facts.category?(error) ?? plugins.category(of: error) {
      line.append(key: "category")
      line.append(json: category)
    }
    if incident.occurrence.retryAfter == nil, let wish = facts.retryAfter?(error) {
      line.append(key: "retryAfter")
      line.append(json: durationText(wish))
    }
    if facts.isCancellation || facts.cancelledCode == code {
      line.append(key: "cancelled")
      line.append(contentsOf: "true".utf8)
    }
    line.append(key: "platform")
    line.append(json: policy.platform.rawValue)
    line.append(UInt8(ascii: "}"))
  }
}

/// The answers so far, and the pending question.
struct Progress: Sendable {
  /// Shows alerts and calls connected code; otherwise the first button is assumed.
  var isActing = false
  var line: [UInt8] = []
  var answers: [LiveInput] = []
  /// Results of stateful matchers and budgets so far.
  var stateReads: [Int32] = []
  var connections: [Bool] = []
  var question: LiveQuestion?
  /// Nil: the origin selects the first responder.
  var start: Int?
}
