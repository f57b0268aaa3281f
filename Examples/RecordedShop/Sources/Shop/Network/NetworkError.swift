internal import Foundation
internal import SwiftErrors

/// What goes wrong between the app and its upstream, where the upstream did not explain itself.
enum NetworkError: Error {
  /// The upstream failed: 500 to 599.
  case server(status: Int)
  /// Nobody is logged in, or no longer.
  case unauthorized
  case notFound(path: String)
  /// Any other refusal: 400 to 499.
  case refused(status: Int)
  /// The answer is not what was agreed.
  case decoding(path: String, any Error)
}

extension NetworkError: LocalizedError {
  var errorDescription: String? {
    switch self {
    case .server: "The shop has a problem. It is not you."
    case .unauthorized: "Please log in again."
    case .notFound: "This is not here any more."
    case .refused: "The shop did not accept this."
    case .decoding: "The shop sent something this app does not understand."
    }
  }
}

extension NetworkError: HTTPStatusError {
  var httpStatus: Int? {
    switch self {
    case .server(let status), .refused(let status): status
    case .unauthorized: 401
    case .notFound: 404
    case .decoding: nil
    }
  }
}

extension NetworkError: CausedError {
  var underlyingErrors: [any Error] {
    if case .decoding(_, let cause) = self { [cause] } else { [] }
  }
}
