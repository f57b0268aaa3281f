internal import Foundation

/// One day of the shop, hour by hour: who does what, and what the network is like meanwhile.
@MainActor
struct Day {
  let shop: Shop

  var login: Login { Login(shop: shop) }
  var catalog: Catalog { Catalog(shop: shop) }
  var cart: Cart { Cart(shop: shop) }
  var checkout: Checkout { Checkout(shop: shop) }
  var sync: Sync { Sync(shop: shop) }
  var account: Account { Account(shop: shop) }

  func play() async {
    await night()
    await morning()
    await browsing()
    await offline()
    await buying()
    await outage()
    await evening()
    await housekeeping()
  }

  /// Moves on to a time of this day.
  func at(_ hour: Int64, _ minute: Int64 = 0) {
    shop.clock.move(toHour: hour, minute: minute)
  }

  /// Some time passes while a person reads and types.
  func pause(seconds: Int64) {
    shop.clock.advance(milliseconds: seconds * 1_000)
  }

  static let customers = [
    "anna", "bela", "chidi", "dana", "emre", "fatou", "goran", "hana", "ines", "jonas", "kofi", "lena",
  ]
}
