internal import RuleLanguage
package import Records
internal import Bytes
internal import Engine

/// Errors inside those of a stream that rules would match, and cancellations inside retried ones.
package struct WrappedErrors: Sendable {
  /// An error inside that of a record.
  package struct Place: Sendable {
    /// The ordinal among the stream's errors, from 1.
    package let record: Int
    package let path: String
  }

  /// The first error inside that has a value for a subject that no error itself has.
  package private(set) var subjects: [Subject: Place] = [:]
  /// The first error inside that a clause fits, for clauses that matched no error until then.
  package private(set) var clauses: [Int: Place] = [:]
  /// Errors that a clause retried although they wrap a cancellation: their number, the first, and its cancellation's name.
  package private(set) var cancellations: [Int: (count: Int, first: Place, name: String)] = [:]
  private var looks = 0
  /// Errors with others inside, the first of a stream, in which clauses are looked for: each asks every clause.
  private static let most = 10_000

  mutating func look(
    at evaluator: inout Evaluator, _ record: Int, _ unseen: Set<Subject>, _ matched: [Int]
  ) {
    let inner = evaluator.innerErrors()
    guard !inner.isEmpty else { return }
    noteCancellation(evaluator, record, inner)
    for subject in unseen where subjects[subject] == nil {
      let error = inner.first { evaluator.has(subject, inside: $0) }
      if let error { subjects[subject] = Place(record: record, path: error.path) }
    }
    looks += 1
    guard looks <= Self.most, !evaluator.outcome.isIgnored, !evaluator.outcome.isEvent else { return }
    for clause in matched.indices where matched[clause] == 0 && clauses[clause] == nil {
      let error = evaluator.firstFit(ofClause: clause, among: inner)
      if let error { clauses[clause] = Place(record: record, path: error.path) }
    }
  }

  private mutating func noteCancellation(
    _ evaluator: borrowing Evaluator, _ record: Int, _ inner: [InnerError]
  ) {
    guard evaluator.outcome.evaluation == .retry, let clause = evaluator.outcome.clause.place else { return }
    for error in inner {
      guard let name = evaluator.cancellation(error) else { continue }
      let first = Place(record: record, path: error.path)
      cancellations[clause, default: (0, first, name)].count += 1
      return
    }
  }
}
