internal import Foundation
internal import SwiftErrors

/// A refusal that the upstream explained with a problem document.
struct ApiProblem: ProblemError, LocalizedError {
  let document: Problem
  /// From the `Retry-After` header.
  let retryAfter: Duration?

  var problem: Problem? { document }
  var errorDescription: String? { document.title }
  var failureReason: String? { document.detail }
}
