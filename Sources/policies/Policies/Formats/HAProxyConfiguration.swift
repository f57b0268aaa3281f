internal import RuleLanguage
internal import Source

/// HAProxy's configuration: which requests a backend delivers again, how often, and after which failures.
///
/// The format: HAProxy Configuration Manual, `retries`, `retry-on`, `option redispatch`, “Session state at disconnection”. The delays
/// and what no manual says are those of the programs 2.6.12 and 3.0.11. Records are those of errctl's stream format `haproxy`.
struct HAProxyConfiguration: TypedPolicyFormat {
  let name = "haproxy"
  let noun = "HAProxy configuration"
  let summary = "HAProxy: retries, retry-on and redispatches of backends"

  /// The major and the minor number of the version whose behaviour the rules have where versions differ.
  private let numbers: [Int]

  init(version: [Int]) { numbers = version }

  var version: String? { "\(numbers[0]).\(numbers[1])" }

  func document(of file: SourceFile, in diagnostics: inout Diagnostics) -> Node? {
    HAProxyParser.read(file, in: &diagnostics)
  }

  func recognizes(_ root: Node) -> Bool { root[HAProxyParser.root] != nil }

  func resembles(_ root: Node) -> Bool { false }

  func ruleFile(of root: PolicyValue) -> ImportedRuleFile {
    let sections = HAProxySection.all(in: root)
    Self.reportOutside(root)
    Self.reportRepeatedNames(sections)
    var ids = RuleIDs()
    let top = ids.id("haproxy")
    var responders = [ImportedResponder(id: top, otherwise: .cancel, place: root.place)]
    var saysBodies = false
    var names: Set<String> = []
    for section in sections {
      Self.reportErrorFiles(section)
      if section.keyword == "frontend" { Self.reportFrontend(section) }
      for line in section.own("retry-on").dropLast() {
        line.value.doubt(
          "A later “retry-on” of this section replaces this one. Write all failures into one line.")
      }
      let policy = HAProxyRetryPolicy(section, version: numbers)
      guard section.keyword != "frontend", section.keyword != "defaults", let name = section.name.first,
        names.insert(name.text).inserted
      else { continue }
      report(policy)
      let rules = Self.rules(policy)
      if rules.sendsAgain, !saysBodies {
        saysBodies = true
        policy.place.lost(
          "HAProxy sends a request again only if its body fits into a buffer (16 kB). Records do not show the body: the rules send any."
        )
      }
      var responder = ImportedResponder(
        id: ids.id(name.text), parent: top, rules: rules.rules, otherwise: .cancel,
        place: section.value.place,
        namePlace: name.place)
      responder.parentPlace = root.place
      responder.origins = name.origins(name.text)
      responders.append(responder)
    }
    // Defaults are read for each section that inherits from them.
    root.findings.removeRepetitions()
    return ImportedRuleFile(
      name: "HAProxy \(numbers[0]).\(numbers[1])", place: root.place,
      retry: ImportedRetry(within: .longestDelay, backoff: ImportedBackoff.none, exhausted: "cancel"),
      responder: .text(top), responders: responders)
  }

  // MARK: - Rules

  private static func rules(_ policy: HAProxyRetryPolicy) -> (rules: [ImportedRule], sendsAgain: Bool) {
    guard policy.retries.value > 0, let first = policy.failures.first else { return ([], false) }
    let tries = policy.retries.source.tries(policy.retries.value + 1)
    func rule(
      _ id: String, _ when: ImportedValue, _ backoff: ImportedBackoff? = nil, at source: PolicyValue
    ) -> ImportedRule {
      let retry = ImportedRetry(maxAttempts: tries, backoff: backoff, place: source.place)
      return ImportedRule(.text(id), when: when, then: .retry(retry), at: source.place)
    }
    // Its record has the number of the try that was answered, which is none to count.
    let retried = ImportedRetry(
      maxAttempts: tries, per: ["attributes.client", "time"], place: first.source.place)
    var rules = [
      ImportedRule(
        "retried", when: ["attributes": ["answered": ["exists": true]]], then: .retry(retried),
        at: first.source.place)
    ]
    if let failure = policy.setting(.connection) {
      rules.append(
        rule(
          "refused",
          [
            "attributes": ["state": ["hasPrefix": "SC"]], "not": ["attributes": ["server": "<NOSRV>"]],
          ], policy.delayAfterRefusal, at: failure.source))
      rules.append(
        rule("connect-timeout", ["attributes": ["state": ["hasPrefix": "sC"]]], at: failure.source))
    }
    let methods = HAProxyMethods(policy.section)
    let clauses = clauses(policy)
    guard policy.isHTTP, let place = clauses.first?.place, !methods.isEmpty else { return (rules, false) }
    let source = policy.place.at(place)
    let when = ImportedValue.mapping(methods.members + [("any", .list(clauses))])
    rules.append(rule("sent-again", when, at: source))
    return (rules, true)
  }

  /// Conditions on the answer to a delivered request, or on its lack.
  private static func clauses(_ policy: HAProxyRetryPolicy) -> [ImportedValue] {
    var clauses: [ImportedValue] = []
    let states = policy.failures.compactMap { failure in
      failure.value.state.map { ImportedValue.text($0).at(failure.place) }
    }
    if let place = states.first?.place {
      clauses.append(.placed(["attributes": ["state": ["hasPrefix": .oneOf(states)]]], place))
    }
    let statuses = policy.failures.compactMap { failure in
      failure.value.status.map { ImportedValue.integer($0).at(failure.place) }
    }
    if let place = statuses.first?.place {
      clauses.append(
        .placed(["status": .oneOf(statuses), "attributes": ["fault": ["exists": false]]], place))
    }
    return clauses
  }

  // MARK: - Findings

  private func report(_ policy: HAProxyRetryPolicy) {
    let section = policy.section
    reportRedispatch(policy)
    guard section.last("retry-on") != nil else { return }
    if let other = policy.failures.first, policy.setting(.connection) == nil {
      other.source.at(policy.place.place).doubt(
        "“retry-on” replaces the default: a connection that fails is not tried again. Add “conn-failure”.")
    }
    policy.setting(.earlyData)?.source.lost(
      "No record shows that a server rejected early data: no rule says that the request is sent again.")
    if !policy.isHTTP, let other = policy.failures.first(where: { $0.value != .connection }) {
      other.source.doubt(
        "“\(other.source.text)” has no effect: the mode is tcp, where only “conn-failure” counts.")
    }
    if let timeout = policy.setting(.timeout), timeout.source.text == "response-timeout",
      section.last("timeout server") == nil
    {
      timeout.source.doubt("“response-timeout” has no effect: there is no “timeout server”.")
    }
    if policy.retries.value == 0, let first = policy.failures.first {
      first.source.at(policy.place.place).doubt("“retry-on” has no effect: “retries” is 0.")
    }
  }

  private func reportRedispatch(_ policy: HAProxyRetryPolicy) {
    guard let line = policy.section.own("option redispatch").last, !line.isNegated,
      let number = line.arguments.first
    else { return }
    if number.text == "0" {
      number.doubt(
        "HAProxy 2.6 redispatches with 0, and 3.0 does not. The rules are those of \(numbers[0]).\(numbers[1]): delete the option, or the number."
      )
    } else if !policy.isPersistent {
      number.doubt(
        "The number has no effect: it counts the tries of requests that a cookie or a table binds to a server, and nothing here does."
      )
    }
  }

  /// Keywords about servers, which a frontend does not have.
  private static let ofBackends = [
    "retries", "option redispatch", "timeout connect", "timeout server", "timeout check", "timeout queue",
    "timeout tunnel", "balance",
  ]

  private static func reportFrontend(_ section: HAProxySection) {
    for keyword in ofBackends {
      for line in section.own(keyword) {
        line.keyword.doubt(
          "HAProxy ignores “\(keyword)” in a frontend. It belongs in a backend, a listen section or the defaults."
        )
      }
    }
    for keyword in ["retry-on", "server"] {
      for line in section.own(keyword) {
        line.keyword.fault(
          "“\(keyword)” can't stand in a frontend: HAProxy does not start. It belongs in a backend or a listen section."
        )
      }
    }
  }

  /// Retries in sections that have none.
  private static func reportOutside(_ root: PolicyValue) {
    for section in root[HAProxyParser.root]?.members ?? [] where section.key == "global" {
      for line in section.value.members ?? [] where ["retries", "retry-on"].contains(line.key) {
        root.at(line.keyRange).fault(
          "“\(line.key)” can't stand in the global section: HAProxy does not start. It belongs in the defaults."
        )
      }
    }
  }

  private static func reportRepeatedNames(_ sections: [HAProxySection]) {
    var first: [String: PolicyValue] = [:]
    for section in sections where section.keyword == "backend" || section.keyword == "listen" {
      guard let name = section.name.first else {
        section.value.fault("“\(section.keyword)” needs a name. HAProxy does not start.")
        continue
      }
      guard let other = first[name.text] else {
        first[name.text] = name
        continue
      }
      name.fault(
        "This name stands twice. HAProxy does not start: change one of them.",
        related: [.init("the first one", at: other.place)])
    }
  }

  /// The statuses for which HAProxy has an answer of its own.
  private static let ownStatuses: Set = [
    "200", "400", "401", "403", "404", "405", "407", "408", "410", "413", "414", "421", "422", "425", "429",
    "431", "500", "501", "502", "503", "504",
  ]

  private static func reportErrorFiles(_ section: HAProxySection) {
    let statuses =
      section.own("errorfile").compactMap { $0.arguments.first }
      + section.own("http-error").compactMap { line in
        line.arguments.firstIndex { $0.text == "status" }.flatMap { index in
          line.arguments.indices.contains(index + 1) ? line.arguments[index + 1] : nil
        }
      }
    for status in statuses where !ownStatuses.contains(status.text) {
      status.fault("HAProxy never answers with the status “\(status.text)” itself, and does not start.")
    }
  }
}
