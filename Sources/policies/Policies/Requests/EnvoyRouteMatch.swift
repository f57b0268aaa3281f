internal import Source

/// The conditions of a route on a request (`config.route.v3.RouteMatch`).
enum EnvoyRouteMatch {
  /// Conditions that no record shows.
  private static let unseen = [
    "path_match_policy", "runtime_fraction", "query_parameters", "cookies", "tls_context", "dynamic_metadata",
    "filter_state",
  ]

  /// The path, for the id of a rule.
  static func read(
    _ value: PolicyValue, into request: inout RequestConditions
  ) -> String {
    guard let match = value.mapping("a route's match") else { return "" }
    var ignoresCase = false
    if case .bool(false)? = match.take("case_sensitive")?.node.content { ignoresCase = true }
    var path = ""
    if let prefix = match.text("prefix") {
      path = prefix.value
      if path != "/", !path.isEmpty {
        request.require(
          "url.path", .operators("hasPrefix", path, ignoringCase: ignoresCase, at: prefix.place))
      }
    }
    if let exact = match.text("path") {
      path = exact.value
      request.require("url.path", .operators("equals", path, ignoringCase: ignoresCase, at: exact.place))
    }
    if let prefix = match.text("path_separated_prefix") {
      path = prefix.value
      request.require("url.path", .pathPrefix(path, ignoringCase: ignoresCase, at: prefix.place))
    }
    if let regex = match.take("safe_regex")?["regex"], let pattern = regex.string {
      request.require("url.path", .operators("matches", pattern, at: regex.place))
    }
    if let connect = match.take("connect_matcher") {
      request.require("http.request.method", .operators("equals", "CONNECT", at: connect.place))
    }
    if let grpc = match.takeWritten("grpc") {
      request.require(
        "http.request.header.content-type",
        .operators("matches", #"application/grpc(?:[+;].*)?"#, at: grpc.place))
    }
    for header in match.list("headers") {
      let condition = EnvoyHeaderMatcher.condition(header, of: .request)
      if let condition { request.require(condition) }
    }
    for field in unseen { match.take(field)?.unseen() }
    return path
  }
}
