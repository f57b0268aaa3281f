internal import Bytes
public import Engine
public import Source
internal import SwiftErrors
internal import Synchronization

/// A rule set that is evaluated beside the one in force, and acts on nothing: new rules are tried on an app's own
/// errors before they decide.
///
/// ```swift
/// let shadow = try chain.shadow(.file("new.yaml"))
/// // … a day later
/// print(shadow.report.different, "of", shadow.report.compared)
/// try Data(shadow.records).write(to: differences)  // for `errctl diff rules.yaml new.yaml differences.ndjson`
/// ```
public final class Shadow: Sendable {
  /// The differences so far.
  public struct Report: Sendable {
    /// Errors resolved by both rule sets.
    public internal(set) var compared = 0
    /// Errors that connected code decided, or that were nested too deep, which are not compared.
    public internal(set) var notCompared = 0
    /// Errors with a difference.
    public internal(set) var different = 0
    /// Errors with another outcome.
    public internal(set) var outcomes = 0
    /// Errors with other actions.
    public internal(set) var actions = 0
    /// Errors with another retry.
    public internal(set) var retries = 0
    /// The differences by outcome and rule, the most frequent first; at most 256 groups.
    public internal(set) var groups: [Group] = []
    /// Differences that found no room among the groups.
    public internal(set) var ungrouped = 0
  }

  /// Errors with the same outcomes by the same rules.
  public struct Group: Sendable, Hashable {
    /// The evaluation by the rules in force, or `unhandled`.
    public let outcome: String
    /// The rule in force that decided; nil for none.
    public let by: String?
    /// The evaluation by the shadow, or `unhandled`.
    public let shadowOutcome: String
    /// The shadow's rule that decided; nil for none.
    public let shadowBy: String?
    /// The number of errors.
    public internal(set) var count = 0

    init(_ difference: ShadowDifference) {
      outcome = difference.resolution.outcome
      by = difference.resolution.by?.name
      shadowOutcome = difference.shadow.outcome
      shadowBy = difference.shadow.by?.name
    }
  }

  /// The rule set that the shadow evaluates.
  public var rules: ResponderChain { version.chain }
  /// The findings in the rule set, notes and warnings included.
  public let diagnostics: [Diagnostic]
  private let version: ChainVersion
  private let limit: Int
  private let compared = Atomic<Int>(0)
  private let notCompared = Atomic<Int>(0)
  private let state = Lock(State())

  private struct State {
    var report = Report()
    var places: [Group: Int] = [:]
    var samples: [[UInt8]] = []
    var bytes = 0
  }

  private static let mostGroups = 256
  private static let samplesPerGroup = 3
  private static let mostBytes = 4 << 20

  init(_ loaded: LoadedRules, _ plugins: PluginTable, _ settings: ChainSettings, keeping limit: Int) {
    diagnostics = loaded.diagnostics
    version = ChainVersion(1, loaded.chain, plugins, settings, stamp: nil, after: nil)
    self.limit = max(limit, 0)
  }

  /// The differences so far.
  public var report: Report {
    var report = state.withLock { $0.report }
    report.compared = compared.load(ordering: .relaxed)
    report.notCompared = notCompared.load(ordering: .relaxed)
    // By their names where they are as frequent: the order in which they were seen tells nothing.
    report.groups.sort { left, right in
      left.count != right.count ? left.count > right.count : left.name < right.name
    }
    return report
  }

  /// Records of errors with a difference as NDJSON, for `errctl diff OLD NEW STREAM`: up to three of a group, up to the
  /// limit, and up to 4 MiB.
  ///
  /// Each has both resolutions under `attributes.shadow`. The errors before them are missing, so that counted retries,
  /// rates and throttles may show no difference there.
  public var records: [UInt8] { Array(state.withLock { $0.samples }.joined()) }

  // MARK: - Comparing

  /// Nil without a difference.
  func compare(_ resolution: Resolution, of error: any Error, from origin: String, _ chain: RunningChain)
    -> ShadowDifference?
  {
    guard isComparable(resolution) else { return nil }
    let arrival = Arrival(ordinal: resolution.ordinal, time: resolution.moment)
    let settled = version.withEvaluator { $0.knownShape(of: error, from: origin)?.settledPlain }
    if let settled, isSame(resolution, DecidedOutcome(outcome: settled)) { return nil }
    let incident = Incident(error, from: origin, arrival, windowTime: chain.windowTime(arrival, version))
    return compare(resolution, incident, start: nil, settled.map { DecidedOutcome(outcome: $0) }, chain)
  }

  /// - Parameter responder: the id of the first responder; nil for that of the origin.
  func compare(
    _ resolution: Resolution, of incident: Incident, from responder: String? = nil, _ chain: RunningChain
  ) -> ShadowDifference? {
    guard incident.error != nil else { return nil }
    var start: Int?
    if let responder {
      start = version.responderIndices[responder]
      if start == nil { return nil }
    }
    guard isComparable(resolution) else { return nil }
    var incident = incident
    incident.windowTime = chain.windowTime(incident.arrival, version)
    return compare(resolution, incident, start: start, nil, chain)
  }

  private func isComparable(_ resolution: Resolution) -> Bool {
    if case .connected = resolution.by { return skip() }
    if resolution.isTooDeep { return skip() }
    compared.add(1, ordering: .relaxed)
    return true
  }

  private func skip() -> Bool {
    notCompared.add(1, ordering: .relaxed)
    return false
  }

  private func compare(
    _ resolution: Resolution, _ incident: Incident, start: Int?, _ settled: DecidedOutcome?,
    _ chain: RunningChain
  ) -> ShadowDifference? {
    let decision =
      settled
      ?? version.withEvaluator { evaluator in
        let known = start == nil ? evaluator.knownShape(of: incident) : nil
        return chain.decide(incident, version, evaluator, known, from: start)
      }
    if isSame(resolution, decision) { return nil }
    let other = chain.resolution(version, incident, decision)
    var kinds: ShadowDifference.Kinds = []
    if resolution.evaluation != other.evaluation || resolution.isHandled != other.isHandled {
      kinds.insert(.outcome)
    }
    if !retriesAlike(resolution, decision) { kinds.insert(.retry) }
    if resolution.actions.map({ $0.withoutPlace }) != other.actions.map({ $0.withoutPlace }) {
      kinds.insert(.actions)
    }
    guard !kinds.isEmpty else { return nil }
    let difference = ShadowDifference(kinds: kinds, resolution: resolution, shadow: other)
    if count(difference) { keep(difference, incident, chain) }
    return difference
  }

  /// Whether both outcomes are the same, without reading what only actions show. False if that has to be read.
  private func isSame(_ resolution: Resolution, _ decision: DecidedOutcome) -> Bool {
    let (mine, theirs) = (resolution.sharedOutcome, decision.outcome)
    guard mine.outcome.evaluation == theirs.outcome.evaluation,
      mine.outcome.isHandled == theirs.outcome.isHandled, retriesAlike(resolution, decision)
    else { return false }
    if mine.steps.isEmpty, theirs.steps.isEmpty { return true }
    guard let mine = mine.saved, let theirs = theirs.saved, mine.effects == theirs.effects else {
      return false
    }
    return !mine.showsValues || resolution.category == decision.outcome.outcome.category
  }

  private func retriesAlike(_ resolution: Resolution, _ decision: DecidedOutcome) -> Bool {
    let mine = resolution.open?.retry ?? resolution.sharedOutcome.granted
    let theirs = decision.retry ?? decision.outcome.granted
    guard let mine, let theirs else { return mine == nil && theirs == nil }
    return mine.isSame(as: theirs)
  }

  // MARK: - Counting

  /// Whether a sample of it is to be kept.
  private func count(_ difference: ShadowDifference) -> Bool {
    let group = Group(difference)
    return state.withLock { state in
      state.report.different += 1
      if difference.kinds.contains(.outcome) { state.report.outcomes += 1 }
      if difference.kinds.contains(.actions) { state.report.actions += 1 }
      if difference.kinds.contains(.retry) { state.report.retries += 1 }
      let place: Int
      if let known = state.places[group] {
        place = known
      } else if state.report.groups.count < Self.mostGroups {
        place = state.report.groups.count
        state.places[group] = place
        state.report.groups.append(group)
      } else {
        state.report.ungrouped += 1
        return false
      }
      state.report.groups[place].count += 1
      return state.report.groups[place].count <= Self.samplesPerGroup && state.samples.count < limit
    }
  }

  private func keep(_ difference: ShadowDifference, _ incident: Incident, _ chain: RunningChain) {
    guard let error = incident.error else { return }
    var record = RecordedError(error, incident.recorded, policy: chain.settings.policy)
    record.category = record.category ?? chain.plugins.category(of: error)
    record.attributes.append(
      JSONValue.Member(
        "shadow",
        [
          "resolution": JSONValue(parsing: difference.resolution.json),
          "shadow": JSONValue(parsing: difference.shadow.json),
        ]
      )
    )
    let line = record.line
    state.withLock { state in
      guard state.samples.count < limit, state.bytes + line.count <= Self.mostBytes else { return }
      state.samples.append(line)
      state.bytes += line.count
    }
  }
}

extension Shadow.Group {
  fileprivate var name: String { "\(outcome) \(by ?? "") \(shadowOutcome) \(shadowBy ?? "")" }
}

extension JSONValue {
  /// An action without its responder and rule.
  fileprivate var withoutPlace: JSONValue {
    guard let members else { return self }
    let place: Set = ["responder", "rule", "otherwise", "always"]
    return .object(
      members.enumerated().filter { $0.offset == 0 || !place.contains($0.element.key) }.map { $0.element })
  }
}
