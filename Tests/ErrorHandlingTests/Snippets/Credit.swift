import SwiftErrors
import ErrorHandling
import Foundation

/// The typed extension members of the bank's problem type (RFC 9457).
struct OutOfCredit: ProblemMembers {
  static let problemType: String? = "https://bank.example/out-of-credit"
  let balance: Int
}

/// A problem of another type.
struct BankProblem: ProblemError, HTTPStatusError {
  let problem: Problem?
  var httpStatus: Int? { problem?.status }
}

/// Turns a response of the type `application/problem+json` into an error that has a `status` and a `problem`.
func bankError(of body: Data) throws -> any Error {
  do {
    return try JSONDecoder().decode(TypedProblem<OutOfCredit>.self, from: body)
  } catch is ProblemFault {
    return BankProblem(problem: try JSONDecoder().decode(Problem.self, from: body))
  }
}
