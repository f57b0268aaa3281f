internal import Records
internal import RuleLanguage
internal import Source

/// The next server at a place of nginx's configuration: after which failures it is asked, how often and how long.
struct NginxRetryPolicy {
  /// Where the failures are written, or else where requests are passed on.
  let place: PolicyValue
  private let failures: Set<String>
  /// The number of servers that a request may reach, if it is limited.
  private let limit: Setting<Int64>?
  private let deadline: Setting<TimeSpan>?

  /// The failures that each module knows.
  private static let known: [String: [String]] = [
    "proxy": words("http_500 http_502 http_503 http_504 http_403 http_404 http_429 updating non_idempotent"),
    "grpc": words("http_500 http_502 http_503 http_504 http_403 http_404 http_429 non_idempotent"),
    "fastcgi": words("http_500 http_503 http_403 http_404 http_429 updating non_idempotent"),
    "uwsgi": words("http_500 http_503 http_403 http_404 http_429 updating non_idempotent"),
    "scgi": words("http_500 http_503 http_403 http_404 http_429 updating non_idempotent"),
    "memcached": ["error", "timeout", "invalid_response", "not_found", "off"],
  ]
  private static let usual: Set = ["error", "timeout"]

  private static func words(_ text: String) -> [String] {
    ["error", "timeout", "invalid_header", "off"] + text.split(separator: " ").map { String($0) }
  }

  /// The modules that pass requests on, by the beginning of their directives.
  static let modules = known.keys.sorted()

  /// - Parameter module: `proxy` for `proxy_pass`.
  init(_ module: String, in block: NginxBlock, passing: PolicyValue) {
    let words = block.inherited("\(module)_next_upstream").flatMap { $0.words }
    place = words.first ?? passing
    let named = Set(words.map { $0.text })
    failures = words.isEmpty ? Self.usual : named.contains("off") ? [] : named
    let tries = block.inherited("\(module)_next_upstream_tries").last?.words.first
    limit = tries.flatMap { word in Int64(word.text).flatMap { $0 > 0 ? word.setting($0) : nil } }
    let time = block.inherited("\(module)_next_upstream_timeout").last?.words.first
    deadline = time.flatMap { word in
      ProxyDuration.nginx.span(of: word.node).flatMap { $0.microseconds > 0 ? word.setting($0) : nil }
    }
  }

  /// Nil if only one server is asked.
  func retry(_ upstream: NginxUpstream) -> ImportedRetry? {
    let count = Int64(upstream.servers.count)
    guard min(count, limit?.value ?? count) > 1 else { return nil }
    let tries = limit.flatMap { $0.value < count ? $0 : nil } ?? upstream.source.setting(count)
    return ImportedRetry(
      maxAttempts: tries.source.tries(tries.value),
      deadline: deadline.map { $0.source.delay(seconds: $0.value.seconds) }, place: place.place)
  }

  func reportDeadline() {
    deadline?.source.lost(
      "nginx counts this time from the start of the first try, and a rule's deadline from its failure.")
  }

  // MARK: - Conditions

  private static let before = "while (?:connecting|SSL handshaking) to upstream"
  private static let after = "while (?:sending request to|reading response header from) upstream"
  /// The methods of requests that are sent once, and CONNECT, which nginx refuses.
  private static let once = "^(?:POST|LOCK|PATCH|CONNECT)$"

  /// Matchers of failures, any of which must hold.
  var clauses: [ImportedValue] {
    var clauses: [ImportedValue] = []
    let unsent = messages(Self.before)
    if !unsent.isEmpty { clauses.append(["message": ["matches": .list(unsent)]]) }
    // A server may have read these requests.
    var sent: [(key: String, value: ImportedValue)] = []
    if failures.contains("non_idempotent") {
      sent.append(("attributes", ["method": ["exists": true]]))
    } else {
      sent.append(("not", ["attributes": ["method": ["matches": .text(Self.once)]]]))
    }
    let told = self.sent
    if !told.isEmpty { clauses.append(.mapping(sent + [("message", ["matches": .list(told)])])) }
    if !statuses.isEmpty {
      clauses.append(.mapping(sent + [("status", .list(statuses.map { .integer($0) }))]))
    }
    return clauses
  }

  var comparesTexts: Bool { !messages(Self.before).isEmpty || !sent.isEmpty }

  private var sent: [ImportedValue] {
    var messages = messages(Self.after)
    if failures.contains("invalid_header") || failures.contains("invalid_response") {
      messages.append(
        .text("^upstream sent (?:invalid|too big|duplicate|unexpected|unsupported) .*\(Self.after)"))
    }
    // A status is in no error log: it has only the warning that the server is left out, which 403 and 404 never are.
    if statuses.contains(where: { $0 > 404 }) {
      messages.append(.text("^upstream server temporarily disabled \(Self.after)"))
    }
    return messages
  }

  private func messages(_ phase: String) -> [ImportedValue] {
    var messages: [ImportedValue] = []
    if failures.contains("error") {
      messages.append(.text("(?:failed \\(|closed connection|upstream SSL certificate).*\(phase)"))
    }
    if failures.contains("timeout") { messages.append(.text("^upstream timed out .*\(phase)")) }
    return messages
  }

  /// The statuses after which the next server is asked.
  var statuses: [Int64] {
    (failures.contains("not_found") ? [404] : [])
      + failures.sorted().compactMap { $0.hasPrefix("http_") ? Int64($0.dropFirst(5)) : nil }
  }

  // MARK: - Findings

  /// Reports the values of a directive about the next server, and that it can't stand in a block.
  static func report(_ directive: NginxBlock.Directive, in block: NginxBlock) {
    guard let module = modules.first(where: { directive.name.hasPrefix("\($0)_next_upstream") }) else {
      return
    }
    if ["upstream", "if", "limit_except", "events"].contains(block.name) {
      directive.keyword.fault(
        "“\(directive.name)” can't stand in “\(block.name)”: nginx does not start. It belongs in http, server or location."
      )
    }
    switch directive.name.dropFirst(module.count) {
    case "_next_upstream": reportFailures(directive, in: block, known[module] ?? [])
    case "_next_upstream_tries":
      reportSingle(directive, in: block) {
        Int64($0.text).map { $0 >= 0 } ?? false
      } wanted: {
        "a whole number"
      }
    case "_next_upstream_timeout":
      reportSingle(directive, in: block) {
        ProxyDuration.nginx.span(of: $0.node) != nil
      } wanted: {
        ProxyDuration.nginx.wanted
      }
    default: break
    }
  }

  private static func reportSingle(
    _ directive: NginxBlock.Directive, in block: NginxBlock, isValid: (PolicyValue) -> Bool,
    wanted: () -> String
  ) {
    if let first = block.directives(directive.name).first,
      first.keyword.place.bytes != directive.keyword.place.bytes
    {
      directive.keyword.fault(
        "“\(directive.name)” stands twice in this block. nginx does not start: delete one of them.",
        related: [.init("the first one", at: first.keyword.place)])
    }
    guard directive.words.count == 1, isValid(directive.words[0]) else {
      (directive.words.first ?? directive.keyword).fault(
        "“\(directive.name)” must be \(wanted()). nginx does not start.")
      return
    }
  }

  private static func reportFailures(
    _ directive: NginxBlock.Directive, in block: NginxBlock, _ known: [String]
  ) {
    if directive.words.isEmpty {
      directive.keyword.fault("“\(directive.name)” needs a failure such as “error”. nginx does not start.")
    }
    for word in directive.words where !known.contains(word.text) {
      let question = Suggestion.question(for: word.text, among: known)
      word.fault(
        "“\(word.text)” is not a failure that “\(directive.name)” knows. nginx does not start.\(question)")
    }
    let texts = directive.words.map { $0.text }
    for (index, word) in directive.words.enumerated() where texts[..<index].contains(word.text) {
      word.doubt("“\(word.text)” stands twice here. nginx warns, and reads it once.")
    }
    // The lines of a block are one.
    let all = Set(block.directives(directive.name).flatMap { $0.words }.map { $0.text })
    if texts.contains("off"), all.count > 1 {
      directive.words[0].doubt("With “off” the other words have no effect. Delete them, or “off”.")
    }
    if texts == ["non_idempotent"] {
      directive.words[0].doubt(
        "“non_idempotent” alone tries nothing again: it adds requests to the failures beside it, such as “error timeout”."
      )
    }
    directive.words.first { $0.text == "updating" }?.doubt("“updating” has no effect here: it is for caches.")
  }
}
