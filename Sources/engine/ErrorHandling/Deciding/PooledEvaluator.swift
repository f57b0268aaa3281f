internal import Bytes
internal import Engine
internal import Records
internal import SwiftErrors

/// Evaluates one error at a time, with caches of types and shapes.
///
/// Thread safety: a version leases it to one task at a time, which uses it without waiting and returns it. So its accesses
/// need no checks.
final class PooledEvaluator: @unchecked Sendable {
  private let chain: ResponderChain
  private let policy: RecordingPolicy
  private let plugins: PluginTable
  private let remembers: Bool
  @exclusivity(unchecked) private var evaluator: Evaluator
  @exclusivity(unchecked) private var state: ChainState
  @exclusivity(unchecked) private var line: [UInt8] = []
  /// The last lean record: with padding, for the fast reader.
  @exclusivity(unchecked) private var leanLine = Buffer<UInt8>(capacity: 1 << 9)
  /// The last record read, if all plain errors of its shape have the same.
  @exclusivity(unchecked) private var lastRead: KnownShape?
  @exclusivity(unchecked) private var facts: [ObjectIdentifier: ErrorFacts] = [:]
  @exclusivity(unchecked) private var origins: [String: Int32] = [:]
  @exclusivity(unchecked) private var categories: [String: Int32] = [:]
  @exclusivity(unchecked) private var domains: [String: Int32] = [:]
  @exclusivity(unchecked) private var shapes: [ErrorShape: KnownShape] = [:]

  /// Beyond this many shapes or origins, the cache is cleared.
  private static let room = 4_096

  init(_ chain: ResponderChain, _ plugins: PluginTable, _ settings: ChainSettings, _ state: SharedState) {
    self.chain = chain
    self.plugins = plugins
    policy = settings.policy
    remembers = !state.isEmpty
    evaluator = Evaluator(chain, limits: settings.limits)
    evaluator.seed = settings.seed
    self.state = ChainState(sharing: state)
  }

  /// The known shape of an error, to be used before the evaluator is given back.
  func knownShape(of error: any Error, from origin: String) -> KnownShape? {
    guard let shape = shape(of: error, from: origin) else { return nil }
    return shapes[shape]
  }

  func knownShape(of incident: Incident) -> KnownShape? {
    guard let error = incident.error, incident.isUsual else { return nil }
    return knownShape(of: error, from: incident.origin)
  }

  func evaluate(_ incident: Incident, _ known: KnownShape?, _ progress: inout Progress) -> DecidedOutcome {
    if progress.isNew, let decision = evaluateLean(incident, known, &progress) { return decision }
    let newShape = prepare(incident, &progress)
    var live = LiveInputs(
      isOn: progress.isActing, given: progress.answers, connections: progress.connections,
      stateReads: progress.stateReads)
    let isAlone = evaluator.evaluate(
      &state, live: &live, ordinal: incident.ordinal, clock: clock(of: incident), from: progress.start)
    progress.question = live.question
    progress.stateReads = live.stateReads
    let sharedOutcome = sharedOutcome(ordinal: incident.ordinal)
    if let newShape { store(newShape, isAlone: isAlone, isPlain: incident.isPlain) }
    return DecidedOutcome(outcome: sharedOutcome)
  }

  /// Fills in what differs between errors of the same outcome.
  func fill(_ decision: DecidedOutcome, _ incident: Incident) -> SharedOutcome {
    guard let saved = decision.outcome.saved, let error = incident.error else { return decision.outcome }
    line.removeAll(keepingCapacity: true)
    if saved.showsValues {
      writeWhole(error, incident)
    } else {
      // Delays are drawn from the id and the try; a record needs a type.
      line.append(contentsOf: #"{"type":"""#.utf8)
      line.append(key: "id")
      line.append(json: "\(incident.ordinal)")
      if let attempt = incident.occurrence.attempt {
        line.append(key: "attempt")
        line.append(integer: Int64(attempt))
      }
      line.append(UInt8(ascii: "}"))
    }
    read(line)
    evaluator.restore(saved, retry: decision.retry)
    return sharedOutcome(ordinal: incident.ordinal)
  }

  /// Evaluates an error by what its shape has in common; nil if that is not enough, or if a question is open. A rerun
  /// gets the same values from the state.
  func evaluateLean(_ incident: Incident, _ known: KnownShape?, _ progress: inout Progress) -> DecidedOutcome?
  {
    progress.isNew = false
    guard let known, let error = incident.error, progress.start == nil else { return nil }
    if progress.connections.isEmpty,
      let settled = incident.isPlain ? known.settledPlain : known.settled
    {
      // Without state, an answer that decides was assumed.
      if progress.isActing, settled.asks { return nil }
      return acting(DecidedOutcome(outcome: settled), incident, progress)
    }
    guard known.isLean else { return nil }
    readLean(known, error, incident)
    let isDone = evaluator.evaluateAlone(
      &state, isActing: progress.isActing, connections: progress.connections, ordinal: incident.ordinal,
      clock: clock(of: incident), from: known.start)
    if isDone, let outcome = outcome(of: known) {
      state.clearStateReads()
      return acting(DecidedOutcome(outcome: outcome, retry: evaluator.outcome.retry), incident, progress)
    }
    progress.stateReads = state.stateReads
    state.clearStateReads()
    return nil
  }

  /// The values of actions that run are read now.
  private func acting(_ decision: DecidedOutcome, _ incident: Incident, _ progress: Progress)
    -> DecidedOutcome
  {
    guard progress.isActing, let saved = decision.outcome.saved, saved.showsValues else { return decision }
    return DecidedOutcome(outcome: fill(decision, incident))
  }

  private func outcome(of known: KnownShape) -> SharedOutcome? {
    for outcome in known.outcomes {
      if let saved = outcome.saved, evaluator.hasOutcome(saved) { return outcome }
    }
    guard let outcome = savedOutcome() else { return nil }
    known.keep(outcome)
    return outcome
  }

  private func clock(of incident: Incident) -> Timestamp? {
    remembers ? Timestamp(microseconds: incident.windowTime) : nil
  }

  private func readLean(_ known: KnownShape, _ error: any Error, _ incident: Incident) {
    let isConstant = incident.isPlain && !known.needsTime && !known.needsID && !known.asksDelay
    if isConstant, lastRead === known { return }
    write(known, error, incident)
    leanLine.removeAll()
    line.withUnsafeBytes { leanLine.append(ByteSlice($0)) }
    lastRead = nil
    if evaluator.read(lineAt: 0, of: leanLine.padded()) == nil { read(line) }
    if isConstant { lastRead = known }
  }

  private func read(_ line: [UInt8]) {
    lastRead = nil
    line.withUnsafeBytes { bytes in
      // A record written here is valid.
      _ = evaluator.read(ByteSlice(bytes))
    }
  }

  /// Gives tokens back for an operation that ended well.
  func complete(_ occurrence: ErrorOccurrence) {
    line.removeAll(keepingCapacity: true)
    line.append(contentsOf: "{\"completed\":true".utf8)
    line.append(key: "origin")
    line.append(json: occurrence.origin ?? "")
    if let operation = occurrence.operation {
      line.append(key: "operation")
      line.append(json: operation)
    }
    if let attempt = occurrence.attempt {
      line.append(key: "attempt")
      line.append(integer: Int64(attempt))
    }
    if !occurrence.attributes.isEmpty {
      line.append(key: "attributes")
      line.append(contentsOf: JSONValue.object(sorted: occurrence.attributes).bytes)
    }
    line.append(UInt8(ascii: "}"))
    lastRead = nil
    line.withUnsafeBytes { bytes in
      _ = evaluator.read(ByteSlice(bytes))
      _ = evaluator.complete(&state, clock: nil)
    }
  }

  /// Returns the error's shape if it is new.
  private func prepare(_ incident: Incident, _ progress: inout Progress) -> NewShape? {
    var known: NewShape?
    if progress.line.isEmpty {
      known = write(incident)
      progress.line = line
    }
    read(progress.line)
    return known
  }

  private func sharedOutcome(ordinal: UInt64) -> SharedOutcome {
    SharedOutcome(
      evaluator.liveOutcome(ordinal: ordinal), steps(ordinal: ordinal), granted: evaluator.outcome.retry,
      tail: evaluator.resolutionTail(ordinal: ordinal), of: chain)
  }

  private func steps(ordinal: UInt64) -> [LiveAction] {
    (0..<evaluator.actionCount).map { evaluator.liveAction(at: $0, ordinal: ordinal) }
  }

  /// The current outcome without what differs from error to error; nil if there is more of that than values in actions.
  private func savedOutcome() -> SharedOutcome? {
    guard let saved = evaluator.savedOutcome else { return nil }
    let retry = evaluator.outcome.retry
    evaluator.restore(saved, retry: nil)
    let isWhole = retry == nil && !saved.showsValues
    let outcome = SharedOutcome(
      evaluator.liveOutcome(ordinal: 0), steps(ordinal: 0),
      tail: isWhole ? evaluator.resolutionTail(ordinal: 0) : nil, saved: saved, of: chain)
    evaluator.restore(saved, retry: retry)
    return outcome
  }

  private struct NewShape {
    let shape: ErrorShape
    let facts: ErrorFacts
    let record: RecordedError
  }

  /// Its decision if all its errors share it, or else a record of the parts that decide.
  private func store(_ new: NewShape, isAlone: Bool, isPlain: Bool) {
    if shapes.count >= Self.room { shapes.removeAll(keepingCapacity: true) }
    let start = evaluator.firstResponder
    let isSavable = evaluator.savedOutcome != nil
    var settled: SharedOutcome?
    var settledPlain: SharedOutcome?
    if isAlone {
      settled = savedOutcome(settledBy: new.facts.settled)
      settledPlain = settled ?? (isPlain ? savedOutcome(settledBy: new.facts.fixed) : nil)
    }
    let needed = evaluator.parts(neededBeside: new.facts.settled)
    var known = new.facts.settled
    known.formUnion(Incident.told)
    shapes[new.shape] = KnownShape(
      start: start, settled: settled, settledPlain: settledPlain,
      line: isSavable && needed.isSubset(of: known) ? Self.line(of: new.record) : nil,
      asksDelay: new.facts.retryAfter != nil, needsTime: needed.contains(.time), needsID: needed.contains(.id)
    )
  }

  private func savedOutcome(settledBy parts: RecordParts) -> SharedOutcome? {
    guard let number = evaluator.cachedOutcome(settledBy: parts) else { return nil }
    evaluator.take(number)
    return savedOutcome()
  }

  private func shape(of error: any Error, from origin: String) -> ErrorShape? {
    let identity = ObjectIdentifier(type(of: error))
    guard let facts = facts[identity] else { return nil }
    var category: Int32 = -1
    if let name = facts.category?(error) ?? plugins.category(of: error) {
      guard let known = number(of: name, in: &categories) else { return nil }
      category = known
    }
    var domain: Int32 = -1
    if facts.isObject {
      guard let known = number(of: error._domain, in: &domains) else { return nil }
      domain = known
    }
    guard let originNumber = number(of: origin, in: &origins) else { return nil }
    return ErrorShape(
      type: identity, caseNumber: facts.isEnum ? SwiftErrors.caseNumber(error) : 0, code: facts.code(error),
      status: facts.status?(error) ?? ErrorShape.noStatus, origin: originNumber, category: category,
      domain: domain)
  }

  /// Assigned on first use; nil if there are too many.
  private func number(of name: String, in numbers: inout [String: Int32]) -> Int32? {
    if let number = numbers[name] { return number }
    guard numbers.count < Self.room else { return nil }
    numbers[name] = Int32(numbers.count)
    return numbers[name]
  }

  private func write(_ incident: Incident) -> NewShape? {
    line.removeAll(keepingCapacity: true)
    guard let error = incident.error else {
      writeEvent(incident)
      return nil
    }
    let record = writeWhole(error, incident)
    let identity = ObjectIdentifier(type(of: error))
    let own = facts[identity] ?? ErrorFacts(error, record)
    facts[identity] = own
    guard incident.isUsual, let shape = shape(of: error, from: incident.origin), shapes[shape] == nil else {
      return nil
    }
    return NewShape(shape: shape, facts: own, record: record)
  }

  @discardableResult
  private func writeWhole(_ error: any Error, _ incident: Incident) -> RecordedError {
    var record = RecordedError(error, incident.recorded, policy: policy)
    record.category = record.category ?? plugins.category(of: error)
    line = record.line
    line.removeLast()
    return record
  }

  private func writeEvent(_ incident: Incident) {
    line.append(UInt8(ascii: "{"))
    line.append(incident, hasTime: true, hasID: true)
    line.append(key: "origin")
    line.append(json: incident.origin)
    line.append(key: "event")
    line.append(json: incident.event ?? "")
    if let with = incident.with {
      line.append(key: "with")
      line.append(contentsOf: with.bytes)
    }
    line.append(UInt8(ascii: "}"))
  }

  /// The record's line without its end.
  private static func line(of record: RecordedError) -> [UInt8] {
    var shared = RecordedError()
    shared.origin = record.origin
    shared.type = record.type
    shared.case = record.case
    shared.is = record.is
    shared.domain = record.domain
    shared.code = record.code
    shared.status = record.status
    shared.category = record.category
    shared.cancelled = record.cancelled
    shared.platform = record.platform
    var line = shared.line
    line.removeLast(2)
    return line
  }

  private func write(_ known: KnownShape, _ error: any Error, _ incident: Incident) {
    line.removeAll(keepingCapacity: true)
    line.append(contentsOf: known.line)
    line.append(incident, hasTime: known.needsTime, hasID: known.needsID)
    if known.asksDelay, incident.occurrence.retryAfter == nil,
      let wish = facts[ObjectIdentifier(type(of: error))]?.retryAfter?(error)
    {
      line.append(key: "retryAfter")
      line.append(json: durationText(wish))
    }
    line.append(UInt8(ascii: "}"))
  }
}

/// The answers so far, and the pending question.
struct Progress: Sendable {
  /// Nothing has been evaluated yet.
  var isNew = true
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
