import ErrorHandling
import Foundation
import SwiftErrors

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// An error response of the warehouse.
enum StockError: Error, HTTPStatusError {
  case refused(status: Int)
  /// The access token with this number has expired.
  case expired(token: Int)
  case unreachable

  var httpStatus: Int? {
    switch self {
    case .refused(let status): status
    case .expired: 401
    case .unreachable: nil
    }
  }
}

/// The warehouse, over HTTP.
struct Stock: Sendable {
  let address: URL
  let session: Session

  struct Count: Decodable {
    let inStock: Int
  }

  /// The stock of an article.
  func count(of article: Int) async throws -> Int {
    let body: Data
    let response: URLResponse
    let number: Int
    do {
      let token: String
      (number, token) = try await session.access()
      var request = URLRequest(url: address.appending(path: "stock/\(article)"))
      request.setValue("Bearer \(token)", forHTTPHeaderField: "Authorization")
      (body, response) = try await URLSession.shared.data(for: request)
    } catch is URLError {
      throw StockError.unreachable
    }
    switch (response as? HTTPURLResponse)?.statusCode {
    case 200?, nil: return try JSONDecoder().decode(Count.self, from: body).inStock
    case 401?: throw StockError.expired(token: number)
    case let status?: throw StockError.refused(status: status)
    }
  }
}
