import SwiftErrors
import ErrorHandling
import Foundation

enum NetworkError: Error {
  case server(Int)
  case unauthorized
  case offline
}

struct Declined: LocalizedError {
  var errorDescription: String? { "The card was declined." }
}

struct Vendor: CustomNSError {
  static let errorDomain = "acme.pay"
  let errorCode: Int
}

struct Answered: HTTPStatusError {
  let httpStatus: Int?
}

struct Documented: ProblemError {
  let problem: Problem?
}

struct Sorted: CategorizedError {
  let category: String?
}

struct Waiting: RetryAfterError {
  let retryAfter: Duration?
}

class Base: Error, @unchecked Sendable {}
final class Derived: Base, @unchecked Sendable {}

struct Wrapping: CausedError {
  let underlyingErrors: [any Error]
}

/// One error of each kind that is read in its own way.
let sampleErrors: [any Error] = [
  NetworkError.server(500), NetworkError.server(404), NetworkError.unauthorized, NetworkError.offline,
  Declined(), Vendor(errorCode: 4001), Vendor(errorCode: 1),
  Answered(httpStatus: 503), Answered(httpStatus: nil),
  Documented(problem: Problem(type: "urn:a", status: 409)), Documented(problem: nil),
  Sorted(category: "retryable"), Sorted(category: "unheard"), Sorted(category: nil),
  Base(), Derived(), Wrapping(underlyingErrors: [NetworkError.offline]), CancellationError(),
  NSError(domain: "acme.ns", code: 7, userInfo: ["plan": "trial"]), NSError(domain: "acme.other", code: 7),
  NSError(domain: "NSURLErrorDomain", code: -999), CocoaError(.fileNoSuchFile), POSIXError(.ENOENT),
  URLError(.timedOut), Waiting(retryAfter: .seconds(90)), Waiting(retryAfter: nil),
  Waiting(retryAfter: .seconds(2)),
]
