internal import Foundation
internal import SwiftErrors

extension Day {
  /// 01:00 to 05:00: only the background jobs are awake.
  func night() async {
    for hour in 1...5 {
      at(Int64(hour))
      shop.transport.condition = .refusing
      await sync.orders(tries: 3)
      shop.transport.condition = .good
      await sync.compareClocks(skew: Double(hour) * 0.75)
      await sync.tidy("list") {
        _ = try FileManager.default.contentsOfDirectory(atPath: shop.disk.path("Caches/\(hour)"))
      }
    }
    await sync.wishlist()
    shop.upstream.plan("/session", .failure(401))
    await login.refresh(customer: "anna")
  }

  /// 07:30: people wake up and log in.
  func morning() async {
    at(7, 30)
    for (index, customer) in Day.customers.enumerated() {
      pause(seconds: 41)
      switch index % 6 {
      case 0:
        shop.upstream.plan("/login", .failure(401), times: 2)
        await login.submit(customer, "correct horse \(index)")
        await login.submit(customer, "Correct horse \(index)")
      case 1: await login.submit(customer, "")
      case 2:
        shop.upstream.plan("/login", .accountLocked)
        await login.submit(customer, "battery staple", answers: ["OK"])
      case 3:
        shop.upstream.plan("/login", .failure(503), times: 2)
        await login.submit(customer, "hunter2", tries: 2, answers: ["Try again"])
      case 4:
        await login.recognise()
        shop.upstream.plan("/login", .json(#"{"customer": "\#(customer)"}"#))
        await login.submit(customer, "tr0ub4dor")
      default:
        await login.submit("", "")
        shop.transport.condition = .silent(patience: 0.25)
        await login.submit(customer, "letmein", tries: 2)
        shop.transport.condition = .good
      }
    }
    shop.upstream.plan("/login", .tooMany(retryAfter: 30), times: 3)
    for customer in Day.customers.prefix(3) { await login.submit(customer, "again and again") }
  }

  /// 09:00 to 11:30: people look around.
  func browsing() async {
    at(9)
    await catalog.type("running")
    for id in [101, 205, 333, 404, 512] {
      pause(seconds: 19)
      shop.upstream.plan("/products/\(id)", .failure(404))
      await catalog.product(id)
      await catalog.image(id)
    }
    let broken = [
      #"{"id": 7, "name": "Lamp"}"#,
      #"{"id": "7", "name": "Lamp", "price": {"cents": 100, "currency": "EUR"}, "stock": 3}"#,
      #"{"id": 7, "name": null, "price": {"cents": 100, "currency": "EUR"}, "stock": 3}"#,
      #"{"id": 7, "name": "Lamp", "price": {"cents": 10.5, "currency": "EUR"}, "stock": 3}"#,
      #"{"id": 7, "name": "La"#,
      "<html><body>Bad gateway</body></html>",
    ]
    for body in broken {
      pause(seconds: 23)
      shop.upstream.plan("/products/7", .json(body))
      await catalog.product(7)
    }
    at(10, 15)
    shop.upstream.plan("/search", .json(#"{"items": [{"id": 1, "name": "Mug", "price": 9}], "next": null}"#))
    await catalog.search("mug")
    shop.upstream.plan("/search", .json(#"{"items": {}, "next": null}"#))
    await catalog.search("cup")
    shop.transport.condition = .silent(patience: 30)
    for id in 1...6 {
      pause(seconds: 2)
      await catalog.scrollPast(id)
    }
    shop.transport.condition = .hangingUp
    for id in 21...25 { await catalog.product(id, tries: 2) }
    shop.transport.condition = .good
    at(11)
    let addresses = [
      "ftp+shop://images/31.jpg", "http:///31.jpg", "", "file:///nowhere/31.jpg",
      "http://127.0.0.1:99999/31.jpg",
    ]
    for address in addresses {
      pause(seconds: 5)
      await catalog.image(31, address: address)
    }
  }

  /// 12:10 to 12:25: the train goes through the tunnel.
  func offline() async {
    at(12, 10)
    shop.transport.condition = .lost
    await catalog.search("umbrella")
    await cart.reserve()
    shop.transport.condition = .offline
    for minute in 11...22 {
      at(12, Int64(minute))
      switch minute % 4 {
      case 0: await catalog.search("umbrella", tries: 3)
      case 1: await catalog.product(minute, tries: 3)
      case 2:
        await cart.reserve(tries: 2, answers: minute == 14 ? [["title": "Try again", "after": "4s"]] : [])
      default: await sync.orders(tries: 4)
      }
    }
    await checkout.payInterrupted(answers: ["Try again"])
    await checkout.payInterrupted(answers: ["Cancel"])
    await checkout.payInterrupted(answers: [nil])
    shop.transport.condition = .good
  }
}
