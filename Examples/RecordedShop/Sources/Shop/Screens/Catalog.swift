internal import Foundation
internal import SwiftErrors

/// Searching and looking at products.
@MainActor
struct Catalog {
  let shop: Shop

  func search(_ text: String, tries: Int = 1) async {
    await shop.attempt("search", at: "catalog.search", tries: tries, attributes: ["query": .string(text)]) {
      try await shop.api.get("/search", as: SearchPage.self)
    }
  }

  /// Every key stroke gives up the search before it.
  func type(_ text: String) async {
    for end in 1...text.count {
      let typed = String(text.prefix(end))
      await shop.attempt("search", at: "catalog.search", attributes: ["query": .string(typed)]) {
        let search = Task { @MainActor in
          try await Task.sleep(for: .seconds(60))
          return try await shop.api.get("/search", as: SearchPage.self)
        }
        search.cancel()
        _ = try await search.value
      }
    }
  }

  func product(_ id: Int, tries: Int = 1) async {
    await shop.attempt(
      "product",
      at: "catalog.product",
      tries: tries,
      attributes: ["product": .integer(Int64(id))]
    ) {
      try await shop.api.get("/products/\(id)", as: Product.self)
    }
  }

  /// An image from the device's cache, else from where `address` says.
  func image(_ id: Int, address: String? = nil, tries: Int = 1) async {
    let attributes: [String: JSONValue] = ["product": .integer(Int64(id))]
    await shop.attempt("image", at: "catalog.image", tries: tries, severity: .warning, attributes: attributes)
    {
      if let address { return try await shop.transport.load(address: address) }
      return try Data(contentsOf: shop.disk.url("Caches/images/\(id).jpg"))
    }
  }

  /// Scrolls past an image before it has come.
  func scrollPast(_ id: Int) async {
    let attributes: [String: JSONValue] = ["product": .integer(Int64(id))]
    await shop.abandon("image", at: "catalog.image", attributes: attributes) {
      try await shop.api.get("/images/\(id)", as: Product.self)
    }
  }
}
