import Hummingbird
import Synchronization

/// A server of its own, which fails by a plan drawn from its seed, and which only answers a client with a session.
final class Warehouse: Sendable {
  /// The number of requests for each article.
  private let asked = Mutex<[Int: Int]>([:])
  /// The client's session.
  private let session = Mutex(Tokens())
  private let seed: UInt64

  init(seed: UInt64) { self.seed = seed }

  var router: Router<BasicRequestContext> {
    let router = Router()
    router.post("session") { [self] _, _ in
      session.withLock { session in
        session.sessions += 1
        return session.issue()
      }
    }
    router.post("session/refresh") { [self] request, _ in
      try session.withLock { session in
        guard request.bearer == session.refresh else { throw HTTPError(.unauthorized) }
        session.refreshes += 1
        return session.issue()
      }
    }
    // Anyone who tries the server may let the access token expire, or end the whole session.
    router.post("session/expire") { [self] _, _ in
      session.withLock { session in
        session.access = nil
        return session
      }
    }
    router.post("session/end") { [self] _, _ in
      session.withLock { session in
        (session.access, session.refresh) = (nil, nil)
        return session
      }
    }
    router.get("stock/:article") { [self] request, context -> Response in
      guard let token = request.bearer, token == session.withLock({ $0.access }) else {
        return Response(status: .unauthorized)
      }
      let article = try context.parameters.require("article", as: Int.self)
      let ask = asked.withLock { asked in
        asked[article, default: 0] += 1
        return asked[article] ?? 1
      }
      switch plan(article) {
      case .missing: return Response(status: .notFound)
      case .garbled: return Self.json("{\"inStock\": \"many\"}")
      case .down: return Response(status: .badGateway)
      case .recovers(let after) where ask <= after: return Response(status: .serviceUnavailable)
      case .recovers, .up: return Self.json("{\"inStock\": \(article * 3)}")
      }
    }
    return router
  }

  /// The tokens of a session, and how often they were refreshed.
  struct Tokens: ResponseEncodable {
    var access: String?
    var refresh: String?
    var sessions = 0
    var refreshes = 0
    private var issued = 0

    mutating func issue() -> Tokens {
      issued += 1
      (access, refresh) = ("access-\(issued)", "refresh-\(issued)")
      return self
    }
  }

  /// The outcome of requests for an article.
  enum Plan {
    case up, missing, garbled, down
    /// Fails this often, then succeeds.
    case recovers(after: Int)
  }

  /// Half the articles are available; the seed decides the failure of the others.
  func plan(_ article: Int) -> Plan {
    // SplitMix64 (Steele, Lea, Flood 2014): one draw per article.
    var draw = seed &+ UInt64(article) &* 0x9E37_79B9_7F4A_7C15
    draw = (draw ^ (draw >> 30)) &* 0xBF58_476D_1CE4_E5B9
    draw = (draw ^ (draw >> 27)) &* 0x94D0_49BB_1331_11EB
    draw ^= draw >> 31
    return switch draw % 10 {
    case 0..<5: .up
    case 5, 6: .recovers(after: Int(draw >> 8) % 2 + 1)
    case 7: .down
    case 8: .missing
    default: .garbled
    }
  }

  private static func json(_ text: String) -> Response {
    Response(
      status: .ok,
      headers: [.contentType: "application/json"],
      body: .init(byteBuffer: ByteBuffer(string: text))
    )
  }
}

extension Request {
  /// The token of its header `Authorization`.
  fileprivate var bearer: String? {
    guard let header = headers[.authorization], header.hasPrefix("Bearer ") else { return nil }
    return String(header.dropFirst("Bearer ".count))
  }
}
