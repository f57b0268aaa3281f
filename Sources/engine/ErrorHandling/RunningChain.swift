internal import Bytes
public import Engine
public import SwiftErrors
internal import Synchronization

/// A rule set in a running program: it handles errors, runs their actions, and keeps the state of budgets,
/// rates, throttles and breakers.
///
/// ```swift
/// let chain = try RunningChain(.file("rules.yaml"), plugins: [.perform("logout") { _ in await session.end() }])
/// let resolution = await chain.respond(to: error, from: "com.shop.checkout")
/// ```
///
/// It may be used from any number of tasks at the same time. No lock is held during a wait.
public final class RunningChain: Sendable {
  /// The settings of this chain, beside its rules.
  public let settings: ChainSettings
  let plugins: PluginTable
  let alerts: AlertQueue
  let source: RuleSource
  private let ordinals = Atomic<UInt64>(0)
  private let windowTimes = Lock(WindowTime())
  private let state: Lock<State>

  private struct State {
    var version: ChainVersion
    /// Its counts include rejected versions.
    var status: ReloadStatus
    var connections = ConnectionList()
    var shadow: Shadow?
  }

  /// Loads and compiles a rule set.
  ///
  /// A `perform`, a `custom` or an alert without a plugin is an error.
  ///
  /// - Parameters:
  ///   - source: the source of the rules; ``reload(_:)`` reads it again.
  ///   - plugins: everything that the app provides, by name; a later plugin overrides an earlier one of the same name.
  ///   - settings: the clock, limits and other settings.
  /// - Throws: ``RuleSetRejection`` with every finding, if the rule set has an error or can't be read.
  public init(_ source: RuleSource, plugins: [ChainPlugin] = [], settings: ChainSettings = ChainSettings())
    throws(RuleSetRejection)
  {
    self.source = source
    self.settings = settings
    self.plugins = PluginTable(plugins)
    alerts = AlertQueue(limit: settings.alertLimit)
    let loaded = try LoadedRules(source, self.plugins, settings.limits)
    let version = ChainVersion(1, loaded.chain, self.plugins, settings, stamp: loaded.stamp, after: nil)
    let status = ReloadStatus(version: 1, isCurrent: true, diagnostics: loaded.diagnostics)
    state = Lock(State(version: version, status: status))
  }

  /// The version in force, and the result of the last reload.
  public var status: ReloadStatus { state.withLock { $0.status } }

  /// The number of open alerts: shown, waiting for their turn, or sharing an answer. At most
  /// ``ChainSettings/alertLimit``.
  public var openAlerts: Int { alerts.count }

  /// The rule set in force. It is immutable: a reload replaces it.
  public var rules: ResponderChain { version.chain }

  /// The rule set that is evaluated beside the one in force, or nil; see ``shadow(_:keeping:)``.
  public var shadow: Shadow? { state.withLock { $0.shadow } }

  var version: ChainVersion { state.withLock { $0.version } }

  /// The state at the time an error is raised.
  var moment: Moment {
    state.withLock { Moment(version: $0.version, connections: $0.connections, shadow: $0.shadow) }
  }

  struct Moment: Sendable {
    let version: ChainVersion
    let connections: ConnectionList
    let shadow: Shadow?
  }

  /// Evaluates an error by the rules alone: no action is run, no alert is shown (its first button is
  /// assumed, as is the success of actions), and no connected code is called. Budgets, rates, throttles and
  /// breakers count it.
  ///
  /// For an error of a known type, whose features alone the rules use, this is a table lookup.
  ///
  /// - Parameters:
  ///   - error: the error as thrown.
  ///   - origin: the dotted origin, which selects the first responder.
  public func decide(_ error: any Error, from origin: String) -> Resolution {
    let (version, shadow) = state.withLock { ($0.version, $0.shadow) }
    let arrival = arrival()
    let resolution = version.withEvaluator { evaluator in
      let known = evaluator.knownShape(of: error, from: origin)
      if let settled = known?.settledPlain {
        return self.resolution(version, arrival, error, from: origin, settled)
      }
      let incident = Incident(error, from: origin, arrival, windowTime: windowTime(arrival, version))
      return self.resolution(version, incident, decide(incident, version, evaluator, known))
    }
    if let shadow { _ = shadow.compare(resolution, of: error, from: origin, self) }
    return resolution
  }

  /// Evaluates an error with a detailed occurrence, like ``decide(_:from:)``.
  public func decide(_ error: any Error, _ occurrence: ErrorOccurrence) -> Resolution {
    let (version, shadow) = state.withLock { ($0.version, $0.shadow) }
    let incident = incident(error, occurrence, version)
    let resolution = version.withEvaluator { evaluator in
      let known = evaluator.knownShape(of: incident)
      return self.resolution(version, incident, decide(incident, version, evaluator, known))
    }
    if let shadow { _ = shadow.compare(resolution, of: incident, self) }
    return resolution
  }

  /// A `custom` question may itself use the chain, up to the nesting limit.
  func decide(
    _ incident: Incident, _ version: ChainVersion, _ evaluator: PooledEvaluator, _ known: KnownShape?,
    from start: Int? = nil
  ) -> DecidedOutcome {
    guard Nesting.depth < settings.nestingLimit else { return DecidedOutcome(outcome: .tooDeep) }
    var progress = Progress()
    progress.start = start
    guard version.asksCode else { return evaluator.evaluate(incident, known, &progress) }
    return Nesting.$depth.withValue(Nesting.depth + 1) { evaluator.evaluate(incident, known, &progress) }
  }

  func resolution(
    _ version: ChainVersion, _ arrival: Arrival, _ error: any Error, from origin: String,
    _ settled: SharedOutcome
  ) -> Resolution {
    var resolution = Resolution(version.number, arrival, origin: origin, settled)
    if settled.tail == nil {
      resolution.open = OpenParts(version: version, error: error, occurrence: nil, retry: nil)
    }
    return resolution
  }

  func resolution(_ version: ChainVersion, _ incident: Incident, _ decision: DecidedOutcome) -> Resolution {
    var resolution = Resolution(version.number, incident.arrival, origin: incident.origin, decision.outcome)
    if decision.isOpen, let error = incident.error {
      resolution.open = OpenParts(
        version: version, error: error,
        occurrence: incident.isPlain ? nil : OpenParts.Told(incident.occurrence), retry: decision.retry)
    }
    resolution.isTooDeep = decision.outcome === SharedOutcome.tooDeep
    return resolution
  }

  func incident(_ error: (any Error)?, _ occurrence: ErrorOccurrence, _ version: ChainVersion) -> Incident {
    let arrival = arrival()
    return Incident(error, occurrence, arrival, windowTime: windowTime(arrival, version))
  }

  func arrival() -> Arrival {
    Arrival(ordinal: ordinals.add(1, ordering: .relaxed).newValue, time: settings.clock.now())
  }

  /// The time in microseconds, but whole milliseconds as in recordings, if nobody set the clock.
  func windowTime(_ arrival: Arrival, _ version: ChainVersion) -> Int64 {
    version.remembers ? windowTime(arrival.time) : 0
  }

  /// - Parameter timeOfDay: since 1970.
  func windowTime(_ timeOfDay: Duration) -> Int64 {
    var time = timeOfDay
    let uptime = settings.clock.uptime()
    time -= windowTimes.withLock { $0.jumps(timeOfDay: time, uptime: uptime) }
    let microseconds = time.microseconds
    return microseconds - microseconds % 1_000
  }

  // MARK: - Reloading

  /// Replaces the rule set in force, after the new one is read, compiled and checked.
  ///
  /// In-flight errors finish under the old version; later ones begin with the new one. The state of budgets,
  /// rates and throttles is kept for rules whose conditions are unchanged, and that of breakers that are
  /// unchanged. A rule set with an error, or a file that is missing or changes during the read, leaves the old
  /// one in force.
  ///
  /// - Parameter source: the source of the new rules; nil reads the chain's own source again.
  /// - Returns: the number of the new version.
  /// - Throws: ``RuleSetRejection`` with every finding; ``status`` has it too.
  @discardableResult
  public func reload(_ source: RuleSource? = nil) throws(RuleSetRejection) -> Int {
    let loaded: LoadedRules
    do throws(RuleSetRejection) {
      loaded = try LoadedRules(source ?? self.source, plugins, settings.limits)
    } catch {
      state.withLock { state in
        state.status = ReloadStatus(
          version: state.version.number, isCurrent: false, diagnostics: error.diagnostics,
          reason: error.reason, reloads: state.status.reloads + 1, rejections: state.status.rejections + 1)
      }
      throw error
    }
    while true {
      let old = version
      let new = ChainVersion(old.number + 1, loaded.chain, plugins, settings, stamp: loaded.stamp, after: old)
      let isTaken = state.withLock { state in
        // Another reload may have been faster: numbers and state follow the version in force.
        guard state.version === old else { return false }
        state.version = new
        state.status = ReloadStatus(
          version: new.number, isCurrent: true, diagnostics: loaded.diagnostics,
          reloads: state.status.reloads + 1, rejections: state.status.rejections)
        return true
      }
      if isTaken { return new.number }
    }
  }

  // MARK: - Shadow and connections

  func replaceShadow(by shadow: Shadow?) { state.withLock { $0.shadow = shadow } }

  func update<Answer>(_ body: (inout ConnectionList) -> Answer) -> Answer where Answer: Sendable {
    state.withLock { body(&$0.connections) }
  }
}
