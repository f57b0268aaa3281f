internal import Records
internal import RuleLanguage
internal import Source

/// The retries of .NET's standard resilience handler, as an application's settings configure them.
///
/// The sections are those of `HttpStandardResilienceOptions` in Microsoft.Extensions.Http.Resilience; what they mean, that library and
/// Polly 8 say, on which it stands. .NET compares keys without case.
struct HTTPResilienceSettings: PolicyFormat {
  let name = "polly"
  let summary = ".NET's standard resilience handler in an appsettings.json"

  func recognizes(_ root: Node) -> Bool {
    root["responders"] == nil && !ResilienceSection.all(in: root).isEmpty
  }

  func ruleFile(_ root: Node, in diagnostics: inout Diagnostics) -> Node {
    let sections = ResilienceSection.all(in: root)
    var ids = RuleIDs()
    let responders = sections.map { section in
      let name = section.name ?? "client"
      let named = Node.text(name, at: section.place)
      let origins = sections.count > 1 ? Node.origins(named, in: &diagnostics) : []
      return section.responder(ids.id(name), origins: origins, in: &diagnostics)
    }
    let none = Node.text("none", at: root.range)
    return .ruleFile(
      named: ".NET's standard resilience handler", defaults: sections.count > 1 ? [("responder", none)] : [],
      responders: responders, at: root.range)
  }
}

/// One handler's section.
private struct ResilienceSection {
  /// The last key of its path; nil for a whole document.
  let name: String?
  let place: SourceRange
  let node: Node

  /// No settings lie deeper.
  private static let deepest = 8

  static func all(in root: Node) -> [ResilienceSection] { all(in: root, nil, at: root.range, depth: 0) }

  private static func all(in node: Node, _ name: String?, at place: SourceRange, depth: Int)
    -> [ResilienceSection]
  {
    if isSection(node) { return [ResilienceSection(name: name, place: place, node: node)] }
    guard depth < deepest else { return [] }
    return (node.members ?? []).flatMap { member in
      all(in: member.value, member.key, at: member.keyRange, depth: depth + 1)
    }
  }

  private static func isSection(_ node: Node) -> Bool {
    guard let retry = Settings.value("Retry", in: node), retry.members != nil else { return false }
    let timeouts = ["AttemptTimeout", "TotalRequestTimeout"].compactMap { Settings.value($0, in: node) }
    if timeouts.contains(where: { Settings.value("Timeout", in: $0) != nil }) { return true }
    let known = ["MaxRetryAttempts", "BackoffType", "UseJitter", "ShouldRetryAfterHeader"]
    return known.filter { Settings.value($0, in: retry) != nil }.count >= 2
  }

  private enum Backoff: String, CaseIterable {
    case constant = "Constant"
    case linear = "Linear"
    case exponential = "Exponential"
  }

  func responder(_ id: String, origins: [Node], in diagnostics: inout Diagnostics) -> Node {
    var members: [(String, Node)] = [("id", .text(id, at: place))]
    if !origins.isEmpty { members.append(("origins", .list(origins, at: place))) }
    let before = diagnostics.errorCount
    let total = timeout("TotalRequestTimeout", 30, in: &diagnostics)
    let retry = self.retry(deadline: total, in: &diagnostics)
    checkTimeouts(total, in: &diagnostics)
    let rules = diagnostics.errorCount == before ? [retry] : []
    return .mapping(
      members + [
        ("rules", .list(rules, at: place)),
        ("otherwise", .mapping([("then", .text("cancel", at: place))], at: place)),
      ],
      at: place
    )
  }

  // MARK: Timeouts and breakers

  /// In seconds, and where it is written.
  private typealias Duration = (seconds: Double, place: SourceRange?)

  private func timeout(_ key: String, _ usual: Double, in diagnostics: inout Diagnostics) -> Duration {
    guard let node = Settings.value(key, in: node) else { return (usual, nil) }
    let settings = Settings(node, key, ["Timeout"], skipping: ["Name"], in: &diagnostics)
    return settings.duration("Timeout", 0.01...86_400, in: &diagnostics).map { ($0.seconds, $0.place) } ?? (
      usual, nil
    )
  }

  /// What the library's `HttpStandardResilienceOptionsCustomValidator` rejects.
  private func checkTimeouts(_ total: Duration, in diagnostics: inout Diagnostics) {
    let attempt = timeout("AttemptTimeout", 10, in: &diagnostics)
    if attempt.seconds > total.seconds {
      diagnostics.report(
        .policyFault(
          "The timeout of an attempt, \(Self.text(attempt)), must not be longer than that of the whole request, \(Self.text(total)): the application fails.",
          at: attempt.place ?? total.place ?? place))
    }
    guard let node = Settings.value("CircuitBreaker", in: node) else {
      return checkSampling((30, nil), attempt, in: &diagnostics)
    }
    let settings = Settings(
      node, "CircuitBreaker", ["FailureRatio", "MinimumThroughput", "SamplingDuration", "BreakDuration"],
      skipping: ["Name"], in: &diagnostics)
    _ = settings.number("FailureRatio", 0...1, in: &diagnostics)
    _ = settings.integer("MinimumThroughput", 2...Int64(Int32.max), in: &diagnostics)
    _ = settings.duration("BreakDuration", 0.5...86_400, in: &diagnostics)
    let sampling = settings.duration("SamplingDuration", 0.5...86_400, in: &diagnostics)
    diagnostics.report(
      .policyLoss(
        "This breaker opens at a share of failed calls; one of a rule file opens at a number of errors.",
        at: node.range))
    checkSampling(sampling.map { ($0.seconds, $0.place) } ?? (30, nil), attempt, in: &diagnostics)
  }

  private func checkSampling(_ sampling: Duration, _ attempt: Duration, in diagnostics: inout Diagnostics) {
    guard sampling.seconds < 2 * attempt.seconds else { return }
    diagnostics.report(
      .policyFault(
        "The breaker's sampling duration, \(Self.text(sampling)), must be at least twice the timeout of an attempt, \(Self.text(attempt)): the application fails.",
        at: sampling.place ?? attempt.place ?? place))
  }

  private static func text(_ duration: Duration) -> String {
    let text = TimeSpan(microseconds: Int64(duration.seconds * 1e6)).shortText
    return duration.place == nil ? "\(text) by default" : text
  }

  // MARK: Retries

  private func retry(deadline: Duration, in diagnostics: inout Diagnostics) -> Node {
    let node = Settings.value("Retry", in: node) ?? node
    let settings = Settings(
      node, "Retry",
      ["MaxRetryAttempts", "BackoffType", "UseJitter", "Delay", "MaxDelay", "ShouldRetryAfterHeader"],
      skipping: ["Name"], in: &diagnostics)
    let retries = settings.integer("MaxRetryAttempts", 1...Int64(Int32.max), in: &diagnostics)
    let backoff = settings.word("BackoffType", Backoff.allCases.map { $0.rawValue }, in: &diagnostics)
    let isRandom = settings.flag("UseJitter", in: &diagnostics)?.value ?? true
    _ = settings.flag("ShouldRetryAfterHeader", in: &diagnostics)
    let delay = settings.duration("Delay", 0...86_400, in: &diagnostics)
    let most = settings.duration("MaxDelay", 0...86_400, in: &diagnostics)
    let kind = backoff.flatMap { Backoff(rawValue: $0.value) } ?? .exponential
    let kindPlace = backoff?.place ?? node.range
    let tries = Node.tries(
      min((retries?.value ?? 3) + 1, 1_000_000), at: retries?.place ?? node.range, in: &diagnostics)
    let longest = most.map { Node.delay(seconds: $0.seconds, at: $0.place, in: &diagnostics) }
    if kind == .linear {
      diagnostics.report(
        .policyLoss(
          "These delays grow by the first one each time; those of the rule stay as long as it.", at: kindPlace
        ))
    }
    var jitter = Node.text("none", at: kindPlace)
    if isRandom {
      // As long as the median that Polly aims at, and inside of its bounds.
      jitter = .decimal(kind == .exponential ? 0.5 : 0.25, at: kindPlace)
      if kind == .exponential {
        diagnostics.report(
          .policyLoss(
            "Polly draws each delay with those before it in mind, from 0 to about twice its median; the rule draws up to a half more or less.",
            at: kindPlace))
      }
      if let most {
        diagnostics.report(
          .policyLoss(
            "Polly draws a delay and then cuts it off at the longest; a rule cuts it off first.",
            at: most.place))
      }
    }
    let end = deadline.place ?? node.range
    if deadline.place != nil {
      diagnostics.report(
        .policyLoss(
          "The whole request's timeout counts from its start, the rule's deadline from the first failure.",
          at: end))
    }
    let initial = Node.delay(seconds: delay?.seconds ?? 2, at: delay?.place ?? node.range, in: &diagnostics)
    let delays: [(String, Node)] = [
      ("initial", initial), ("multiplier", .integer(kind == .exponential ? 2 : 1, at: kindPlace)),
      ("max", longest ?? .longestDelay(at: kindPlace)), ("jitter", jitter),
    ]
    let policy: [(String, Node)] = [
      ("maxAttempts", tries), ("within", .longestDelay(at: node.range)),
      ("backoff", .mapping(delays, at: node.range)),
      ("deadline", .delay(seconds: deadline.seconds, at: end, in: &diagnostics)),
      ("exhausted", .text("cancel", at: node.range)),
    ]
    let verdict = Node.mapping([("retry", .mapping(policy, at: node.range))], at: node.range)
    return .mapping(
      [("id", .text("retry", at: node.range)), ("when", Self.transient(at: node.range)), ("then", verdict)],
      at: node.range)
  }

  /// `HttpClientResiliencePredicates.IsTransient`.
  private static func transient(at place: SourceRange) -> Node {
    func texts(_ names: [String]) -> Node { .oneOf(names.map { .text($0, at: place) }, at: place) }
    let statuses = Node.list([.integer(408, at: place), .integer(429, at: place)], at: place)
    let server = Node.mapping([("atLeast", .integer(500, at: place))], at: place)
    let failed = texts(["System.Net.Http.HttpRequestException", "Polly.Timeout.TimeoutRejectedException"])
    let cancelled = texts([
      "System.OperationCanceledException", "System.Threading.Tasks.TaskCanceledException",
    ])
    let cause = Node.mapping([("type", texts(["System.TimeoutException"]))], at: place)
    let conditions: [[(String, Node)]] = [
      [("status", statuses)], [("status", server)], [("type", failed)],
      [("type", cancelled), ("underlying", cause)],
    ]
    return .any(of: conditions.map { .mapping($0, at: place) }, at: place)
  }
}

/// A section's values. Keys that .NET does not bind are reported.
private struct Settings {
  private let node: Node

  init(
    _ node: Node, _ name: String, _ keys: [String], skipping skipped: [String],
    in diagnostics: inout Diagnostics
  ) {
    self.node = node
    guard let members = node.members else {
      diagnostics.report(.policyFault("“\(name)” must be a mapping. It is \(node.kindName).", at: node.range))
      return
    }
    let known = Set((keys + skipped).map { $0.lowercased() })
    for member in members where !known.contains(member.key.lowercased()) {
      let question = Suggestion.question(for: member.key, among: keys)
      diagnostics.report(
        .policyDoubt("“\(name)” has no “\(member.key)”, which has no effect.\(question)", at: member.keyRange)
      )
    }
  }

  static func value(_ key: String, in node: Node) -> Node? {
    node.members?.first { $0.key.lowercased() == key.lowercased() }?.value
  }

  private func value(_ key: String) -> Node? {
    Self.value(key, in: node).flatMap { $0.isNull || $0.string == "" ? nil : $0 }
  }

  func integer(_ key: String, _ bounds: ClosedRange<Int64>, in diagnostics: inout Diagnostics)
    -> (value: Int64, place: SourceRange)?
  {
    guard let node = value(key) else { return nil }
    var number = node.string.flatMap { Int64($0) }
    if case .integer(let value) = node.content { number = value }
    if let number, bounds.contains(number) { return (number, node.range) }
    diagnostics.report(
      .policyFault(
        "“\(key)” must be an integer from \(bounds.lowerBound) to \(bounds.upperBound).", at: node.range))
    return nil
  }

  func number(_ key: String, _ bounds: ClosedRange<Double>, in diagnostics: inout Diagnostics) -> Double? {
    guard let node = value(key) else { return nil }
    if let number = node.number?.double ?? node.string.flatMap({ Double($0) }), bounds.contains(number) {
      return number
    }
    diagnostics.report(.policyFault("“\(key)” must be a number from 0 to 1.", at: node.range))
    return nil
  }

  func flag(_ key: String, in diagnostics: inout Diagnostics) -> (value: Bool, place: SourceRange)? {
    guard let node = value(key) else { return nil }
    if case .bool(let value) = node.content { return (value, node.range) }
    if let text = node.string?.lowercased(), ["true", "false"].contains(text) {
      return (text == "true", node.range)
    }
    diagnostics.report(.policyFault("“\(key)” must be true or false.", at: node.range))
    return nil
  }

  /// A word of an enumeration, or its number.
  func word(_ key: String, _ words: [String], in diagnostics: inout Diagnostics) -> (
    value: String, place: SourceRange
  )? {
    guard let node = value(key) else { return nil }
    if let word = words.first(where: { $0.lowercased() == node.text.lowercased() }) {
      return (word, node.range)
    }
    if let number = Int(node.text), words.indices.contains(number) { return (words[number], node.range) }
    let question = Suggestion.question(for: node.text, among: words)
    diagnostics.report(
      .policyFault("“\(key)” must be one of \(words.joined(separator: ", ")).\(question)", at: node.range))
    return nil
  }

  func duration(_ key: String, _ bounds: ClosedRange<Double>, in diagnostics: inout Diagnostics)
    -> (seconds: Double, place: SourceRange)?
  {
    guard let node = value(key) else { return nil }
    guard let seconds = Self.seconds(node.text) else {
      diagnostics.report(.policyFault("“\(key)” must be a TimeSpan such as 00:00:02.", at: node.range))
      return nil
    }
    if bounds.contains(seconds) { return (seconds, node.range) }
    let days = node.text.contains(":") ? "" : " “\(node.text)” is a number of days."
    diagnostics.report(
      .policyFault(
        "“\(key)” must be from \(Self.text(bounds.lowerBound)) to \(Self.text(bounds.upperBound)).\(days)",
        at: node.range))
    return nil
  }

  private static func text(_ seconds: Double) -> String {
    seconds == 0 ? "0s" : TimeSpan(microseconds: Int64(seconds * 1e6)).shortText
  }

  /// `[-]d`, or `[-][d.]hh:mm[:ss[.fffffff]]`.
  private static func seconds(_ text: String) -> Double? {
    let isNegative = text.hasPrefix("-")
    let parts = (isNegative ? text.dropFirst() : text[...]).split(
      separator: ":", omittingEmptySubsequences: false)
    func whole(_ part: Substring, below bound: Int) -> Double? {
      guard let number = Int(part), part.allSatisfy({ $0.isNumber }), number < bound else { return nil }
      return Double(number)
    }
    guard parts.count > 1 else {
      return whole(parts[0], below: 10_675_200).map { (isNegative ? -1 : 1) * $0 * 86_400 }
    }
    var first = parts[0].split(separator: ".", omittingEmptySubsequences: false)
    var rest = Array(parts.dropFirst())
    // Days may stand before a colon, too, if all else is there.
    if rest.count == 3 {
      first.append(rest.removeFirst())
    }
    guard first.count <= 2, rest.count <= 2, let hours = whole(first[first.count - 1], below: 24),
      let minutes = whole(rest[0], below: 60)
    else { return nil }
    var total = hours * 3_600 + minutes * 60
    if first.count == 2 {
      guard let days = whole(first[0], below: 10_675_200) else { return nil }
      total += days * 86_400
    }
    if rest.count == 2 {
      let seconds = rest[1].split(separator: ".", omittingEmptySubsequences: false)
      guard seconds.count <= 2, let full = whole(seconds[0], below: 60) else { return nil }
      total += full
      if seconds.count == 2 {
        guard seconds[1].count <= 7, whole(seconds[1], below: 10_000_000) != nil,
          let part = Double("0.\(seconds[1])")
        else {
          return nil
        }
        total += part
      }
    }
    return isNegative ? -total : total
  }
}
