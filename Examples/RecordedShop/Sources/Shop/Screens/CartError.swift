internal import Foundation
internal import SwiftErrors

/// What the cart refuses by itself.
enum CartError: Error {
  case soldOut(product: Int, left: Int)
  case tooMany(product: Int, allowed: ClosedRange<Int>)
  case couponExpired(code: String, days: Int)
  /// Changed on another device meanwhile.
  case conflict(ours: Int, theirs: Int)
  case notSaved(any Error)
}

extension CartError: LocalizedError, AlertableError, CausedError {
  var alertTitle: String { "Your cart" }

  var errorDescription: String? {
    switch self {
    case .soldOut(_, let left): left == 0 ? "This is sold out." : "Only \(left) are left."
    case .tooMany(_, let allowed): "You can order \(allowed.lowerBound) to \(allowed.upperBound) of these."
    case .couponExpired(let code, _): "The coupon \(code) is not valid any more."
    case .conflict: "Your cart was changed on another device."
    case .notSaved: "Your cart could not be saved."
    }
  }

  var underlyingErrors: [any Error] {
    if case .notSaved(let cause) = self { [cause] } else { [] }
  }
}
