import ErrorHandling
import Observation

/// An order as the screen shows it.
struct Order: Sendable, Identifiable, Equatable {
  let id: Int
  let article: String
}

/// The state of the screen. The rules decide about each error; here stands only what follows from the four words.
@MainActor @Observable
final class OrdersModel {
  private(set) var orders: [Order] = []
  private(set) var isLoading = false
  /// Whether the orders are those of an earlier time.
  private(set) var areOld = false
  /// The flow has ended: the app shows its sign-in.
  private(set) var hasLeft = false

  private let chain: RunningChain
  private let fetch: @Sendable () async throws -> [Order]

  init(chain: RunningChain, fetch: @escaping @Sendable () async throws -> [Order]) {
    (self.chain, self.fetch) = (chain, fetch)
  }

  func load() async {
    isLoading = true
    defer { isLoading = false }
    // Retries have happened when this returns, and the person has seen the alert.
    switch await chain.withErrorHandling(from: "app.orders", named: "load", operation: fetch) {
    case .completed(let orders): (self.orders, areOld) = (orders, false)
    case .proceed: areOld = true
    case .cancel: break
    case .abort: hasLeft = true
    }
  }
}
