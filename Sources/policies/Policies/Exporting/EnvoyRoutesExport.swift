internal import Records
internal import RuleLanguage
internal import Source

/// Writes a route configuration of Envoy (see ``EnvoyRoutes``): a retry policy for each path of which the rules speak, and all others.
struct EnvoyRoutesExport: PolicyExport {
  let name = "envoy"
  let summary = "Envoy: a route configuration with retry_policy"

  private static let path = Subject.attribute("url.path")
  private static let statuses = 100...599
  /// Envoy's flag of a try that took too long.
  private static let timeout = "UT"
  private static let flags = EnvoyMatchers.resets + [timeout]

  var textAttributes: [Subject] { [Self.path] }

  func knownErrors(to rules: ExportedRules) -> Condition {
    let least = Number.integer(Int64(Self.statuses.lowerBound))
    let most = Number.integer(Int64(Self.statuses.upperBound))
    func isMissing(_ subject: Subject) -> Condition { rules.compare(subject, .exists(false)) }
    let response = Condition.all([
      rules.compare(.field(.status), .number([NumberRange(from: least, to: most)])), isMissing(.field(.code)),
      isMissing(.problem(.status)),
    ])
    let reset = Condition.all([rules.isOne(of: Self.flags, .field(.code)), isMissing(.field(.status))])
    return .all([
      .any([response, reset]), rules.compare(Self.path, .text(TextTest(.hasPrefix, "/"))),
      isMissing(.attribute(EnvoyMatchers.rateLimited)),
      isMissing(.attribute("http.response.header.grpc-status")), .not(rules.isCancellation),
    ])
  }

  func document(of rules: ExportedRules, in diagnostics: inout Diagnostics) -> Node? {
    let place = rules.place
    let matches = Self.matches(in: rules)
    let kinds = Self.statuses.count + Self.flags.count
    guard rules.canTry(matches.count, kinds, "paths", in: &diagnostics) else { return nil }
    var losses = ExportLosses(rules)
    var errors = TypicalErrors(rules)
    var written: [(match: PathMatch, policy: Policy)] = []
    for match in matches {
      let policy = Self.policy(for: match, &errors, &losses)
      // Of the routes that match, the first one decides: those before the longest prefix do not.
      let general = written.last { $0.match.covers(match) }?.policy
      if policy != general { written.append((match, policy)) }
    }
    let routes = written.reversed().map { Self.route($0, rules, &losses) }
    losses.report(in: &diagnostics)
    let host = Node.mapping(
      [
        ("name", .text("all", at: place)), ("domains", .list([.text("*", at: place)], at: place)),
        ("routes", .list(routes, at: place)),
      ],
      at: place
    )
    return .mapping([("virtual_hosts", .list([host], at: place))], at: place)
  }

  // MARK: - Paths

  private struct PathMatch: Hashable {
    let text: String
    let isPrefix: Bool

    func covers(_ other: PathMatch) -> Bool { isPrefix && other.text.hasPrefix(text) }

    /// A path that it matches, and no longer one does.
    var example: String { isPrefix ? text + TypicalError.unnamed : text }
  }

  /// The most general first.
  private static func matches(in rules: ExportedRules) -> [PathMatch] {
    var matches: Set = [PathMatch(text: "/", isPrefix: true)]
    for condition in rules.conditions {
      for path in condition.texts(of: path) where path.hasPrefix("/") {
        matches.insert(PathMatch(text: path, isPrefix: false))
      }
      for prefix in condition.prefixes(of: path) where prefix.hasPrefix("/") {
        matches.insert(PathMatch(text: prefix, isPrefix: true))
      }
    }
    return matches.sorted {
      ($0.text.utf8.count, $0.isPrefix ? 0 : 1, $0.text) < ($1.text.utf8.count, $1.isPrefix ? 0 : 1, $1.text)
    }
  }

  // MARK: - Policies

  private struct Policy: Hashable {
    /// The rule that tries again; nil if none does.
    var clause: Int?
    var failures = Failures()
  }

  private struct Failures: Hashable {
    var statuses: Set<Int> = []
    var flags: Set<String> = []

    var count: Int { statuses.count + flags.count }
  }

  private static func policy(
    for match: PathMatch, _ errors: inout TypicalErrors, _ losses: inout ExportLosses
  ) -> Policy {
    var retried: [Int: Failures] = [:]
    let attributes = [("url.path", match.example)]
    for status in statuses {
      let outcomes = errors.outcomes(of: TypicalError(status: status, attributes: attributes))
      guard let outcomes else { continue }
      losses.add(unless: outcomes, areOfRequestsOf: "Envoy")
      if let retry = outcomes.first.retry {
        retried[retry.clause, default: Failures()].statuses.insert(status)
      }
    }
    for flag in flags {
      guard
        let outcomes = errors.outcomes(
          of: TypicalError(type: TypicalError.unnamed, code: flag, attributes: attributes))
      else {
        continue
      }
      losses.add(unless: outcomes, areOfRequestsOf: "Envoy")
      if let retry = outcomes.first.retry { retried[retry.clause, default: Failures()].flags.insert(flag) }
    }
    let sole = losses.sole(
      of: retried, by: { $0.count },
      "Envoy has one retry policy for a route: this rule's errors are not tried again.")
    return sole.map { Policy(clause: $0.clause, failures: $0.failures) } ?? Policy()
  }

  // MARK: - Writing

  private static func route(
    _ route: (match: PathMatch, policy: Policy), _ rules: ExportedRules, _ losses: inout ExportLosses
  ) -> Node {
    let place = rules.place
    let match = Node.mapping(
      [(route.match.isPrefix ? "prefix" : "path", .text(route.match.text, at: place))], at: place)
    var action: [(String, Node)] = []
    if let clause = route.policy.clause, let retry = rules.retry(of: clause) {
      if retry.deadline != nil {
        losses.add(
          "Envoy counts “timeout” from the start of a request, a deadline from the first failure.",
          atVerdictOf: clause)
      }
      action.append(
        ("timeout", .text("\((retry.deadline ?? TimeSpan(microseconds: 0)).decimalSeconds)s", at: place)))
      action.append(("retry_policy", policy(retry, clause, route.policy.failures, at: place, &losses)))
    }
    return .mapping([("match", match), ("route", .mapping(action, at: place))], at: place)
  }

  private static func policy(
    _ retry: RetryPolicy, _ clause: Int, _ failures: Failures, at place: SourceRange,
    _ losses: inout ExportLosses
  ) -> Node {
    let backoff = retry.backoff
    if backoff.multiplier != 2 || backoff.jitter != .full {
      losses.add(
        "Envoy's delays double and are drawn from zero: “multiplier: 2” and “jitter: full”.",
        atVerdictOf: clause)
    }
    losses.add(keyOf: retry, besides: [.field(.operation)], "Envoy counts the tries of one request", clause)
    if retry.within < TimeSpan.seconds(ImportedValue.longestDelayInDays * 86_400) {
      losses.add(
        "Envoy never forgets a try: write “within: \(ImportedValue.longestDelayInDays)d”.",
        atVerdictOf: clause)
    }
    if retry.quota != nil { losses.add("A route of Envoy's has no quota of retries.", atVerdictOf: clause) }
    losses.add(delaysOf: retry, of: "Envoy", clause)
    let (words, statuses) = conditions(failures)
    if words.isEmpty || failures.flags.contains(timeout) {
      losses.add(
        "Envoy tries again after a try that took too long only with “per_try_timeout”, which no rule has.",
        atVerdictOf: clause)
    }
    var members: [(String, Node)] = [
      ("retry_on", .text(words.joined(separator: ","), at: place)),
      ("num_retries", .integer(Int64(retry.maxAttempts - 1), at: place)),
    ]
    if !statuses.isEmpty {
      let codes = Node.list(statuses.map { .integer(Int64($0), at: place) }, at: place)
      members.append(("retriable_status_codes", codes))
    }
    let delays = [("base_interval", backoff.delays.first ?? backoff.initial), ("max_interval", backoff.max)]
      .map { name, span in
        if span.microseconds == 0 || span.microseconds % 1_000 != 0 {
          losses.add("Envoy's delays are whole milliseconds, at least one.", atVerdictOf: clause)
        }
        return (name, Node.text("\(span.wholeMilliseconds.decimalSeconds)s", at: place))
      }
    members.append(("retry_back_off", .mapping(delays, at: place)))
    return .mapping(members, at: place)
  }

  /// The words of `retry_on`, and the statuses that they do not stand for.
  private static func conditions(_ failures: Failures) -> (words: [String], statuses: [Int]) {
    var words: [String] = []
    var statuses = failures.statuses
    if failures.flags.isSuperset(of: EnvoyMatchers.resets) {
      let hasAll = statuses.isSuperset(of: 500...599)
      words.append(hasAll ? "5xx" : "reset")
      if hasAll { statuses.subtract(500...599) }
    } else if failures.flags.contains("UF") {
      words.append("connect-failure")
    }
    if !statuses.isEmpty { words.append("retriable-status-codes") }
    return (words, statuses.sorted())
  }
}
