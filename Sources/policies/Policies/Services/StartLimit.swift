internal import Records
internal import Source

/// The limit of a unit's starts, `StartLimitBurst=` in `StartLimitIntervalSec=`: a fixed window from its first start.
struct StartLimit {
  let burst: Setting<Int64>?
  let interval: Setting<TimeSpan>?

  private static let usualBurst: Int64 = 5
  private static let usualInterval = TimeSpan.seconds(10)

  /// Both stand in `[Unit]`. In `[Service]` systemd still reads the names of its early versions.
  init(_ settings: UnitSettings, _ source: PolicyValue) {
    burst = settings.count(
      settings.all("Service", "StartLimitBurst") + settings.all("Unit", "StartLimitBurst"))
    let old = ["Service", "Unit"].flatMap { settings.all($0, "StartLimitInterval") }
    interval = settings.time(old + settings.all("Unit", "StartLimitIntervalSec"))
  }

  var starts: Int64 { burst?.value ?? Self.usualBurst }
  var window: TimeSpan { interval?.value ?? Self.usualInterval }
  var isOff: Bool { starts == 0 || window.microseconds == 0 }

  var place: SourceRange? { source?.place }
  /// Nil if the unit does not say a limit.
  var source: PolicyValue? { burst?.source ?? interval?.source }
}
