import ErrorHandling
import Hummingbird

/// The server's own routes. They throw; the rules decide which problem document a client gets.
struct OrdersAPI {
  let chain: RunningChain
  let stock: Stock

  struct Order: ResponseEncodable {
    let id: Int
    let article: Int
    /// The number left; nil if it is not counted.
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

  /// The stock of an article; nil if the rules proceed without it.
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

/// An error that the chain has already evaluated.
struct Answered: Error {
  let resolution: Resolution
}
