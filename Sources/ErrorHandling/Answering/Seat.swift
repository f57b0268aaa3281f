internal import RuleEngine
internal import SwiftErrors

/// The place where errors are answered, one at a time: a climb with what it learnt, and what it knows of types and shapes.
///
/// What keeps it safe, though it is shared: a version hands a seat to one task at a time, which uses it without waiting and
/// gives it back.
final class Seat: @unchecked Sendable {
  private let chain: ResponderChain
  private let policy: RecordingPolicy
  private let plugins: PluginTable
  /// What rules ask for beside what a lean record has.
  private let asked: RecordParts
  private let isLean: Bool
  private let remembers: Bool
  private let seed: UInt64
  private var climb: Climb
  private var memory: ChainMemory
  private var line: [UInt8] = []
  private var facts: [ObjectIdentifier: ErrorFacts] = [:]
  private var origins: [String: Int32] = [:]
  private var categories: [String: Int32] = [:]
  private var shapes: [ErrorShape: Decision?] = [:]

  /// How many shapes and origins are remembered before all are forgotten.
  private static let room = 4_096

  init(
    _ chain: ResponderChain,
    _ plugins: PluginTable,
    _ settings: ChainSettings,
    _ memory: LiveMemory,
    asked: RecordParts
  ) {
    self.chain = chain
    self.plugins = plugins
    self.asked = asked
    policy = settings.policy
    seed = settings.seed
    isLean = asked.isSubset(of: Incident.lean)
    remembers = !memory.isEmpty
    climb = Climb(chain, limits: settings.limits)
    self.memory = ChainMemory(sharing: memory)
  }

  /// The answer to errors of this error's shape, where all that is asked of it is its shape.
  func knownDecision(_ error: any Error, from origin: String) -> Decision? {
    guard let facts = facts[ObjectIdentifier(type(of: error))], facts.isSettled,
      let shape = shape(of: error, facts, from: origin)
    else { return nil }
    return shapes[shape] ?? nil
  }

  /// Answers an error anew, by what is known of the first climb if this is not it.
  func answer(_ incident: Incident, _ progress: inout Progress) -> Decision {
    let facts = prepare(incident, &progress)
    climb.ordinal = incident.ordinal
    climb.live.isOn = progress.isActing
    climb.live.given = progress.answers
    climb.live.connections = progress.connections
    memory.said = progress.said
    if remembers { memory.advance(to: Timestamp(microseconds: Int64(incident.time / .microseconds(1)))) }
    defer {
      climb.live = LiveAnswers()
      memory.forgetWhatWasSaid()
    }
    let mayBeKnown = progress.answers.isEmpty && progress.connections.isEmpty && progress.start == nil
    if mayBeKnown {
      _ = climb.run(&memory)
    } else {
      _ = climb.climbLive(&memory, from: progress.start)
    }
    progress.question = climb.live.question
    progress.said = memory.said
    let decision = decision(incident)
    if mayBeKnown, progress.question == nil, incident.isPlain, let facts { learn(incident, facts) }
    return decision
  }

  /// Reads the incident's record into the climb; the facts of the error's type where there are some.
  private func prepare(_ incident: Incident, _ progress: inout Progress) -> ErrorFacts? {
    var known: ErrorFacts?
    if progress.line.isEmpty {
      known = write(incident)
      progress.line = line
    }
    progress.line.withUnsafeBytes { bytes in
      // What is written here is a record.
      _ = climb.read(ByteSlice(bytes))
    }
    return known
  }

  private func decision(_ incident: Incident) -> Decision {
    let steps = (0..<climb.actionCount).map { climb.liveAction(at: $0) }
    return Decision(
      climb.liveOutcome(seed: seed),
      steps,
      tail: climb.resolutionTail(ordinal: incident.ordinal, seed: seed),
      of: chain
    )
  }

  /// Remembers the answer to a shape where it is the answer to every error of that shape.
  private func learn(_ incident: Incident, _ facts: ErrorFacts) {
    guard let error = incident.error, facts.isSettled,
      let shape = shape(of: error, facts, from: incident.origin), shapes[shape] == nil
    else { return }
    if shapes.count >= Self.room { shapes.removeAll(keepingCapacity: true) }
    guard let number = climb.answer(settledBy: facts.fixed) else {
      shapes[shape] = .some(nil)
      return
    }
    climb.take(number)
    shapes[shape] = decision(incident)
  }

  private func shape(of error: any Error, _ facts: ErrorFacts, from origin: String) -> ErrorShape? {
    var category: Int32 = -1
    if let name = facts.category?(error) ?? plugins.category(of: error) {
      guard let known = number(of: name, in: &categories) else { return nil }
      category = known
    }
    guard let place = number(of: origin, in: &origins) else { return nil }
    return ErrorShape(
      type: ObjectIdentifier(type(of: error)),
      caseName: facts.isEnum ? enumCasePointer(error) : nil,
      code: facts.code(error),
      status: facts.status?(error) ?? ErrorShape.noStatus,
      origin: place,
      category: category
    )
  }

  /// The number of a name, given where it has none; nil where there are too many.
  private func number(of name: String, in numbers: inout [String: Int32]) -> Int32? {
    if let number = numbers[name] { return number }
    guard numbers.count < Self.room else { return nil }
    numbers[name] = Int32(numbers.count)
    return numbers[name]
  }

  /// Writes the incident's record: with what rules ask for, and no more where that is little.
  private func write(_ incident: Incident) -> ErrorFacts? {
    line.removeAll(keepingCapacity: true)
    guard let error = incident.error else {
      writeEvent(incident)
      return nil
    }
    let identity = ObjectIdentifier(type(of: error))
    var known = facts[identity]
    var whole: RecordedError?
    if known == nil {
      let record = record(of: error, incident)
      whole = record
      known = ErrorFacts(error, record)
      facts[identity] = known
    }
    guard let known else { return nil }
    if isLean && known.isSettled && incident.occurrence.attributes.isEmpty && incident.occurrence.answers.isEmpty {
      writeLean(error, known, incident)
    } else {
      line = (whole ?? record(of: error, incident)).line
      line.removeLast()
    }
    return known
  }

  private func record(of error: any Error, _ incident: Incident) -> RecordedError {
    var record = RecordedError(error, incident.recorded, policy: policy)
    record.category = record.category ?? plugins.category(of: error)
    return record
  }

  private func writeEvent(_ incident: Incident) {
    line.append(UInt8(ascii: "{"))
    line.append(incident, asked: .all)
    line.append(key: "event")
    line.append(json: incident.event ?? "")
    if let with = incident.with {
      line.append(key: "with")
      line.append(contentsOf: with.bytes)
    }
    line.append(UInt8(ascii: "}"))
  }

  private func writeLean(_ error: any Error, _ facts: ErrorFacts, _ incident: Incident) {
    line.append(UInt8(ascii: "{"))
    line.append(incident, asked: asked)
    line.append(UInt8(ascii: ","))
    line.append(contentsOf: facts.head)
    if facts.isEnum, let name = enumCasePointer(error) {
      line.append(key: "case")
      line.append(json: String(cString: name))
    }
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
    if facts.isCancellation || facts.cancelledCode == code {
      line.append(key: "cancelled")
      line.append(contentsOf: "true".utf8)
    }
    line.append(key: "platform")
    line.append(json: policy.platform.rawValue)
    line.append(UInt8(ascii: "}"))
  }
}

/// How far an error has come: what was said to it, and the question that it waits for.
struct Progress: Sendable {
  /// Whether alerts are shown and connected code is asked; else the first button is assumed.
  var isActing = false
  /// Its record, once it is written.
  var line: [UInt8] = []
  var answers: [LiveAnswer] = []
  /// What the memory said.
  var said: [Int32] = []
  var connections: [Bool] = []
  var question: LiveQuestion?
  /// The responder that is asked first; nil: the one that the origin finds.
  var start: Int?
}
