internal import Foundation
internal import SwiftErrors

/// Speaks to the upstream: sends, looks at the status, decodes.
@MainActor
final class ApiClient {
  let transport: Transport

  init(transport: Transport) {
    self.transport = transport
  }

  func get<T: Decodable>(_ path: String, as type: T.Type) async throws -> T {
    try decode(await checked("GET", path), from: path)
  }

  func post<T: Decodable>(_ path: String, _ body: some Encodable, as type: T.Type) async throws -> T {
    try decode(await checked("POST", path, body: JSONEncoder().encode(body)), from: path)
  }

  /// The answer, if it is a success.
  func checked(_ method: String, _ path: String, body: Data? = nil) async throws -> Response {
    let response = try await transport.send(method, path, body: body)
    guard response.status >= 400 else { return response }
    if response.contentType == "application/problem+json" {
      let document = try JSONDecoder().decode(Problem.self, from: Data(response.body.utf8))
      throw ApiProblem(
        status: response.status,
        document: document,
        retryAfter: response.retryAfter.map { .seconds($0) }
      )
    }
    switch response.status {
    case 401: throw NetworkError.unauthorized
    case 404: throw NetworkError.notFound(path: path)
    case 500...: throw NetworkError.server(status: response.status)
    default: throw NetworkError.refused(status: response.status)
    }
  }

  private func decode<T: Decodable>(_ response: Response, from path: String) throws -> T {
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .iso8601
    do {
      return try decoder.decode(T.self, from: Data(response.body.utf8))
    } catch {
      throw NetworkError.decoding(path: path, error)
    }
  }
}
