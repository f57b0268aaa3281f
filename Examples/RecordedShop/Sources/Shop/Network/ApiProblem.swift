internal import Foundation
internal import SwiftErrors

/// A refusal that the upstream explained with a problem document.
struct ApiProblem: ProblemError, HTTPStatusError, LocalizedError {
  /// The status of the response, which the document may leave out.
  let status: Int
  let document: Problem
  /// From the `Retry-After` header.
  let retryAfter: Duration?

  var problem: Problem? { document }
  var httpStatus: Int? { status }
  var errorDescription: String? { document.title }
  var failureReason: String? { document.detail }
}
