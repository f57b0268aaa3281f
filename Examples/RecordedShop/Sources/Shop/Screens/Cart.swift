internal import Foundation
internal import SwiftErrors

/// The cart, on the device and upstream.
@MainActor
struct Cart {
  let shop: Shop

  func add(_ product: Int, quantity: Int, inStock left: Int) async {
    let attributes: [String: JSONValue] = [
      "product": .integer(Int64(product)), "quantity": .integer(Int64(quantity)),
    ]
    await shop.attempt("add", at: "cart", attributes: attributes) {
      guard 1...10 ~= quantity else { throw CartError.tooMany(product: product, allowed: 1...10) }
      guard quantity <= left else { throw CartError.soldOut(product: product, left: left) }
    }
  }

  func redeem(_ coupon: String, daysTooLate days: Int) async {
    await shop.attempt("redeem", at: "cart.coupon") {
      guard days <= 0 else { throw CartError.couponExpired(code: coupon, days: days) }
    }
  }

  /// Brings this device's cart and the upstream's together.
  func merge(ours: Int, theirs: Int, answers: [JSONValue]) async {
    await shop.attempt("merge", at: "cart", answers: answers) {
      guard ours == theirs else { throw CartError.conflict(ours: ours, theirs: theirs) }
    }
  }

  /// Reserves what is in the cart.
  func reserve(tries: Int = 1, answers: [JSONValue] = []) async {
    await shop.attempt("reserve", at: "cart", tries: tries, answers: answers) {
      try await shop.api.checked("POST", "/cart/reserve")
    }
  }

  /// Saves the cart into a folder that may be no folder.
  func save(to name: String) async {
    await shop.attempt("save", at: "cart", severity: .error, attributes: ["file": .string(name)]) {
      do {
        try Data("{}".utf8).write(to: shop.disk.url(name))
      } catch {
        throw CartError.notSaved(error)
      }
    }
  }
}
