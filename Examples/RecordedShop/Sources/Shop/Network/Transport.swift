#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif
internal import Foundation

#if canImport(FoundationNetworking)
  internal import FoundationNetworking
#endif

/// An answer of the upstream.
struct Response {
  var status: Int
  var body: String
  var contentType = "application/json"
  /// Seconds, as the `Retry-After` header has them.
  var retryAfter: Int?
}

/// How requests travel: over a network in this condition.
@MainActor
final class Transport {
  /// What the network is like.
  enum Condition {
    case good
    /// No network at all; the device knows.
    case offline
    /// The network goes away during a load.
    case lost
    /// Nobody listens on the upstream's port.
    case refusing
    /// The upstream takes the connection and says nothing; loads wait for so many seconds.
    case silent(patience: TimeInterval)
    /// The upstream takes the connection and hangs up.
    case hangingUp
  }

  var condition = Condition.good
  private let upstream: Upstream
  private let loopback: Loopback
  private let session: URLSession

  init(upstream: Upstream, loopback: Loopback) {
    // A proxy would answer for the ports that are to fail.
    setenv("no_proxy", "*", 1)
    let configuration = URLSessionConfiguration.ephemeral
    configuration.connectionProxyDictionary = [:]
    session = URLSession(configuration: configuration)
    self.upstream = upstream
    self.loopback = loopback
  }

  /// Sends a request; throws a URLError where no answer comes.
  func send(_ method: String, _ path: String, body: Data? = nil) async throws -> Response {
    switch condition {
    case .good: return upstream.answer(method, path)
    case .offline: throw URLError(.notConnectedToInternet, userInfo: failing(path))
    case .lost: throw URLError(.networkConnectionLost, userInfo: failing(path))
    case .refusing: return try await load(path, port: loopback.closed)
    case .silent(let patience): return try await load(path, port: loopback.silent, timeout: patience)
    case .hangingUp: return try await load(path, port: loopback.hangingUp)
    }
  }

  /// Loads whatever an address names; throws a URLError where that is nothing.
  func load(address: String, timeout: TimeInterval = 10) async throws -> Data {
    guard let url = URL(string: address) else {
      throw URLError(.badURL, userInfo: ["NSErrorFailingURLStringKey": address])
    }
    var request = URLRequest(url: url)
    request.timeoutInterval = timeout
    return try await session.data(for: request).0
  }

  private func load(_ path: String, port: UInt16, timeout: TimeInterval = 10) async throws -> Response {
    let data = try await load(address: "http://127.0.0.1:\(port)\(path)", timeout: timeout)
    return Response(status: 200, body: String(decoding: data, as: UTF8.self))
  }

  private func failing(_ path: String) -> [String: any Sendable] {
    ["NSErrorFailingURLStringKey": "https://api.shop.example\(path)"]
  }
}
