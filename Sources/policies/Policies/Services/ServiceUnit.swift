internal import Records
internal import RuleLanguage
internal import Source

/// The settings of a service that decide whether systemd starts it again.
///
/// The decision: `service_shall_restart` in `src/core/service.c`, systemd.service(5).
struct ServiceUnit {
  enum Kind: String, CaseIterable {
    case simple, exec, forking, oneshot, dbus, notify, idle
    case notifyReload = "notify-reload"
  }

  enum RestartMode: String, CaseIterable {
    case normal, direct, debug
  }

  let settings: UnitSettings
  /// The version of systemd.
  let system: Int
  /// The section `[Service]`, or the whole unit without one.
  let source: PolicyValue
  let kind: Setting<Kind>?
  let restart: Setting<ServiceRestart>?
  let delay: Setting<TimeSpan>?
  let steps: Setting<Int64>?
  let maxDelay: Setting<TimeSpan>?
  let mode: Setting<RestartMode>?
  let watchdog: Setting<TimeSpan>?
  let limit: StartLimit
  let success: [Setting<ExitStatusWords.Meaning>]
  let prevented: [Setting<ExitStatusWords.Meaning>]
  let forced: [Setting<ExitStatusWords.Meaning>]
  let onFailure: [PolicyValue]

  static let usualDelay = TimeSpan.milliseconds(100)

  /// Reports what systemd can't read.
  init(_ root: PolicyValue, system: Int) {
    settings = UnitSettings(root)
    self.system = system
    let section = root.members?.last { $0.key == "Service" }
    source = section.map { root.at($0.keyRange) } ?? root
    kind = settings.word("Service", "Type")
    restart = settings.word("Service", "Restart")
    delay = settings.time("Service", "RestartSec")
    watchdog = settings.time("Service", "WatchdogSec")
    let steps = settings.count(settings.all("Service", "RestartSteps"))
    let maxDelay = settings.time("Service", "RestartMaxDelaySec")
    let mode: Setting<RestartMode>? = settings.word("Service", "RestartMode")
    let knowsSteps = system >= Self.firstWithSteps
    (self.steps, self.maxDelay, self.mode) = knowsSteps ? (steps, maxDelay, mode) : (nil, nil, nil)
    for key in ["TimeoutStartSec", "TimeoutStopSec", "TimeoutSec", "TimeoutAbortSec", "RuntimeMaxSec"] {
      _ = settings.time("Service", key)
    }
    limit = StartLimit(settings, source)
    success = settings.statuses("SuccessExitStatus")
    prevented = settings.statuses("RestartPreventExitStatus")
    forced = settings.statuses("RestartForceExitStatus")
    onFailure = settings.words("Unit", "OnFailure")
  }

  /// The first version with `RestartSteps=`, `RestartMaxDelaySec=` and `RestartMode=`, and with restarts of forced statuses of
  /// a oneshot service.
  static let firstWithSteps = 254

  var isOneshot: Bool { kind?.value == .oneshot }
  var restarts: ServiceRestart { restart?.value ?? .no }
  var isRestarted: Bool { restarts != .no || !forced.isEmpty }

  /// The longest delay, if delays grow.
  private var longest: TimeSpan? {
    guard let steps, let maxDelay, steps.value > 0, maxDelay.value < SystemdDuration.infinity else {
      return nil
    }
    return maxDelay.value
  }

  /// The delay before the first restart.
  var firstDelay: TimeSpan {
    let delay = delay?.value ?? Self.usualDelay
    return min(delay, longest ?? delay)
  }

  /// The factor from one delay to the next and the longest one; nil if all delays are the same.
  ///
  /// Restart n + 1 waits for `RestartSec` × (`RestartMaxDelaySec` / `RestartSec`)^(n / `RestartSteps`).
  var growth: (factor: Double, longest: TimeSpan)? {
    guard let steps, let longest, firstDelay.microseconds > 0, longest > firstDelay else { return nil }
    let factor = Self.root(of: longest.seconds / firstDelay.seconds, degree: Int(min(steps.value, 10_000)))
    return (factor, longest)
  }

  /// The least time, in seconds, from a start to the one after so many restarts: each run ends at once.
  func time(ofRestarts count: Int64) -> Double {
    var delay = firstDelay.seconds
    guard let growth else { return delay * Double(count) }
    var total = 0.0
    for _ in 0..<min(count, 10_000) {
      total += delay
      delay = min(delay * growth.factor, growth.longest.seconds)
    }
    return total
  }

  /// Whether a service that ends at once reaches its start limit. It does not where the times are equal: each run takes a moment.
  var isLimitReached: Bool {
    !limit.isOff
      && (limit.window == SystemdDuration.infinity || time(ofRestarts: limit.starts) < limit.window.seconds)
  }

  /// A root of a number above 1, to a millionth.
  private static func root(of number: Double, degree: Int) -> Double {
    var (low, high) = (1.0, number)
    while high - low > 1e-9 * number, (low + high) / 2 > low, (low + high) / 2 < high {
      let middle = (low + high) / 2
      var power = 1.0
      for _ in 0..<degree where power < number { power *= middle }
      if power < number { low = middle } else { high = middle }
    }
    return (high * 1e6).rounded() / 1e6
  }
}
