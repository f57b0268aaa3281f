internal import Source

/// The conditions that Envoy's `retry_on` lists, with their statuses and headers.
struct EnvoyRetryConditions {
  enum Word: String, CaseIterable {
    case serverError = "5xx"
    case gatewayError = "gateway-error"
    case reset
    case resetBeforeRequest = "reset-before-request"
    case connectFailure = "connect-failure"
    case envoyRateLimited = "envoy-ratelimited"
    case conflict = "retriable-4xx"
    case refusedStream = "refused-stream"
    case statusCodes = "retriable-status-codes"
    case headers = "retriable-headers"
    case http3PostConnectFailure = "http3-post-connect-failure"
    case cancelled
    case deadlineExceeded = "deadline-exceeded"
    case `internal`
    case resourceExhausted = "resource-exhausted"
    case unavailable

    /// The status of gRPC that it means.
    var grpcStatus: Int? {
      switch self {
      case .cancelled: 1
      case .deadlineExceeded: 4
      case .resourceExhausted: 8
      case .internal: 13
      case .unavailable: 14
      default: nil
      }
    }
  }

  private var words: [Setting<Word>] = []
  private var statusCodes: [Node] = []
  private var headers: [HeaderCondition] = []

  func contains(_ word: Word) -> Bool { words.contains { $0.value == word } }

  mutating func add(_ word: Word, at source: PolicyValue) {
    if !contains(word) { words.append(source.setting(word)) }
  }

  /// Reads words with commas between them. Envoy says nothing about those it does not know.
  mutating func add(words source: PolicyValue) {
    for part in source.text.split(separator: ",") {
      let name = part.trimmed
      if name.isEmpty { continue }
      if let word = Word(rawValue: name) {
        add(word, at: source)
      } else {
        let question = Suggestion.question(for: name, among: Word.allCases.map { $0.rawValue })
        source.doubt("“\(name)” is not a condition that Envoy knows. It has no effect.\(question)")
      }
    }
    reportUnseen(at: source)
  }

  /// Reports conditions that no record shows.
  func reportUnseen(at source: PolicyValue) {
    let covers = contains(.reset) || contains(.serverError) || contains(.gatewayError)
    if contains(.resetBeforeRequest), !covers {
      source.lost(
        "No record shows whether a request had been sent before its reset: the rule takes failed connections only."
      )
    }
    if contains(.http3PostConnectFailure) {
      source.lost(
        "No record shows that a request went over HTTP/3: no rule says that it is sent over HTTP/2.")
    }
  }

  mutating func add(statusCodes codes: [PolicyValue]) {
    for code in codes {
      guard let status = code.integer(0...Int64(UInt32.max))?.value else { continue }
      if status == 425 { code.lost("After 425 Envoy tries again at once, and a rule after its delay.") }
      statusCodes.append(.integer(status, at: code.place))
    }
  }

  mutating func add(headers conditions: [HeaderCondition]) { headers += conditions }

  /// Reports what has no effect without something else.
  func reportHalves(statusCodes codes: PolicyValue?, headers: PolicyValue?) {
    for (word, list, key) in [
      (Word.statusCodes, codes, "retriable_status_codes"), (.headers, headers, "retriable_headers"),
    ] {
      let written = words.first { $0.value == word }
      if written == nil {
        list?.doubt("“\(key)” has no effect: “\(word.rawValue)” does not stand in “retry_on”.")
      } else if list == nil {
        written?.source.doubt("“\(word.rawValue)” has no effect: there is no “\(key)”.")
      }
    }
  }

  /// Matchers, any of which must hold; none if nothing is tried again.
  ///
  /// - Parameter triesEnd: whether a try has a time of its own.
  func clauses(triesEnd: Bool, _ matchers: inout EnvoyMatchers) -> [Node] {
    guard let place = words.first?.place else { return [] }
    var clauses: [Node] = []
    let statuses = statuses(at: place)
    func response(_ members: [Node.Member]) -> Node {
      .mapping([matchers.response(at: place)] + members.map { ($0.key, $0.value) }, at: place)
    }
    func add(_ condition: ImportedValue) {
      clauses.append(response(Node(condition, at: place).members ?? []))
    }
    if !statuses.isEmpty { add(["status": .oneOf(statuses)]) }
    if contains(.headers) { clauses += headers.map { response($0.matcher.members ?? []) } }
    let grpc = words.compactMap { $0.value.grpcStatus }.sorted().map { ImportedValue.text("\($0)") }
    if !grpc.isEmpty {
      add(["attributes": ["http.response.header.grpc-status": ["equals": .oneOf(grpc)]]])
    }
    if contains(.envoyRateLimited) {
      let exists: ImportedValue = ["exists": true]
      let attributes = ImportedValue.mapping([(EnvoyMatchers.rateLimited, exists)])
      clauses.append(Node(["code": ["exists": false], "attributes": attributes], at: place))
    }
    return clauses + resets(triesEnd: triesEnd, at: place, &matchers)
  }

  private func statuses(at place: SourceRange) -> [Node] {
    var statuses: [Node] = []
    if contains(.serverError) {
      statuses.append(.text("5xx", at: place))
    } else if contains(.gatewayError) {
      statuses += [502, 503, 504].map { .integer($0, at: place) }
    }
    if contains(.conflict) { statuses.append(.integer(409, at: place)) }
    guard contains(.statusCodes) else { return statuses }
    for code in statusCodes where !statuses.contains(where: { $0.covers(code) }) { statuses.append(code) }
    return statuses
  }

  private func resets(triesEnd: Bool, at place: SourceRange, _ matchers: inout EnvoyMatchers) -> [Node] {
    if contains(.reset) || contains(.serverError) || contains(.gatewayError) {
      let ended = Node(["code": "UT"], at: place)
      return [.mapping([matchers.reset(at: place)], at: place)] + (triesEnd ? [ended] : [])
    }
    var clauses: [Node] = []
    if contains(.connectFailure) || contains(.resetBeforeRequest) {
      clauses.append(Node(["code": "UF"], at: place))
    }
    if contains(.refusedStream) {
      let details: ImportedValue = ["contains": "remote_refused_stream_reset"]
      clauses.append(Node(["code": "UR", "attributes": ["details": details]], at: place))
    }
    return clauses
  }
}

extension Node {
  /// Whether a status, or a class of them, has another one in it.
  fileprivate func covers(_ status: Node) -> Bool {
    text == status.text || text == "5xx" && status.text.count == 3 && status.text.hasPrefix("5")
  }
}

extension Substring {
  /// The text without spaces and tabs around it.
  var trimmed: String {
    let isSpace = { (character: Character) in character == " " || character == "\t" }
    let start = drop(while: isSpace)
    let end = start.lastIndex { !isSpace($0) }
    return end.map { String(start[...$0]) } ?? ""
  }
}
