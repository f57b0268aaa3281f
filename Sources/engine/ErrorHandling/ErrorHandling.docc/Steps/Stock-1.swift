import ErrorHandling
import Foundation
import SwiftErrors

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// An error response of the warehouse.
enum StockError: Error, HTTPStatusError {
  case refused(status: Int)
  case unreachable

  var httpStatus: Int? {
    if case .refused(let status) = self { status } else { nil }
  }
}

/// The warehouse, over HTTP.
struct Stock: Sendable {
  let address: URL

  struct Count: Decodable {
    let inStock: Int
  }

  /// The stock of an article.
  func count(of article: Int) async throws -> Int {
    let body: Data
    let response: URLResponse
    do {
      (body, response) = try await URLSession.shared.data(from: address.appending(path: "stock/\(article)"))
    } catch is URLError {
      throw StockError.unreachable
    }
    if let status = (response as? HTTPURLResponse)?.statusCode, status != 200 {
      throw StockError.refused(status: status)
    }
    return try JSONDecoder().decode(Count.self, from: body).inStock
  }
}
