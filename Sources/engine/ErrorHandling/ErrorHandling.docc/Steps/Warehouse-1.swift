import Hummingbird
import Synchronization

/// A server of its own, which fails by a plan drawn from its seed.
final class Warehouse: Sendable {
  /// The number of requests for each article.
  private let asked = Mutex<[Int: Int]>([:])
  private let seed: UInt64

  init(seed: UInt64) { self.seed = seed }

  var router: Router<BasicRequestContext> {
    let router = Router()
    router.get("stock/:article") { [self] _, context -> Response in
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
