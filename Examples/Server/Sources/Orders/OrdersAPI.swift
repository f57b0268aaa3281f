import ErrorHandling
import Hummingbird

/// The server's own routes. They throw; what the client is told of it, the rules say.
struct OrdersAPI {
  let chain: RunningChain
  let stock: Stock

  struct Order: ResponseEncodable {
    let id: Int
    let article: Int
    /// How many are left; nil where nobody counts them.
    let inStock: Int?
  }

  var router: Router<BasicRequestContext> {
    let router = Router()
    router.add(middleware: ProblemMiddleware(chain: chain))
    router.get("orders/:id") { _, context -> Order in
      let id = try context.parameters.require("id", as: Int.self)
      guard (1...100).contains(id) else { throw OrderError.unknown(id) }
      return Order(id: id, article: id, inStock: try await count(of: id))
    }
    router.post("orders") { request, _ -> Order in
      guard let quantity = request.uri.queryParameters.get("quantity", as: Int.self),
        (1...10).contains(quantity)
      else {
        throw OrderError.quantity(request.uri.queryParameters.get("quantity", as: Int.self) ?? 0)
      }
      return Order(id: 7, article: 7, inStock: try await count(of: 7))
    }
    return router
  }

  /// How many of an article there are; nil where the rules go on without the number.
  private func count(of article: Int) async throws -> Int? {
    switch await chain.withErrorHandling(
      from: "orders.stock",
      named: "count",
      operation: { try await stock.count(of: article) }
    ) {
    case .completed(let count): count
    case .proceed: nil
    case .cancel(_, let resolution), .abort(_, let resolution): throw Answered(resolution: resolution)
    }
  }
}

/// An error that the chain was asked about already.
struct Answered: Error {
  let resolution: Resolution
}
