import Foundation

/// A fault of an order itself.
enum OrderError: LocalizedError {
  case unknown(Int)
  case quantity(Int)

  var errorDescription: String? {
    switch self {
    case .unknown(let order): "order \(order) is unknown"
    case .quantity(let quantity): "\(quantity) were asked for, and 1 to 10 can be ordered at once"
    }
  }
}
