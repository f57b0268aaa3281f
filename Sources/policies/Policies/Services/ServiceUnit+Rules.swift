internal import Records
internal import Source

extension ServiceUnit {
  /// The retry of a restart. systemd counts starts, not restarts: the quota ends them, however many there were.
  var retry: ImportedRetry {
    let place = restart?.place ?? source.place
    // A finding about restarts without a delay is suppressed by the rule, so it stands there.
    let delayPlace = firstDelay.microseconds == 0 ? place : delay?.place ?? place
    let first = ImportedValue.delay(min(firstDelay, Self.longestDelay)).at(delayPlace)
    var retry = ImportedRetry(maxAttempts: .integer(PolicyValue.mostTries), exhausted: "abort", place: place)
    retry.quota = quota
    if let growth, let steps {
      retry.within = .longestDelay
      retry.backoff = ImportedBackoff(
        initial: first, multiplier: steps.source.multiplier(growth.factor, as: .decimal(growth.factor)),
        max: .delay(min(growth.longest, Self.longestDelay)), jitter: "none", place: steps.place)
      steps.source.lost("A rule makes at most 1,000 tries, so it ends after as many restarts.")
    } else {
      // So short that no unit is restarted as often as a rule may try.
      let within = min(max(firstDelay.seconds * 500, 1), Self.longestDelay.seconds)
      retry.per = ["origin"]
      retry.within = .delay(TimeSpan(microseconds: Int64(within * 1e6)))
      retry.backoff = .constant(first, max: first).at(delayPlace)
    }
    return retry
  }

  /// The start limit; nil if there is none.
  private var quota: ImportedValue? {
    guard !limit.isOff else { return nil }
    let starts = min(limit.starts, Self.mostStarts)
    if let burst = limit.burst, burst.value > starts, isLimitReached {
      burst.source.lost("A rule counts at most 100,000 tries.")
    }
    return [
      "tries": limit.burst.map { .integer(starts).at($0.place) } ?? .integer(starts),
      "within": .delay(min(limit.window, Self.longestDelay)), "per": "origin",
    ]
  }

  private static let mostStarts: Int64 = 100_000
  private static let longestDelay = TimeSpan.seconds(ImportedValue.longestDelayInDays * 86_400)

  /// The rules for the ends of the unit, in systemd's order.
  ///
  /// - Parameter origin: a condition that holds for the unit's errors, if its responder has others, too.
  func rules(_ origin: ImportedValue?) -> [ImportedRule] {
    func rule(
      _ id: String, _ conditions: [(key: String, value: ImportedValue)], _ verdict: ImportedVerdict,
      _ place: SourceRange
    ) -> ImportedRule {
      let all = (origin.map { [(key: "origin", value: $0)] } ?? []) + conditions
      var rule = ImportedRule(
        .text(id), when: .placed(.mapping(all), place), then: verdict.at(place), at: place)
      if verdict.triesAgain {
        let codes = firstDelay.microseconds == 0 ? ["hot-retry", "long-retry"] : ["long-retry"]
        rule.suppressed = codes.map { ($0, "systemd limits starts, not restarts.") }
      }
      return rule
    }
    func domains(_ results: [ServiceResult]) -> (key: String, value: ImportedValue) {
      ("domain", ["equals": .oneOf(results.map { .text($0.rawValue) })])
    }
    let place = restart?.place ?? source.place
    var rules = [
      rule("stopped", [("attributes", ["job": ["equals": "stop"]])], .cancel, source.place),
      rule("start-limit", [domains([.startLimitHit])], .abort, limit.place ?? source.place),
    ]
    // The lists are about the main process, whatever the result is. What a program itself logs has another domain.
    let main: [(key: String, value: ImportedValue)] = [
      domains([.success] + ServiceResult.failures),
      ("not", ["attributes": ["process": ["equals": "control"]]]),
    ]
    if let first = prevented.first {
      rules.append(rule("RestartPreventExitStatus", main + [Self.codes(prevented)], .abort, first.place))
    }
    if isOneshot, system >= Self.firstWithSteps, !forced.isEmpty {
      rules.append(rule("oneshot-done", [domains([.success])], .proceed, kind?.place ?? place))
    }
    let results = isOneshot ? restarts.results.filter { $0 != .success } : restarts.results
    var restarted: [[(key: String, value: ImportedValue)]] = results.isEmpty ? [] : [[domains(results)]]
    let succeeded = success.filter { status in
      status.value != .status(0) && !forced.contains { $0.value == status.value }
    }
    if let first = succeeded.first {
      let statuses = [domains([.exitCode, .signal]), Self.codes(succeeded)]
      if !results.contains(.success) {
        rules.append(rule("SuccessExitStatus", statuses, .proceed, first.place))
      } else if !results.contains(.exitCode) {
        restarted.append(statuses)
      }
    }
    if !forced.isEmpty { restarted.append(main + [Self.codes(forced)]) }
    // One rule for all restarts, because the start limit counts them together.
    if let first = restarted.first {
      let conditions = restarted.count == 1 ? first : [("any", .list(restarted.map { .mapping($0) }))]
      let isForced = results.isEmpty
      rules.append(
        rule(
          isForced ? "RestartForceExitStatus" : "Restart", conditions, .retry,
          isForced ? forced.first?.place ?? place : place))
    }
    let down = ServiceResult.failures.filter { !results.contains($0) }
    if !down.isEmpty { rules.append(rule("down", [domains(down)], .abort, place)) }
    rules.append(
      rule("done", [domains(ServiceResult.good.filter { !results.contains($0) })], .proceed, place))
    return rules
  }

  private static func codes(_ statuses: [Setting<ExitStatusWords.Meaning>]) -> (
    key: String, value: ImportedValue
  ) {
    var numbers: [ImportedValue] = []
    var signals: [ImportedValue] = []
    for status in statuses {
      switch status.value {
      case .status(let number): numbers.append(.integer(number).at(status.place))
      case .signal(let name): signals.append(.text(name).at(status.place))
      }
    }
    if signals.isEmpty { return ("code", .oneOf(numbers)) }
    let named: ImportedValue = ["code": ["equals": .oneOf(signals)]]
    return numbers.isEmpty
      ? ("code", ["equals": .oneOf(signals)]) : ("any", [["code": .oneOf(numbers)], named])
  }
}
