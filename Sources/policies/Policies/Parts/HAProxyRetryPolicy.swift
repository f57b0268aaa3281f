internal import Records
internal import RuleLanguage
internal import Source

/// The tries that a section of HAProxy's allows: how many, after which failures, and with which delays.
struct HAProxyRetryPolicy {
  let section: HAProxySection
  /// The major and the minor number of HAProxy.
  private let version: [Int]
  let retries: Setting<Int64>
  /// Failures after which it tries again, each once; those of `all-retryable-errors` one by one.
  let failures: [Setting<Failure>]
  /// Where the failures are written, or else the number of tries.
  let place: PolicyValue

  /// A failure that `retry-on` names.
  enum Failure: Hashable {
    case connection
    case empty
    case junk
    case timeout
    case earlyData
    case status(Int)

    /// The beginning of the state that the log has of it.
    var state: String? {
      switch self {
      case .empty: "SH"
      case .junk: "PH"
      case .timeout: "sH"
      case .connection, .earlyData, .status: nil
      }
    }

    var status: Int64? { if case .status(let status) = self { Int64(status) } else { nil } }
  }

  private static let words: [String: [Failure]] = [
    "conn-failure": [.connection], "empty-response": [.empty], "junk-response": [.junk],
    "response-timeout": [.timeout], "0rtt-rejected": [.earlyData], "none": [],
    "all-retryable-errors": [.connection, .empty, .junk, .timeout]
      + [500, 502, 503, 504].map { .status($0) },
  ].merging([401, 403, 404, 408, 425, 500, 501, 502, 503, 504].map { ("\($0)", [.status($0)]) }) { $1 }

  /// HAProxy's own number.
  private static let usualRetries: Int64 = 3

  init(_ section: HAProxySection, version: [Int]) {
    (self.section, self.version) = (section, version)
    let count = section.last("retries")
    let conditions = section.last("retry-on")
    retries = count.flatMap { Self.retries($0) } ?? section.value.setting(Self.usualRetries)
    place = conditions?.value ?? count?.value ?? section.value
    failures = conditions.map { Self.failures($0) } ?? [place.setting(.connection)]
  }

  private static func retries(_ line: HAProxySection.Line) -> Setting<Int64>? {
    guard let word = line.arguments.first else {
      line.keyword.fault("“retries” needs a number. HAProxy does not start.")
      return nil
    }
    if line.arguments.count > 1 {
      line.arguments[1].fault("“retries” takes one number. HAProxy does not start: delete the rest.")
    }
    if word.reportVariable() { return nil }
    if let number = Int64(word.text) {
      if number < 0 { word.doubt("With a negative number HAProxy tries nothing again. Write 0.") }
      return word.setting(max(0, number))
    }
    let read = Int64(word.text.prefix { $0.isASCII && $0.isNumber }) ?? 0
    word.doubt("“\(word.text)” is not a number. HAProxy says nothing and reads \(read).")
    return word.setting(read)
  }

  private static func failures(_ line: HAProxySection.Line) -> [Setting<Failure>] {
    if line.arguments.isEmpty {
      line.keyword.fault("“retry-on” needs a word such as “conn-failure”. HAProxy does not start.")
    }
    var failures: [Setting<Failure>] = []
    for word in line.arguments where !word.reportVariable() {
      guard let meant = words[word.text] else {
        let advice =
          word.text == "429" || word.text == "505"
          ? " It takes only 401, 403, 404, 408, 425, 500, 501, 502, 503 and 504."
          : Suggestion.question(for: word.text, among: words.keys.sorted())
        word.fault("“\(word.text)” is not a failure that “retry-on” knows. HAProxy does not start.\(advice)")
        continue
      }
      if word.text == "none", line.arguments.count > 1 {
        word.fault("“none” stands alone. HAProxy does not start: delete it, or all others.")
      }
      for failure in meant where !failures.contains(where: { $0.value == failure }) {
        failures.append(word.setting(failure))
      }
    }
    return failures
  }

  func setting(_ failure: Failure) -> Setting<Failure>? { failures.first { $0.value == failure } }

  // MARK: - Servers

  /// HAProxy forwards TCP where no mode is written.
  var isHTTP: Bool { section.last("mode")?.arguments.first?.text == "http" }

  private var serverCount: Int {
    let templates = section.own("server-template").map { line in
      line.arguments.count > 1 ? Int(line.arguments[1].text.split(separator: "-").last ?? "") ?? 1 : 1
    }
    return section.own("server").count + templates.reduce(0, +)
  }

  /// Whether something binds a request to a server.
  var isPersistent: Bool {
    section.has(["cookie", "use-server", "persist", "appsession"])
      || section.has(["stick", "stick-table"])
  }

  private static let movingBalances: Set = ["roundrobin", "static-rr", "leastconn", "first", "random"]

  /// Whether each try goes to the next server, and so waits for nothing.
  private var moves: Bool {
    // 2.6 takes 0 for 1.
    guard let line = section.last("option redispatch"), !line.isNegated,
      line.arguments.first?.text != "0" || version.lexicographicallyPrecedes([3, 0]), serverCount > 1,
      !isPersistent
    else { return false }
    let balance = section.last("balance")?.arguments.first?.text.prefix { $0 != "(" } ?? "roundrobin"
    return Self.movingBalances.contains(String(balance))
  }

  /// Delays after a refused connection: a second, or the time for a connection if that is shorter, at the same server.
  var delayAfterRefusal: ImportedBackoff {
    if moves { return .none }
    let second = TimeSpan.seconds(1)
    guard let line = section.last("timeout connect"), let word = line.arguments.first,
      let limit = ProxyDuration.haproxy.span(of: word.node), limit.microseconds > 0, limit < second
    else { return .constant(.delay(second), max: .delay(second)).at(retries.place) }
    return .constant(.delay(limit), max: .delay(limit)).at(word.place)
  }
}

extension PolicyValue {
  /// Reports a word with a variable, which has its value only where HAProxy runs.
  func reportVariable() -> Bool {
    guard text.contains("$") else { return false }
    lost("This is a variable of the environment: the rules go without it.")
    return true
  }
}
