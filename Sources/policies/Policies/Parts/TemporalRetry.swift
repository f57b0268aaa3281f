internal import Records
internal import RuleLanguage
internal import Source

/// The retries of Temporal: how often and when, with its defaults.
struct TemporalRetry {
  private var attempts: ImportedValue?
  private var backoff: ImportedBackoff?
  private var deadline: ImportedValue?
  /// Failures that are not tried again, by their types.
  private var excluded: [ImportedValue] = []
  private var isEndless = true

  private static let timeout = "TemporalTimeout:"
  private static let timeouts = ["StartToClose", "Heartbeat", "ScheduleToStart", "ScheduleToClose"]
  /// The timeouts that are never tried again.
  private static let final = ["ScheduleToStart", "ScheduleToClose", "Unspecified"].map { "\(timeout)\($0)" }

  // MARK: A policy

  /// A `RetryPolicy`.
  init(policy: PolicyValue, deadline: Setting<Double>? = nil) {
    let findings = policy.findings
    guard let mapping = policy.reading(.protocolBuffers).mapping("a retry policy") else { return }
    let excluded = mapping.take("nonRetryableErrorTypes")
    let before = findings.errorCount
    let attempts = mapping.number("maximumAttempts")
    let initial = mapping.take("initialInterval").flatMap { Self.duration($0) }
    let longest = mapping.take("maximumInterval").flatMap { Self.duration($0) }
    let factor = mapping.number("backoffCoefficient")
    guard findings.errorCount == before else { return }
    let count = attempts?.value ?? 0
    let first = initial?.value ?? 0
    let usual = first == 0 ? 1 : first
    if count < 0 || count != count.rounded() {
      attempts?.source.mustBe("a number of tries, or 0 for any number")
    }
    // With a single try Temporal looks at nothing else.
    if count != 1, let factor, factor.value != 0, factor.value < 1 {
      factor.source.fault("“backoffCoefficient” must be at least 1. Temporal rejects the policy.")
    }
    if count != 1, let longest, longest.value > 0, longest.value < usual {
      longest.source.fault(
        "“maximumInterval” must not be shorter than “initialInterval”, which is 1 s if it is not written. Temporal rejects the policy."
      )
    }
    self.excluded = excluded.map { Self.types($0, isChecked: count != 1) } ?? []
    guard findings.errorCount == before else { return }
    let most = longest.map { $0.value > 0 ? $0.value : 100 * usual } ?? 100 * usual
    set(
      attempts: (attempts?.source ?? policy).setting(count),
      initial: (initial?.source ?? policy).setting(usual), factor: factor?.value == 0 ? nil : factor,
      longest: (longest?.source ?? policy).setting(most))
    self.deadline = deadline.map { $0.source.delay(seconds: $0.value) }
  }

  /// A duration as JSON has those of protocol buffers.
  static func duration(_ value: PolicyValue) -> Setting<Double>? {
    guard value.string?.hasPrefix("-") != true else {
      value.fault("“\(value.key)” must not be negative. Temporal rejects the policy.")
      return nil
    }
    return value.duration(LongProtobufDuration())
  }

  private static func types(_ list: PolicyValue, isChecked: Bool) -> [ImportedValue] {
    var seen = Set(final)
    return list.list().compactMap { element in
      guard let type = element.string else {
        element.fault("An error type must be a string. It is \(element.node.kindName).")
        return nil
      }
      if isChecked, type.hasPrefix(timeout), !timeouts.contains(String(type.dropFirst(timeout.count))) {
        let question = Suggestion.question(for: type, among: timeouts.map { "\(timeout)\($0)" })
        element.fault("“\(type)” is not a timeout of Temporal, which rejects the policy.\(question)")
      }
      return seen.insert(type).inserted && !type.isEmpty ? .text(type).at(element.place) : nil
    }
  }

  // MARK: Defaults

  private enum Default: String, CaseIterable {
    case initial = "InitialIntervalInSeconds"
    case coefficient = "MaximumIntervalCoefficient"
    case factor = "BackoffCoefficient"
    case attempts = "MaximumAttempts"

    /// The number that is written; nil if the server takes none from this value.
    func number(_ node: Node) -> Double? {
      var number = node.number?.double
      if self == .initial, let text = node.string {
        number = TimeSpan(text).map { Double($0.microseconds) / 1e6 }
      }
      if self == .attempts, case .decimal = node.content { number = nil }
      return number.flatMap { $0.isFinite && $0 >= 0 ? $0 : nil }
    }
  }

  /// A `DefaultRetrySettings`, whose keys are compared without case. If one value is wrong the server takes none of them.
  init(defaults: PolicyValue) {
    guard let members = defaults.members else {
      defaults.fault("“value” must be a mapping. Temporal takes its own defaults.")
      return
    }
    var values: [Default: Setting<Double>] = [:]
    let before = defaults.findings.errorCount
    for member in members {
      guard let key = Default.allCases.first(where: { $0.rawValue.lowercased() == member.key.lowercased() })
      else {
        // A multiple of the initial interval is all that the server takes.
        let isLongest = member.key.lowercased() == "maximumintervalinseconds"
        let question =
          isLongest
          ? " Write “\(Default.coefficient.rawValue)”."
          : Suggestion.question(for: member.key, among: Default.allCases.map { $0.rawValue })
        defaults.at(member.keyRange).doubt("Temporal's server does not read “\(member.key)”.\(question)")
        continue
      }
      let value = defaults.with(member.value)
      guard let number = key.number(member.value) else {
        value.fault(
          "“\(member.key)” must be \(key == .initial ? "a number of seconds" : "a number"). Temporal takes its own defaults for all of them."
        )
        continue
      }
      values[key] = value.setting(number)
    }
    guard defaults.findings.errorCount == before else { return }
    if let factor = values[.factor], factor.value > 0, factor.value < 1 {
      factor.source.fault("“BackoffCoefficient” must be at least 1: Temporal rejects what has this default.")
      return
    }
    let initial = values[.initial] ?? defaults.setting(1)
    // The server drops what is behind the point.
    let coefficient = values[.coefficient] ?? defaults.setting(100)
    set(
      attempts: values[.attempts] ?? defaults.setting(0), initial: initial, factor: values[.factor],
      longest: coefficient.source.setting(coefficient.value.rounded(.towardZero) * initial.value))
  }

  private mutating func set(
    attempts: Setting<Double>, initial: Setting<Double>, factor: Setting<Double>?, longest: Setting<Double>
  ) {
    isEndless = attempts.value == 0
    if isEndless {
      attempts.source.lost(
        "Temporal tries again until a timeout of its own ends it; the rule tries 1,000 times.")
      self.attempts = .integer(1_000).at(attempts.place)
    } else {
      self.attempts = attempts.source.tries(Int64(min(attempts.value, 1e6)))
    }
    backoff = ImportedBackoff(
      initial: initial.source.delay(seconds: initial.value),
      multiplier: factor.map {
        $0.source.multiplier($0.value, as: $0.source.node.number == nil ? .decimal($0.value) : nil)
      },
      max: longest.value > 0
        ? longest.source.delay(seconds: longest.value) : .longestDelay.at(longest.place))
  }

  // MARK: Rules

  func responder(_ id: String, origins: [ImportedValue], at place: SourceRange) -> ImportedResponder {
    ImportedResponder(
      id: id, origins: origins, rules: rules(namespace: nil, suffix: "", at: place), place: place)
  }

  func rules(namespace: PolicyValue?, suffix: String, at place: SourceRange) -> [ImportedRule] {
    guard let attempts, let backoff else { return [] }
    let own = namespace.map {
      ImportedValue.placed(["namespace": ["equals": .node($0.node)]], $0.place)
    }
    let failed = ImportedRule(
      "failed\(suffix)", when: .members(["attributes": own, "any": .list(final)]), then: .cancel, at: place)
    let retry = ImportedRetry(maxAttempts: attempts, backoff: backoff, deadline: deadline)
    var again = ImportedRule(
      "retry\(suffix)", when: own.map { ["attributes": $0] }, then: .retry(retry), at: place)
    if namespace == nil {
      let reason = "Temporal tries again after every failure that is not excluded."
      again.suppressed.append(("vain-retry", reason))
    }
    if isEndless, deadline == nil {
      again.suppressed.append(("long-retry", "Temporal's timeouts end it."))
    }
    return [failed, again]
  }

  /// The failures that are never tried again.
  private var final: [ImportedValue] {
    // The whole name, and no ancestor's.
    let types = Self.final.map { ImportedValue.text($0) } + excluded
    return [
      ["type": ["equals": .list(types)]], ["attributes": ["nonRetryable": true]], ["cancelled": true],
    ]
  }
}
