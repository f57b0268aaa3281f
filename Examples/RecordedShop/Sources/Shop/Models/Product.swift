/// What the shop sells.
struct Product: Decodable {
  let id: Int
  let name: String
  let price: Price
  let stock: Int
}

/// An amount in a currency's smallest unit.
struct Price: Decodable {
  let cents: Int
  let currency: String
}

/// A page of search results.
struct SearchPage: Decodable {
  let items: [Product]
  let next: String?
}
