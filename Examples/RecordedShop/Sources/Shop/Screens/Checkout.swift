internal import Foundation
internal import SwiftErrors

/// The way from a cart to an order.
@MainActor
struct Checkout {
  let shop: Shop

  /// Sends an address to be checked.
  func address(_ address: Address, tries: Int = 1) async {
    await shop.attempt("address", at: "checkout.address", tries: tries) {
      try await shop.api.post("/address", address, as: Address.self)
    }
  }

  /// Pays by card; `outcome` is what the provider's library says.
  func pay(_ outcome: PaymentError.Code, cause: (any Error)? = nil, tries: Int = 1, answers: [JSONValue] = [])
    async
  {
    let attributes: [String: JSONValue] = [
      "payment": ["method": "card", "amount": 4_999, "currency": "EUR", "cvc": "123"]
    ]
    await shop.attempt("pay", at: "checkout.payment", tries: tries, answers: answers, attributes: attributes)
    {
      throw PaymentError(code: outcome, cardNumber: "4111 1111 1111 1111", cause: cause)
    }
  }

  /// Pays with the shop's own credit.
  func payWithCredit(tries: Int = 1, answers: [JSONValue] = []) async {
    await shop.attempt(
      "pay",
      at: "checkout.payment",
      tries: tries,
      answers: answers,
      attributes: ["payment": ["method": "credit"]]
    ) {
      try await shop.api.checked("POST", "/payments")
    }
  }

  /// The connection goes away while the bank thinks.
  func payInterrupted(answers: [JSONValue]) async {
    await shop.attempt("pay", at: "checkout.payment", answers: answers) {
      do {
        _ = try await shop.api.checked("POST", "/payments")
      } catch {
        throw PaymentInterrupted(
          cause: PaymentError(code: .providerDown, cardNumber: "5500 0000 0000 0004", cause: error)
        )
      }
    }
  }

  /// Orders what was paid for.
  func confirm(tries: Int = 1, severity: RecordedError.Severity? = nil) async {
    await shop.attempt("confirm", at: "checkout.confirm", tries: tries, severity: severity) {
      try await shop.api.get("/orders/latest", as: Receipt.self)
    }
  }
}
