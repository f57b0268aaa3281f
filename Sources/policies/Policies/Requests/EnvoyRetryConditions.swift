internal import Source

/// What Envoy's `retry_on` lists, and the statuses and headers that belong to it.
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

  private var words: [(word: Word, place: SourceRange)] = []
  private var statusCodes: [Node] = []
  private var headers: [HeaderCondition] = []

  func contains(_ word: Word) -> Bool { words.contains { $0.word == word } }

  mutating func add(_ word: Word, at place: SourceRange) {
    if !contains(word) { words.append((word, place)) }
  }

  /// Reads words with commas between them. Envoy says nothing about those it does not know.
  mutating func add(words text: String, at place: SourceRange, in diagnostics: inout Diagnostics) {
    for part in text.split(separator: ",") {
      let name = part.trimmed
      if name.isEmpty { continue }
      guard let word = Word(rawValue: name) else {
        let question = Suggestion.question(for: name, among: Word.allCases.map { $0.rawValue })
        diagnostics.report(
          .policyDoubt("“\(name)” is no condition that Envoy knows. It has no effect.\(question)", at: place))
        continue
      }
      add(word, at: place)
    }
    reportWhatNoRecordShows(at: place, in: &diagnostics)
  }

  func reportWhatNoRecordShows(at place: SourceRange, in diagnostics: inout Diagnostics) {
    let covers = contains(.reset) || contains(.serverError) || contains(.gatewayError)
    if contains(.resetBeforeRequest), !covers {
      diagnostics.report(
        .policyLoss(
          "No record shows whether a request had been sent before its reset: the rule takes failed connections only.",
          at: place))
    }
    if contains(.http3PostConnectFailure) {
      diagnostics.report(
        .policyLoss(
          "No record shows that a request went over HTTP/3: no rule says that it is sent over HTTP/2.",
          at: place))
    }
  }

  mutating func add(statusCodes codes: [Node], in diagnostics: inout Diagnostics) {
    for code in codes {
      guard let status = code.unsigned("retriable_status_codes", in: &diagnostics) else { continue }
      if status == 425 {
        diagnostics.report(
          .policyLoss("After 425 Envoy tries again at once, and a rule after its delay.", at: code.range))
      }
      statusCodes.append(.integer(status, at: code.range))
    }
  }

  mutating func add(headers conditions: [HeaderCondition]) { headers += conditions }

  /// Reports what has no effect without something else.
  func reportHalves(statusCodes codes: Node?, headers: Node?, in diagnostics: inout Diagnostics) {
    func report(_ word: Word, _ list: Node?, _ key: String) {
      let place = words.first { $0.word == word }?.place
      if let list, place == nil {
        diagnostics.report(
          .policyDoubt(
            "“\(key)” has no effect: “\(word.rawValue)” does not stand in “retry_on”.", at: list.range))
      } else if let place, list == nil {
        diagnostics.report(.policyDoubt("“\(word.rawValue)” has no effect: there is no “\(key)”.", at: place))
      }
    }
    report(.statusCodes, codes, "retriable_status_codes")
    report(.headers, headers, "retriable_headers")
  }

  /// Matchers, any of which must hold; none if nothing is tried again.
  ///
  /// - Parameter triesEnd: whether a try has a time of its own.
  func clauses(triesEnd: Bool, _ matchers: inout EnvoyMatchers) -> [Node] {
    guard let place = words.first?.place else { return [] }
    var clauses: [Node] = []
    let statuses = statuses(at: place)
    if !statuses.isEmpty {
      let members = [matchers.response(at: place), ("status", Node.oneOf(statuses, at: place))]
      clauses.append(.mapping(members, at: place))
    }
    if contains(.headers) {
      for header in headers {
        clauses.append(
          .mapping(
            [matchers.response(at: place)] + (header.matcher.members ?? []).map { ($0.key, $0.value) },
            at: place))
      }
    }
    let grpc = words.compactMap { $0.word.grpcStatus }.sorted().map { Node.text("\($0)", at: place) }
    if !grpc.isEmpty {
      let status = Node.mapping([("equals", .oneOf(grpc, at: place))], at: place)
      let attributes = Node.mapping([("http.response.header.grpc-status", status)], at: place)
      clauses.append(.mapping([matchers.response(at: place), ("attributes", attributes)], at: place))
    }
    if contains(.envoyRateLimited) {
      let attributes = Node.mapping([(EnvoyMatchers.rateLimited, .exists(true, at: place))], at: place)
      clauses.append(.mapping([("code", .exists(false, at: place)), ("attributes", attributes)], at: place))
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
      let ended = Node.mapping([("code", .text("UT", at: place))], at: place)
      return [.mapping([matchers.reset(at: place)], at: place)] + (triesEnd ? [ended] : [])
    }
    var clauses: [Node] = []
    if contains(.connectFailure) || contains(.resetBeforeRequest) {
      clauses.append(.mapping([("code", .text("UF", at: place))], at: place))
    }
    if contains(.refusedStream) {
      let details = Node.operators("contains", "remote_refused_stream_reset", at: place)
      clauses.append(
        .mapping(
          [("code", .text("UR", at: place)), ("attributes", .mapping([("details", details)], at: place))],
          at: place))
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
  /// Without spaces and tabs around it.
  var trimmed: String {
    let isSpace = { (character: Character) in character == " " || character == "\t" }
    let start = drop(while: isSpace)
    let end = start.lastIndex { !isSpace($0) }
    return end.map { String(start[...$0]) } ?? ""
  }
}
