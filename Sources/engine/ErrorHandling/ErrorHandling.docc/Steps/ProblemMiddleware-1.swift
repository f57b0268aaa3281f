import ErrorHandling
import HTTPTypes
public import Hummingbird
public import SwiftErrors

/// Turns errors of routes into problem documents (RFC 9457), as the rules specify by `perform: problem`.
struct ProblemMiddleware<Context: RequestContext>: RouterMiddleware {
  let chain: RunningChain

  func handle(
    _ request: Request,
    context: Context,
    next: (Request, Context) async throws -> Response
  ) async throws -> Response {
    do {
      return try await next(request, context)
    } catch {
      let occurrence = ErrorOccurrence(origin: "orders", operation: "\(request.method) \(request.uri.path)")
      return response(await chain.respond(to: error, occurrence))
    }
  }

  private func response(_ resolution: Resolution) -> Response {
    let told = resolution.actions.first { $0["perform"]?.string == "problem" }?["with"]
    let status = told?["status"].flatMap { Self.number($0) } ?? 500
    var members: [JSONValue.Member] = [
      .init("type", told?["type"] ?? "about:blank"),
      .init("title", told?["title"] ?? "Something went wrong"),
      .init("status", .integer(Int64(status))),
    ]
    if let detail = told?["detail"] { members.append(.init("detail", detail)) }
    // Support uses it to find the record and its explanation: errctl explain --id.
    members.append(.init("errorId", .string(resolution.id)))
    var headers: HTTPFields = [.contentType: "application/problem+json"]
    if let seconds = told?["retryAfter"].flatMap({ Self.number($0) }) { headers[.retryAfter] = "\(seconds)" }
    return Response(
      status: .init(code: status),
      headers: headers,
      body: .init(byteBuffer: ByteBuffer(string: JSONValue.object(members).json))
    )
  }

  private static func number(_ value: JSONValue) -> Int? {
    switch value {
    case .integer(let number): Int(number)
    case .string(let text): Int(text)
    default: nil
    }
  }
}

/// Hummingbird's own errors have a status: an unknown path, an invalid parameter.
extension HTTPError: @retroactive HTTPStatusError {
  /// The response's status.
  public var httpStatus: Int? { status.code }
}
