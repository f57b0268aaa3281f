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

/// The error that a response of `application/problem+json` is; rules ask it for `status` and `problem`.
func bankError(of body: Data) throws -> any Error {
  do {
    return try JSONDecoder().decode(TypedProblem<OutOfCredit>.self, from: body)
  } catch is ProblemFault {
    return BankProblem(problem: try JSONDecoder().decode(Problem.self, from: body))
  }
}
