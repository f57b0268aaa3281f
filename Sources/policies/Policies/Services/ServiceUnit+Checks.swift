internal import Records
internal import RuleLanguage
internal import Source

/// Findings about a service that systemd accepts and that does not do what it seems to.
extension ServiceUnit {
  /// - Parameter isWhole: false for a drop-in alone, whose unit may have other settings.
  func check(isWhole: Bool) {
    reportMisplacedSettings()
    reportNewSettings()
    reportOneshot()
    reportNumbers()
    if isWhole {
      reportLimit()
      reportWatchdog()
    }
    if let restart, [.onAbnormal, .onAbort, .onWatchdog].contains(restart.value) {
      report(
        "exit-status-stays-down", .note,
        "With Restart=\(restart.value.rawValue) a process that ends with an exit status such as 1 stays down. Restart=on-failure starts it again.",
        at: restart.place)
    }
    if let first = onFailure.first, let restart, isRestarted, mode?.value != .direct,
      restart.value != .onSuccess
    {
      let known =
        system >= Self.firstWithSteps ? " RestartMode=direct starts it once, after the last one." : ""
      report(
        "onfailure-changes-with-version", .note,
        "Up to systemd 253, OnFailure=\(first.text) is started once, when restarts end; since 254 at each failure.\(known)",
        at: first.place)
    }
  }

  private func report(
    _ code: String, _ severity: Diagnostic.Severity, _ message: String, at place: SourceRange,
    related: [Diagnostic.Related] = []
  ) {
    source.findings.report(Diagnostic(code, severity, message, at: place, related: related))
  }

  // MARK: Places and versions

  /// The settings that are read here, by section.
  private static let known: [(section: String, keys: [String])] = [
    (
      "Unit",
      ["StartLimitIntervalSec", "StartLimitInterval", "StartLimitBurst", "StartLimitAction", "OnFailure"]
    ),
    (
      "Service",
      [
        "Type", "Restart", "RestartSec", "RestartSteps", "RestartMaxDelaySec", "RestartMode",
        "SuccessExitStatus", "RestartPreventExitStatus", "RestartForceExitStatus", "WatchdogSec",
        "TimeoutStartSec", "TimeoutStopSec", "TimeoutSec", "TimeoutAbortSec", "RuntimeMaxSec",
        // systemd still reads these here.
        "StartLimitInterval", "StartLimitBurst", "StartLimitAction",
      ]
    ),
    ("Install", []),
  ]

  private func reportMisplacedSettings() {
    for (section, keys) in Self.known {
      for member in settings.members(of: section) where !keys.contains(member.key) {
        let key = source.at(member.keyRange)
        // Sections share names that say nothing here.
        if let home = Self.known.first(where: { $0.section != section && $0.keys.contains(member.key) }),
          member.key != "Type"
        {
          key.doubt("systemd ignores “\(member.key)” in [\(section)]. Move it to [\(home.section)].")
        } else if let meant = keys.first(where: { PolicyGrammar.isNear(member.key, $0) }) {
          key.doubt(
            "“\(member.key)” is not a setting of [\(section)], so systemd ignores it. Did you mean “\(meant)”?"
          )
        }
      }
    }
  }

  private func reportNewSettings() {
    if system < Self.firstWithSteps {
      for key in ["RestartSteps", "RestartMaxDelaySec", "RestartMode"] {
        settings.all("Service", key).last?.doubt("systemd \(system) does not know “\(key)” and ignores it.")
      }
    } else if let steps, maxDelay == nil {
      steps.source.doubt("“RestartSteps” has no effect without “RestartMaxDelaySec”.")
    } else if let maxDelay, steps == nil {
      maxDelay.source.doubt("“RestartMaxDelaySec” has no effect without “RestartSteps”.")
    } else if let maxDelay, maxDelay.value < delay?.value ?? Self.usualDelay {
      maxDelay.source.doubt("This is shorter than “RestartSec”, so all delays are as long as this.")
    }
    if kind?.value == .notifyReload, system < 253 {
      kind?.source.doubt("systemd \(system) does not know this type and ignores it.")
    }
    for (section, key) in [
      ("Unit", "StartLimitAction"), ("Service", "StartLimitAction"), ("Unit", "FailureAction"),
    ] {
      guard let action = settings.all(section, key).last, action.text != "none", !action.text.isEmpty else {
        continue
      }
      action.lost("\(key)=\(action.text) does something to the whole machine, which no rule says.")
    }
  }

  private func reportOneshot() {
    guard isOneshot else { return }
    if let restart, [.always, .onSuccess].contains(restart.value) {
      restart.source.fault(
        "systemd refuses a oneshot service with Restart=\(restart.value.rawValue). Write Restart=on-failure, or start it from a timer."
      )
    }
    if system < Self.firstWithSteps, let first = forced.first {
      first.source.fault("systemd \(system) refuses a oneshot service with “RestartForceExitStatus”.")
    }
  }

  // MARK: The limit

  private func reportLimit() {
    guard isRestarted else { return }
    let delayText = ImportedValue.delay(firstDelay).shown
    if limit.isOff {
      report(
        "limit-off", .note,
        "No start limit ends the restarts: \(restarted) is started again every \(delayText) for ever.",
        at: limit.place ?? source.place)
      return
    }
    guard !isLimitReached else { return }
    let seconds = min(time(ofRestarts: limit.starts), SystemdDuration.infinity.seconds / 2)
    let window = ImportedValue.delay(limit.window).shown
    let least = Int64(seconds.rounded(.up))
    let (starts, usualBurst) = (limit.starts, limit.burst == nil ? ", the default" : "")
    let total = ImportedValue.delay(TimeSpan(microseconds: Int64((seconds * 1e3).rounded() * 1e3))).shown
    let usualWindow = limit.interval == nil ? ", the default" : ""
    let product = growth == nil ? "\(starts) × \(delayText) = \(total)" : "\(starts) restarts take \(least)s"
    report(
      "limit-never-reached", .warning,
      "The start limit is never reached, so \(restarted) is started again for ever: \(product), and StartLimitIntervalSec is \(window)\(usualWindow) (StartLimitBurst \(starts)\(usualBurst)). Write StartLimitIntervalSec=\(Self.advised(above: least)) in [Unit].",
      at: delay?.place ?? limit.place ?? source.place,
      related: limit.place.map { [.init("the limit", at: $0)] } ?? [])
  }

  /// The service that Restart= starts again and again, in words.
  private var restarted: String {
    switch restarts {
    case .onAbnormal, .onAbort, .onWatchdog: "a service that is killed in each run"
    case .onSuccess: "a service that ends well at once"
    default: "a service that can't start"
    }
  }

  /// A window in which the limit is reached although each run takes a while: twice as long, in seconds.
  private static func advised(above seconds: Int64) -> String {
    let doubled = max(2 * seconds, 2)
    return doubled % 60 == 0 ? "\(doubled / 60)min" : "\(doubled)s"
  }

  // MARK: Watchdog and statuses

  private func reportWatchdog() {
    guard let watchdog, watchdog.value.microseconds > 0, watchdog.value < SystemdDuration.infinity,
      [.no, .onSuccess, .onAbort].contains(restarts)
    else { return }
    let links = ["Requires", "Sockets", "Also"].flatMap { key in
      ["Unit", "Service", "Install"].flatMap { settings.words($0, key) }
    }
    // What a socket or the bus starts, starts again with the next request.
    let isByHand =
      settings.all("Service", "BusName").isEmpty && !links.contains { $0.text.hasSuffix(".socket") }
    let restart = restart.map { "Restart=\($0.value.rawValue)" } ?? "no Restart="
    report(
      "watchdog-kills-but-nothing-restarts", isByHand ? .warning : .note,
      "The watchdog kills a service that hangs, and with \(restart) it stays down. Restart=on-watchdog, on-abnormal or on-failure starts it again.",
      at: watchdog.place)
  }

  private func reportNumbers() {
    for status in success + prevented + forced {
      guard case .status(let number) = status.value, status.source.text == "\(number)",
        let signal = ExitStatusWords.usualSignal(of: number)
      else { continue }
      report(
        "number-means-exit-status", .warning,
        "\(number) is the exit status \(number) here, not the signal. Write \(signal) if the signal is meant.",
        at: status.place)
    }
  }
}

extension ImportedValue {
  /// The text of a delay.
  fileprivate var shown: String { if case .text(let text) = self { text } else { "" } }
}
