internal import Foundation

/// An order as the upstream lists it.
struct Order: Decodable {
  let number: String
  let placed: Date
  let lines: [Line]

  struct Line: Decodable {
    let product: Int
    let quantity: Int
  }
}

/// Who is logged in.
struct Session: Decodable {
  let customer: String
  let token: String
}

/// Where an order goes.
struct Address: Codable {
  var name: String
  var street: String
  var postalCode: String
  var country: String
}

/// What the payment provider answers.
struct Receipt: Decodable {
  let id: String
  let paid: Price
}
