internal import Foundation
internal import SwiftErrors

extension Day {
  /// 13:00 to 16:30: people buy.
  func buying() async {
    at(13)
    for (index, customer) in Day.customers.prefix(8).enumerated() {
      pause(seconds: 97)
      await cart.add(40 + index, quantity: index == 3 ? 12 : 4, inStock: index % 4)
      await cart.redeem("SPRING-\(index)", daysTooLate: 3 * index + 1)
      let address = Address(name: customer, street: "Main Street \(index)", postalCode: "0", country: "XX")
      let fault =
        index.isMultiple(of: 2)
        ? Response.invalidAddress("postalCode", "must have five digits")
        : Response.invalidAddress("country", "we do not deliver there yet")
      shop.upstream.plan("/address", fault)
      await checkout.address(address)
    }
    at(14)
    for product in [61, 62, 63, 64] {
      pause(seconds: 12)
      shop.upstream.plan("/cart/reserve", .soldOut(product: product, left: product % 3))
      await cart.reserve()
    }
    await cart.merge(ours: 4, theirs: 5, answers: ["Keep mine"])
    await cart.merge(ours: 8, theirs: 6, answers: ["Keep the other"])
    await cart.merge(ours: 2, theirs: 9, answers: [1])
    await payments()
    at(16)
    shop.upstream.plan("/payments", .termsChanged, times: 3)
    for _ in 1...3 { await checkout.payWithCredit(answers: ["Read the terms"]) }
    shop.upstream.plan("/session", .sessionExpired, times: 2)
    shop.upstream.plan("/session", .failure(401), times: 2)
    for customer in Day.customers.suffix(4) { await login.refresh(customer: customer) }
  }

  private func payments() async {
    at(14, 30)
    let outcomes: [PaymentError.Code] = [
      .declined, .insufficientFunds, .expiredCard, .declined, .authenticationRequired, .suspectedFraud,
      .declined,
    ]
    for (index, outcome) in outcomes.enumerated() {
      pause(seconds: 131)
      await checkout.pay(outcome, answers: index.isMultiple(of: 2) ? ["Use another card"] : ["Cancel"])
    }
    let bank = URLError(
      .timedOut,
      userInfo: ["NSErrorFailingURLStringKey": "https://acme:s3cr3t@pay.example/v1?token=tok_1"]
    )
    await checkout.pay(
      .providerDown,
      cause: NSError(domain: "acme.bank", code: 91, userInfo: [NSUnderlyingErrorKey: bank]),
      tries: 4
    )
    at(15, 10)
    for balance in [30, 0, 12] {
      shop.upstream.plan("/payments", .outOfCredit(balance: balance, cost: 50))
      await checkout.payWithCredit(answers: balance == 0 ? ["Cancel"] : ["Top up"])
    }
    shop.upstream.plan(
      "/orders/latest",
      .json(#"{"id": "r-1", "paid": {"cents": "49.99", "currency": "EUR"}}"#)
    )
    await checkout.confirm(severity: .critical)
  }

  /// 17:30 to 17:50: the upstream is down.
  func outage() async {
    at(17, 28)
    shop.upstream.plan("/search", .failure(502), times: 2)
    await catalog.search("gift", tries: 2)
    let phases: [(minute: Int64, answer: Response)] = [
      (30, .failure(502)), (33, .failure(503)), (36, .internalError), (39, .failure(500)),
      (42, .maintenance(retryAfter: 120)),
    ]
    for (minute, answer) in phases {
      at(17, minute)
      shop.upstream.outage = answer
      await catalog.search("gift", tries: 3)
      await catalog.product(Int(minute), tries: 2)
      await cart.reserve(tries: 2)
      await checkout.payWithCredit(tries: 3, answers: minute == 36 ? ["Try again"] : [])
      await checkout.confirm(tries: 2, severity: .critical)
      await sync.orders(tries: 3)
    }
    shop.upstream.outage = .tooMany(retryAfter: 5)
    at(17, 48)
    for customer in Day.customers.prefix(6) {
      await login.refresh(customer: customer)
      await catalog.search("gift for \(customer)")
    }
    shop.upstream.outage = nil
  }
}
