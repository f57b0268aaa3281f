public import RuleEngine
public import SwiftErrors
internal import Synchronization

/// A rule set at work in a running program: it answers errors, does what the answers say, and remembers what budgets,
/// rates and throttles need.
///
/// ```swift
/// let chain = try RunningChain(.file("rules.yaml"), plugins: [.perform("logout") { _ in await session.end() }])
/// let resolution = await chain.respond(to: error, from: "com.shop.checkout")
/// ```
///
/// It may be used from any number of tasks at the same time. No lock is held while anything waits.
public final class RunningChain: Sendable {
  /// How this chain answers, beside its rules.
  public let settings: ChainSettings
  let plugins: PluginTable
  let alerts: AlertQueue
  let source: RuleSource
  private let ordinals = Atomic<UInt64>(0)
  private let state: Mutex<State>

  private struct State {
    var version: ChainVersion
    /// How many versions were tried, refused ones included.
    var status: ReloadStatus
    var connections = ConnectionList()
  }

  /// Loads and compiles a rule set.
  ///
  /// A `perform`, a `custom` and an alert that no plugin provides is an error here, not a surprise later.
  ///
  /// - Parameters:
  ///   - source: where the rules are; ``reload(_:)`` reads it again.
  ///   - plugins: what the app answers, does and shows, by name; of two of the same name the later one holds.
  ///   - settings: the clock, limits and the like.
  /// - Throws: ``RuleSetRefusal`` with every finding, where the rule set has an error or cannot be read.
  public init(
    _ source: RuleSource,
    plugins: [ChainPlugin] = [],
    settings: ChainSettings = ChainSettings()
  ) throws(RuleSetRefusal) {
    self.source = source
    self.settings = settings
    self.plugins = PluginTable(plugins)
    alerts = AlertQueue(limit: settings.alertLimit)
    let loaded = try LoadedRules(source, self.plugins, settings.limits)
    let version = ChainVersion(1, loaded.chain, self.plugins, settings, stamp: loaded.stamp, after: nil)
    let status = ReloadStatus(version: 1, isCurrent: true, diagnostics: loaded.diagnostics)
    state = Mutex(State(version: version, status: status))
  }

  /// The version in force, and what came of the last reload.
  public var status: ReloadStatus { state.withLock { $0.status } }

  /// How many alerts are open: shown, waiting for their turn, or taking the answer of one that is. At most
  /// ``ChainSettings/alertLimit``.
  public var openAlerts: Int { alerts.count }

  /// The rule set in force. What it is made of never changes: a reload puts another one in its place.
  public var rules: ResponderChain { version.chain }

  var version: ChainVersion { state.withLock { $0.version } }

  /// The version in force, and who is connected, at one moment.
  var moment: (ChainVersion, ConnectionList) { state.withLock { ($0.version, $0.connections) } }

  /// Decides what to do about an error, by the rules alone: no action is run, no alert is shown (its first button is
  /// assumed), and nobody connected is asked. Budgets, rates and throttles count it.
  ///
  /// An error of a type that was seen before, of which rules ask no more than what it is, costs a look into a table.
  ///
  /// - Parameters:
  ///   - error: the error as it was thrown.
  ///   - origin: where it was raised, dotted: it finds the responder that is asked first.
  public func decide(_ error: any Error, from origin: String) -> Resolution {
    let version = version
    let (ordinal, time) = stamp()
    return version.withSeat { seat in
      if let decision = seat.knownDecision(error, from: origin) {
        return Resolution(
          version: version.number,
          ordinal: ordinal,
          moment: time,
          origin: origin,
          decision: decision
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
      var progress = Progress()
      let decision = seat.answer(incident, &progress)
      return Resolution(
        version: version.number,
        ordinal: ordinal,
        moment: time,
        origin: origin,
        decision: decision
      )
    }
  }

  /// Decides what to do about an error of which more is known than where it was raised; else as ``decide(_:from:)``.
  public func decide(_ error: any Error, _ occurrence: ErrorOccurrence) -> Resolution {
    let version = version
    let incident = incident(error, occurrence)
    var progress = Progress()
    let decision = version.withSeat { $0.answer(incident, &progress) }
    return resolution(version, incident, decision)
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

  func resolution(_ version: ChainVersion, _ incident: Incident, _ decision: Decision) -> Resolution {
    Resolution(
      version: version.number,
      ordinal: incident.ordinal,
      moment: incident.time,
      origin: incident.origin,
      decision: decision
    )
  }

  /// The next ordinal, and the time.
  func stamp() -> (UInt64, Duration) {
    (ordinals.add(1, ordering: .relaxed).newValue, settings.clock.now())
  }

  // MARK: - Reloading

  /// Puts a rule set in the place of the one in force: read, compiled and checked before anybody sees it, then all at once.
  ///
  /// Errors that are being answered end by the version they began with; those that come after begin with the new one. What
  /// budgets, rates and throttles remember is kept for rules that ask the same as before. A rule set with an error, or a file
  /// that is missing or changes while it is read, leaves the old one in force.
  ///
  /// - Parameter source: where the new rules are; nil reads the chain's own source again.
  /// - Returns: the number of the new version.
  /// - Throws: ``RuleSetRefusal`` with every finding; ``status`` tells it too.
  @discardableResult
  public func reload(_ source: RuleSource? = nil) throws(RuleSetRefusal) -> Int {
    let loaded: LoadedRules
    do throws(RuleSetRefusal) {
      loaded = try LoadedRules(source ?? self.source, plugins, settings.limits)
    } catch {
      state.withLock { state in
        state.status = ReloadStatus(
          version: state.version.number,
          isCurrent: false,
          diagnostics: error.diagnostics,
          reason: error.reason,
          reloads: state.status.reloads + 1,
          refusals: state.status.refusals + 1
        )
      }
      throw error
    }
    while true {
      let old = version
      let new = ChainVersion(old.number + 1, loaded.chain, plugins, settings, stamp: loaded.stamp, after: old)
      let isTaken = state.withLock { state in
        // Another reload may have been quicker: numbers and memory follow the one in force.
        guard state.version === old else { return false }
        state.version = new
        state.status = ReloadStatus(
          version: new.number,
          isCurrent: true,
          diagnostics: loaded.diagnostics,
          reloads: state.status.reloads + 1,
          refusals: state.status.refusals
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
