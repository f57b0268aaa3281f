internal import Foundation
internal import SwiftErrors

/// What runs in the background while nobody looks.
@MainActor
struct Sync {
  let shop: Shop

  /// Fetches the orders; a failed fetch fails the page, which fails the sync.
  func orders(tries: Int = 1) async {
    await shop.attempt("orders", at: "sync.orders", tries: tries, severity: .warning) {
      do {
        _ = try await shop.api.get("/orders", as: [Order].self)
      } catch {
        throw SyncError.step(name: "orders", SyncError.step(name: "page 1", error))
      }
    }
  }

  /// Reads a list that is kept on the device.
  func wishlist() async {
    await shop.attempt("wishlist", at: "sync.wishlist", severity: .error) {
      let data = try Data(contentsOf: shop.disk.url("Documents/wishlist.json"))
      do {
        return try JSONDecoder().decode([Int].self, from: data)
      } catch {
        throw SyncError.step(name: "wishlist", StoreError.cannotOpen(name: "wishlist.json", error))
      }
    }
  }

  func compareClocks(skew: Double) async {
    await shop.attempt("clock", at: "sync", severity: .info) {
      throw abs(skew) > 1 ? SyncError.clockSkew(seconds: skew) : SyncError.upToDate
    }
  }

  /// One call into the system by the job that keeps the cache small.
  func tidy(_ step: String, _ call: () throws -> Void) async {
    await shop.attempt(step, at: "sync.cache", severity: .warning, call)
  }

  /// Saves the database; when that fails, its backup.
  func save(_ name: String, save: () throws -> Void, backup: () throws -> Void) async {
    await shop.attempt("save", at: "sync.store", severity: .fatal) {
      do {
        try save()
      } catch let first {
        do {
          try backup()
        } catch {
          throw StoreError.lost(name: name, save: first, backup: error)
        }
      }
    }
  }

  func open(_ name: String, version: Int?) async {
    await shop.attempt("open", at: "sync.store", severity: .critical, isFatal: true) {
      throw StoreError.corrupt(name: name, version: version)
    }
  }
}
