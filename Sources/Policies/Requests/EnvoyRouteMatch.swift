internal import Source

/// What a route asks of a request (`config.route.v3.RouteMatch`).
enum EnvoyRouteMatch {
  private static let fields = [
    "prefix", "path", "safe_regex", "connect_matcher", "path_separated_prefix", "path_match_policy",
    "case_sensitive", "runtime_fraction", "headers", "query_parameters", "cookies", "grpc", "tls_context",
    "dynamic_metadata", "filter_state",
  ]
  /// What no record shows.
  private static let unseen = [
    "path_match_policy", "runtime_fraction", "query_parameters", "cookies", "tls_context", "dynamic_metadata",
    "filter_state",
  ]

  /// The path, for the id of a rule.
  static func read(
    _ node: Node, into request: inout RequestConditions, _ consequence: LegacyMapping.Consequence,
    in diagnostics: inout Diagnostics
  ) -> String {
    guard var match = LegacyMapping(node, "a route's match", in: &diagnostics) else { return "" }
    let sensitive = match.take(field: "case_sensitive")
    var ignoresCase = false
    if case .bool(false)? = sensitive?.content { ignoresCase = true }
    func text(_ field: String) -> (text: String, place: SourceRange)? {
      guard let node = match.take(field: field) else { return nil }
      if let text = node.string { return (text, node.range) }
      diagnostics.report(.policyFault("“\(field)” must be a string. It is \(node.kindName).", at: node.range))
      return nil
    }
    var path = ""
    if let prefix = text("prefix") {
      path = prefix.text
      if path != "/", !path.isEmpty {
        request.require(
          "url.path", .operators("hasPrefix", path, ignoringCase: ignoresCase, at: prefix.place))
      }
    }
    if let exact = text("path") {
      path = exact.text
      request.require("url.path", .operators("equals", path, ignoringCase: ignoresCase, at: exact.place))
    }
    if let prefix = text("path_separated_prefix") {
      path = prefix.text
      request.require("url.path", .pathPrefix(path, ignoringCase: ignoresCase, at: prefix.place))
    }
    if let regex = match.take(field: "safe_regex")?["regex"], let pattern = regex.string {
      request.require("url.path", .operators("matches", pattern, at: regex.range))
    }
    if let connect = match.take(field: "connect_matcher") {
      request.require("http.request.method", .operators("equals", "CONNECT", at: connect.range))
    }
    if let grpc = match.take("grpc") {
      request.require(
        "http.request.header.content-type",
        .operators("matches", #"application/grpc(?:[+;].*)?"#, at: grpc.range))
    }
    for header in match.takeList(field: "headers", in: &diagnostics) {
      let condition = EnvoyHeaderMatcher.condition(header, of: .request, consequence, in: &diagnostics)
      if let condition { request.require(condition) }
    }
    for field in unseen {
      guard let value = match.take(field: field) else { continue }
      diagnostics.report(.unseenCondition(field, at: value.range))
    }
    match.rejectKeys(otherThan: fields, consequence, in: &diagnostics)
    return path
  }
}
