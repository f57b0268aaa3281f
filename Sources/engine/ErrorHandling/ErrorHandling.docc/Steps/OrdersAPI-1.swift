import Hummingbird

/// The server's own routes. They throw; clients do not get problem documents yet.
struct OrdersAPI {
  struct Order: ResponseEncodable {
    let id: Int
    let article: Int
  }

  var router: Router<BasicRequestContext> {
    let router = Router()
    router.get("orders/:id") { _, context -> Order in
      let id = try context.parameters.require("id", as: Int.self)
      guard (1...100).contains(id) else { throw OrderError.unknown(id) }
      return Order(id: id, article: id)
    }
    router.post("orders") { request, _ -> Order in
      guard let quantity = request.uri.queryParameters.get("quantity", as: Int.self),
        (1...10).contains(quantity)
      else {
        throw OrderError.quantity(request.uri.queryParameters.get("quantity", as: Int.self) ?? 0)
      }
      return Order(id: 7, article: 7)
    }
    return router
  }
}
