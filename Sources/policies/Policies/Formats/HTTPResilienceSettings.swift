internal import Records
internal import RuleLanguage
internal import Source

/// The retries of .NET's standard resilience handler, as an application's settings configure them.
///
/// The sections are those of `HttpStandardResilienceOptions` in Microsoft.Extensions.Http.Resilience; what they mean, that library and
/// Polly 8 say, on which it stands. .NET compares keys without case.
struct HTTPResilienceSettings: TypedPolicyFormat {
  let name = "polly"
  let noun = ".NET settings file"
  let summary = ".NET's standard resilience handler in an appsettings.json"

  private static let dialect = PolicyDialect(
    keys: .anyCase, readsTexts: true, ignoresNull: true, ignoresEmpty: true)

  func recognizes(_ root: Node) -> Bool {
    root["responders"] == nil
      && !ResilienceSection.all(in: PolicyValue(root, PolicyFindings(), Self.dialect)).isEmpty
  }

  func ruleFile(of root: PolicyValue) -> ImportedRuleFile {
    let sections = ResilienceSection.all(in: root.reading(Self.dialect))
    var ids = RuleIDs()
    var responders = sections.map { section in
      let name = section.name ?? "client"
      let origins = sections.count > 1 ? section.value.at(section.place).origins(name) : []
      return section.responder(ids.id(name), origins: origins)
    }
    // Only keys that .NET does not bind: they are reported.
    if responders.isEmpty { responders = [ImportedResponder(id: "client", place: root.place)] }
    return ImportedRuleFile(
      name: ".NET's standard resilience handler", place: root.place,
      responder: sections.count > 1 ? "none" : nil, responders: responders)
  }
}

/// One handler's section.
private struct ResilienceSection {
  /// The last key of its path; nil for a whole document.
  let name: String?
  let place: SourceRange
  let value: PolicyValue

  /// No settings lie deeper.
  private static let deepest = 8

  static func all(in root: PolicyValue) -> [ResilienceSection] {
    all(in: root, nil, at: root.place, depth: 0)
  }

  private static func all(in value: PolicyValue, _ name: String?, at place: SourceRange, depth: Int)
    -> [ResilienceSection]
  {
    if isSection(value) { return [ResilienceSection(name: name, place: place, value: value)] }
    guard depth < deepest else { return [] }
    return (value.members ?? []).flatMap { member in
      all(in: value.with(member.value), member.key, at: member.keyRange, depth: depth + 1)
    }
  }

  private static func isSection(_ value: PolicyValue) -> Bool {
    guard let retry = value["Retry"], retry.members != nil else { return false }
    if ["AttemptTimeout", "TotalRequestTimeout"].contains(where: { value[$0]?["Timeout"] != nil }) {
      return true
    }
    let known = ["MaxRetryAttempts", "BackoffType", "UseJitter", "ShouldRetryAfterHeader"]
    return known.filter { retry[$0] != nil }.count >= 2
  }

  func responder(_ id: String, origins: [ImportedValue]) -> ImportedResponder {
    let before = value.findings.errorCount
    let total = timeout("TotalRequestTimeout", 30)
    let retries = self.retries(deadline: total)
    checkTimeouts(total)
    return ImportedResponder(
      id: id, origins: origins, rules: value.findings.errorCount == before ? retries : [], otherwise: .cancel,
      place: place)
  }

  /// A setting that is a mapping; nil, and reported, if it is none.
  private func settings(_ key: String) -> PolicyMapping? {
    guard let found = value[key] else { return nil }
    guard let members = found.members else {
      found.fault("“\(key)” must be a mapping. It is \(found.node.kindName).")
      return nil
    }
    return PolicyMapping(found, members)
  }

  // MARK: Timeouts and breakers

  /// A duration in seconds, and its place.
  private struct Duration {
    let seconds: Double
    var source: PolicyValue?

    var text: String {
      let text = TimeSpan(microseconds: Int64(seconds * 1e6)).shortText
      return source == nil ? "\(text) by default" : text
    }
  }

  private static func duration(_ key: String, _ bounds: ClosedRange<Double>, of settings: PolicyMapping?)
    -> Duration?
  {
    guard let value = settings?.take(key), let seconds = value.duration(DotNetTimeSpan())?.value else {
      return nil
    }
    if bounds.contains(seconds) { return Duration(seconds: seconds, source: value) }
    let texts = [bounds.lowerBound, bounds.upperBound].map {
      $0 == 0 ? "0s" : TimeSpan(microseconds: Int64($0 * 1e6)).shortText
    }
    let days = value.text.contains(":") ? "" : " “\(value.text)” is a number of days."
    value.fault("“\(key)” must be from \(texts[0]) to \(texts[1]).\(days)")
    return nil
  }

  private func timeout(_ key: String, _ usual: Double) -> Duration {
    let settings = settings(key)
    return Self.duration("Timeout", 0.01...86_400, of: settings) ?? Duration(seconds: usual)
  }

  /// Reports timeouts that the library's `HttpStandardResilienceOptionsCustomValidator` rejects.
  private func checkTimeouts(_ total: Duration) {
    let attempt = timeout("AttemptTimeout", 10)
    let section = value.at(place)
    if attempt.seconds > total.seconds {
      (attempt.source ?? total.source ?? section).fault(
        "The timeout of an attempt, \(attempt.text), must not be longer than that of the whole request, \(total.text): the application fails."
      )
    }
    var sampling: Duration?
    if let breaker = value["CircuitBreaker"] {
      let settings = settings("CircuitBreaker")
      _ = settings?.number("FailureRatio", .within(0...1))
      _ = settings?.integer("MinimumThroughput", 2...Int64(Int32.max))
      _ = Self.duration("BreakDuration", 0.5...86_400, of: settings)
      sampling = Self.duration("SamplingDuration", 0.5...86_400, of: settings)
      breaker.lost(
        "This breaker opens at a share of failed calls; one of a rule file opens at a number of errors.")
    }
    let window = sampling ?? Duration(seconds: 30)
    if window.seconds < 2 * attempt.seconds {
      (window.source ?? attempt.source ?? section).fault(
        "The breaker's sampling duration, \(window.text), must be at least twice the timeout of an attempt, \(attempt.text): the application fails."
      )
    }
  }

  // MARK: Retries

  private enum Backoff: String, CaseIterable {
    case constant = "Constant"
    case linear = "Linear"
    case exponential = "Exponential"
  }

  /// A word of the enumeration, or its number.
  private static func backoff(_ value: PolicyValue) -> Setting<Backoff>? {
    let all = Backoff.allCases
    let named = all.first { $0.rawValue.lowercased() == value.text.lowercased() }
    if let backoff = named ?? Int(value.text).flatMap({ all.indices.contains($0) ? all[$0] : nil }) {
      return value.setting(backoff)
    }
    let words = all.map { $0.rawValue }
    let question = Suggestion.question(for: value.text, among: words)
    value.fault("“\(value.key)” must be one of \(words.joined(separator: ", ")).\(question)")
    return nil
  }

  private func retries(deadline: Duration) -> [ImportedRule] {
    let node = value["Retry"] ?? value
    let settings = settings("Retry")
    let retries = settings?.integer("MaxRetryAttempts", 1...Int64(Int32.max))
    let backoff = settings?.take("BackoffType").flatMap { Self.backoff($0) }
    let isRandom = settings?.flag("UseJitter")?.value ?? true
    let asksHeader = settings?.flag("ShouldRetryAfterHeader")
    let delay = Self.duration("Delay", 0...86_400, of: settings)
    let most = Self.duration("MaxDelay", 0...86_400, of: settings)
    let kind = backoff?.value ?? .exponential
    let kindSource = backoff?.source ?? node
    let tries = (retries?.source ?? node).tries(min((retries?.value ?? 3) + 1, 1_000_000))
    let longest = most.map { ($0.source ?? node).delay(seconds: $0.seconds) }
    if isRandom, kind == .exponential {
      kindSource.lost(
        "Polly draws each delay with those before it in mind. The rules have the same medians, if records have an “attempt”; their least and greatest delays are others."
      )
    }
    deadline.source?.lost(
      "The whole request's timeout counts from its start, the rule's deadline from the first failure.")
    let seconds = delay?.seconds ?? 2
    let source = delay?.source ?? node
    // The header's delay takes the place of Polly's, whatever the longest one is.
    let wish = ImportedValue.text(asksHeader?.value ?? true ? "replace" : "ignore").at(
      asksHeader?.source.place ?? node.place)
    func rule(_ id: String, attempt: Int64? = nil, _ backoff: ImportedBackoff) -> ImportedRule {
      var policy = ImportedRetry(
        maxAttempts: tries, within: .longestDelay, backoff: backoff,
        deadline: (deadline.source ?? node).delay(seconds: deadline.seconds), exhausted: "cancel")
      policy.retryAfter = wish
      let when = ImportedValue.members([
        "attempt": attempt.map { .integer($0) }, "any": .list(Self.transient),
      ])
      return ImportedRule(.text(id), when: when, then: .retry(policy), at: node.place)
    }
    func delays(_ factor: Double, growing multiplier: Int64, _ jitter: ImportedValue) -> ImportedBackoff {
      ImportedBackoff(
        initial: source.delay(seconds: (seconds * factor * 1e6).rounded() / 1e6),
        multiplier: .integer(multiplier).at(kindSource.place),
        max: longest ?? .longestDelay.at(kindSource.place), jitter: jitter.at(kindSource.place),
        maxIncludesJitter: isRandom && most != nil ? true : nil)
    }
    if kind == .linear {
      var backoff = delays(1, growing: 1, isRandom ? 0.25 : "none")
      backoff.initial = nil
      backoff.multiplier = nil
      let count = min(max(1, retries?.value ?? 3), PolicyValue.mostTries - 1)
      backoff.delays = .list((1...count).map { source.delay(seconds: seconds * Double($0)) }).at(
        kindSource.place)
      return [rule("retry", backoff)]
    }
    guard isRandom, kind == .exponential else {
      return [rule("retry", delays(1, growing: kind == .exponential ? 2 : 1, isRandom ? 0.25 : "none"))]
    }
    let first = Self.medians.enumerated().map { index, median in
      rule(
        "retry-\(index + 1)", attempt: Int64(index + 1),
        delays(median.factor, growing: 1, .decimal(median.share)))
    }
    return first + [rule("retry", delays(0.5, growing: 2, 0.75))]
  }

  /// The medians of Polly's first random delays (`RetryHelper.DecorrelatedJitterBackoffV2`), in the delay of the settings, and the
  /// shares by which they vary. From the third on each is twice the one before: 2.02, 4.00, 8.00.
  private static let medians = [(factor: 0.8975, share: 0.5), (factor: 1.1395, share: 0.75)]

  /// `HttpClientResiliencePredicates.IsTransient`.
  private static let transient: [ImportedValue] = [
    ["status": [408, 429]], ["status": ["atLeast": 500]],
    ["type": ["System.Net.Http.HttpRequestException", "Polly.Timeout.TimeoutRejectedException"]],
    [
      "type": ["System.OperationCanceledException", "System.Threading.Tasks.TaskCanceledException"],
      "underlying": ["type": "System.TimeoutException"],
    ],
  ]
}
