/// The results with which a service of systemd can end, as the journal and `systemctl show` tell them.
enum ServiceResult: String, CaseIterable {
  case success
  case execCondition = "exec-condition"
  case exitCode = "exit-code"
  case signal
  case coreDump = "core-dump"
  case timeout
  case watchdog
  case protocolError = "protocol"
  case resources
  case oomKill = "oom-kill"
  case startLimitHit = "start-limit-hit"

  /// Results with which the unit is not failed.
  static let good: [ServiceResult] = [.success, .execCondition]

  /// Results after which a restart may follow.
  static let failures = allCases.filter { !good.contains($0) && $0 != .startLimitHit }
}

/// The values of `Restart=`.
enum ServiceRestart: String, CaseIterable {
  case no
  case always
  case onSuccess = "on-success"
  case onFailure = "on-failure"
  case onAbnormal = "on-abnormal"
  case onAbort = "on-abort"
  case onWatchdog = "on-watchdog"

  /// The results after which the unit is started again (`service_shall_restart` in `src/core/service.c`).
  var results: [ServiceResult] {
    switch self {
    case .no: []
    case .always: [.success] + ServiceResult.failures
    case .onSuccess: [.success]
    case .onFailure: ServiceResult.failures
    case .onAbnormal: ServiceResult.failures.filter { $0 != .exitCode }
    case .onAbort: [.signal, .coreDump]
    case .onWatchdog: [.watchdog]
    }
  }
}
