internal import Foundation
internal import SwiftErrors

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

extension Day {
  /// 19:00 to 21:30: the sofa.
  func evening() async {
    at(19)
    await catalog.type("sofa")
    shop.transport.condition = .refusing
    for id in 71...76 {
      pause(seconds: 3)
      await catalog.product(id, tries: 2)
    }
    shop.transport.condition = .good
    for code in [3000, 3010, 3000] {
      pause(seconds: 60)
      await account.registerForPush(code: code)
    }
    let messages = [
      #"{"title": "Sale"}"#, #"{"title": 5, "order": 1, "body": ""}"#, "",
      #"{"title": "A", "order": null, "body": ""}"#,
    ]
    for message in messages {
      pause(seconds: 300)
      await account.receivePush(message)
    }
    for customer in Day.customers.suffix(5) {
      pause(seconds: 77)
      shop.upstream.plan("/login", .failure(401))
      await login.submit(customer, "sofa \(customer)")
      await cart.add(88, quantity: 1, inStock: 0)
    }
    at(21)
    await account.wander(LegacyError(text: "E17"), origin: "legacy.scanner")
    await account.wander(CampaignError(), origin: "tracking")
    await account.wander(TrackingError(), origin: "tracking")
    await account.wander(CocoaError(.userCancelled), origin: "account.photo")
    await account.wander(CancellationError(), origin: "account.photo")
    await account.wander(CocoaError(.featureUnsupported), origin: "account.photo")
    await account.wander(NetworkError.refused(status: 418), origin: "support.chat")
    await account.wander(SyncError.upToDate, origin: "support")
  }

  /// 22:00 to 23:30: caches, stores, exports.
  func housekeeping() async {
    at(22)
    let disk = shop.disk
    let files = FileManager.default
    for (index, step) in tidying.enumerated() {
      pause(seconds: Int64(11 + index))
      await sync.tidy(step.name, step.call)
    }
    at(22, 40)
    await cart.save(to: "Documents/cart.json/draft.json")
    await cart.save(to: "Documents")
    await cart.save(to: "Nowhere/cart.json")
    await sync.open("orders.db", version: 3)
    await sync.open("prices.db", version: nil)
    await sync.save(
      "orders.db",
      save: { try disk.open("Nowhere/orders.db", O_RDWR) },
      backup: { try disk.makeFolder("Documents") }
    )
    at(23)
    await account.export(to: "notes.txt") {
      _ = try String(contentsOfFile: disk.path("Library/notes.txt"), encoding: .utf8)
    }
    await account.export(to: "orders.csv") {
      try files.copyItem(atPath: disk.path("orders.csv"), toPath: disk.path("Documents/orders.csv"))
    }
    await account.export(to: "cart.json") {
      try files.createDirectory(
        atPath: disk.path("Documents/cart.json/old"),
        withIntermediateDirectories: true
      )
    }
    await account.export(to: "Documents") { try files.removeItem(atPath: disk.path("Documents/gone")) }
    await account.export(to: "cart.json") {
      try files.createDirectory(atPath: disk.path("Caches"), withIntermediateDirectories: false)
    }
    await account.export(to: "price.json") { _ = try JSONEncoder().encode(["price": Double.nan]) }
    await account.export(to: "receipt.plist") {
      _ = try PropertyListSerialization.propertyList(from: Data("<plist><nothing".utf8), format: nil)
    }
    await account.export(to: "orders.json") { _ = try JSONSerialization.jsonObject(with: Data("[1, 2".utf8)) }
  }

  private var tidying: [(name: String, call: () throws -> Void)] {
    let disk = shop.disk
    var steps: [(name: String, call: () throws -> Void)] = [
      ("open", { try disk.open("Caches/missing", O_RDONLY) }),
      ("open", { try disk.open("Caches", O_WRONLY) }),
      ("open", { try disk.open("Documents/cart.json/x", O_RDONLY) }),
      ("open", { try disk.open("Library/a", O_RDONLY) }),
      ("open", { try disk.open(String(repeating: "x", count: 300), O_RDONLY) }),
      ("create", { try disk.open("Documents/cart.json", O_WRONLY | O_CREAT | O_EXCL) }),
      ("make", { try disk.makeFolder("Caches") }),
      ("make", { try disk.makeFolder("Nowhere/else") }),
      ("remove", { try disk.removeFolder("Caches") }),
      ("remove", { try disk.removeFolder("Documents/cart.json") }),
      ("remove", { try disk.removeFolder("gone") }),
      ("snapshot", { try disk.link("Caches", as: "Snapshot") }),
      ("snapshot", { try disk.link("Documents/cart.json", as: "Documents/wishlist.json") }),
      ("plug-in", { try disk.checkExecutable("Documents/cart.json") }),
      ("append", { try disk.writeAfterClose("Documents/cart.json") }),
      ("append", { try disk.writeReadOnly("Documents/cart.json") }),
      (
        "lock",
        {
          do { try disk.lockTwice("Documents/cart.json") } catch {
            throw StoreError.locked(name: "cart.json", error)
          }
        }
      ),
    ]
    #if os(Linux)
      steps.append(("append", { try disk.writeToFullDisk() }))
    #endif
    return steps
  }
}
