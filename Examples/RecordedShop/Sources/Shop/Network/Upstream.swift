/// The shop's server, played by a table: what it answers to a request, by the day's plan.
@MainActor
final class Upstream {
  /// Answers that wait for a path, each given once, in order.
  private var planned: [String: [Response]] = [:]
  /// Given to every request while set: an outage.
  var outage: Response?

  /// Plans the next answer to requests for `path`.
  func plan(_ path: String, _ response: Response, times: Int = 1) {
    planned[path, default: []].append(contentsOf: repeatElement(response, count: times))
  }

  func answer(_ method: String, _ path: String) -> Response {
    if let outage { return outage }
    if let next = planned[path]?.first {
      planned[path]?.removeFirst()
      return next
    }
    return Response(status: 200, body: "{}")
  }
}

extension Response {
  static func json(_ body: String) -> Response { Response(status: 200, body: body) }

  static func failure(_ status: Int) -> Response {
    Response(status: status, body: "", contentType: "text/html")
  }

  static func problem(_ status: Int, _ body: String, retryAfter: Int? = nil) -> Response {
    Response(status: status, body: body, contentType: "application/problem+json", retryAfter: retryAfter)
  }
}
