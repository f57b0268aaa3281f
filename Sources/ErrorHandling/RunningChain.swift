public import RuleEngine
public import SwiftErrors
internal import Synchronization

/// A rule set in a running program: it handles errors, runs their actions, and keeps the state of budgets,
/// rates and throttles.
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
  private let state: Lock<State>

  private struct State {
    var version: ChainVersion
    /// Its counts include rejected versions.
    var status: ReloadStatus
    var connections = ConnectionList()
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
  public init(
    _ source: RuleSource,
    plugins: [ChainPlugin] = [],
    settings: ChainSettings = ChainSettings()
  ) throws(RuleSetRejection) {
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

  var version: ChainVersion { state.withLock { $0.version } }

  var moment: (ChainVersion, ConnectionList) { state.withLock { ($0.version, $0.connections) } }

  /// Evaluates an error by the rules alone: no action is run, no alert is shown (its first button is
  /// assumed, as is the success of actions), and no connected code is called. Budgets, rates and throttles count it.
  ///
  /// For an error of a known type, whose features alone the rules use, this is a table lookup.
  ///
  /// - Parameters:
  ///   - error: the error as thrown.
  ///   - origin: the dotted origin, which selects the first responder.
  public func decide(_ error: any Error, from origin: String) -> Resolution {
    let version = version
    let (ordinal, time) = stamp()
    return version.withEvaluator { evaluator in
      if let sharedOutcome = evaluator.knownOutcome(error, from: origin) {
        return Resolution(
          version: version.number,
          ordinal: ordinal,
          moment: time,
          origin: origin,
          sharedOutcome: sharedOutcome
        )
      }
      let occurrence = ErrorOccurrence(origin: origin)
      let incident = Incident(
        error: error,
        occurrence: occurrence,
        isPlain: true,
        ordinal: ordinal,
        time: time.inMilliseconds
      )
      return resolution(version, incident, decide(incident, evaluator))
    }
  }

  /// Evaluates an error with a detailed occurrence, like ``decide(_:from:)``.
  public func decide(_ error: any Error, _ occurrence: ErrorOccurrence) -> Resolution {
    let version = version
    let incident = incident(error, occurrence)
    return resolution(version, incident, version.withEvaluator { decide(incident, $0) })
  }

  /// A `custom` question may itself use the chain, up to the nesting limit.
  private func decide(_ incident: Incident, _ evaluator: PooledEvaluator) -> SharedOutcome {
    guard Nesting.depth < settings.nestingLimit else { return .tooDeep }
    var progress = Progress()
    return Nesting.$depth.withValue(Nesting.depth + 1) { evaluator.evaluate(incident, &progress) }
  }

  func incident(_ error: any Error, _ occurrence: ErrorOccurrence) -> Incident {
    let (ordinal, time) = stamp()
    return Incident(
      error: error,
      occurrence: occurrence,
      isPlain: false,
      ordinal: ordinal,
      time: time.inMilliseconds
    )
  }

  func resolution(_ version: ChainVersion, _ incident: Incident, _ sharedOutcome: SharedOutcome) -> Resolution
  {
    var resolution = Resolution(
      version: version.number,
      ordinal: incident.ordinal,
      moment: incident.time,
      origin: incident.origin,
      sharedOutcome: sharedOutcome
    )
    resolution.isTooDeep = sharedOutcome === SharedOutcome.tooDeep
    return resolution
  }

  func stamp() -> (UInt64, Duration) {
    (ordinals.add(1, ordering: .relaxed).newValue, settings.clock.now())
  }

  // MARK: - Reloading

  /// Replaces the rule set in force, after the new one is read, compiled and checked.
  ///
  /// In-flight errors finish under the old version; later ones begin with the new one. The state of budgets,
  /// rates and throttles is kept for rules whose conditions are unchanged. A rule set with an error, or a
  /// file that is missing or changes during the read, leaves the old one in force.
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
          version: state.version.number,
          isCurrent: false,
          diagnostics: error.diagnostics,
          reason: error.reason,
          reloads: state.status.reloads + 1,
          rejections: state.status.rejections + 1
        )
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
          version: new.number,
          isCurrent: true,
          diagnostics: loaded.diagnostics,
          reloads: state.status.reloads + 1,
          rejections: state.status.rejections
        )
        return true
      }
      if isTaken { return new.number }
    }
  }

  // MARK: - Connections

  func update<Answer>(_ body: (inout ConnectionList) -> Answer) -> Answer where Answer: Sendable {
    state.withLock { body(&$0.connections) }
  }
}
