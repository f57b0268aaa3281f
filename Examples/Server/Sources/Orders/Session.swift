import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The server's session with the warehouse, shared by all requests: an access token, and one that refreshes it.
actor Session {
  struct Tokens: Decodable {
    let access: String
    let refresh: String
  }

  /// The warehouse did not renew the session.
  struct Ended: Error {}

  /// The warehouse's, once it is known.
  private var address: URL?
  /// The number of the access token: an error names the one that was rejected.
  private var number = 0
  private var tokens: Tokens?
  /// The request for new tokens, while one is on its way.
  private var renewal: Task<Void, any Error>?

  func connect(to address: URL) { self.address = address }

  /// The access token and its number. Signs in if there is none.
  func access() async throws -> (number: Int, token: String) {
    if tokens == nil { try await renew(path: "session", with: nil) }
    guard let tokens else { throw Ended() }
    return (number, tokens.access)
  }

  /// Replaces a rejected access token: once, however many requests it was rejected for.
  func refresh(rejected: Int) async throws {
    guard rejected == number else { return }
    guard let tokens else { throw Ended() }
    try await renew(path: "session/refresh", with: tokens.refresh)
  }

  /// Forgets the tokens; the next request signs in.
  func signOut(rejected: Int) {
    if rejected == number { tokens = nil }
  }

  /// Whoever comes while new tokens are on their way waits for these.
  private func renew(path: String, with token: String?) async throws {
    let task =
      renewal
      ?? Task {
        defer { renewal = nil }
        tokens = try await request(path: path, with: token)
        number += 1
      }
    renewal = task
    try await task.value
  }

  private func request(path: String, with token: String?) async throws -> Tokens {
    guard let address else { throw Ended() }
    var request = URLRequest(url: address.appending(path: path))
    request.httpMethod = "POST"
    if let token { request.setValue("Bearer \(token)", forHTTPHeaderField: "Authorization") }
    let (body, response) = try await URLSession.shared.data(for: request)
    guard (response as? HTTPURLResponse)?.statusCode == 200 else { throw Ended() }
    return try JSONDecoder().decode(Tokens.self, from: body)
  }
}
