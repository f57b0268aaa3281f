internal import RuleLanguage
package import Records
internal import Bytes
internal import Engine

/// Errors inside those of a stream that rules would match, and cancellations, bare or inside others, that rules retried or showed.
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
  /// Cancellations that a clause retried or showed; an empty path is that of the error itself.
  package struct Cancellations: Sendable {
    package var count = 0
    /// The first, and its name.
    package let first: Place
    package let name: String
  }

  /// Cancellations inside errors that a clause retried, by clause.
  package private(set) var wrappedRetries: [Int: Cancellations] = [:]
  /// Cancellations that a clause retried, by clause.
  package private(set) var bareRetries: [Int: Cancellations] = [:]
  /// Cancellations of either kind for which a clause showed an alert, by clause.
  package private(set) var shown: [Int: Cancellations] = [:]
  private var looks = 0
  /// Errors with others inside, the first of a stream, in which clauses are looked for: each asks every clause.
  private static let most = 10_000

  mutating func look(
    at evaluator: inout Evaluator, _ record: Int, _ unseen: Set<Subject>, _ matched: [Int]
  ) {
    let inner = evaluator.innerErrors()
    noteCancellation(evaluator, record, inner)
    guard !inner.isEmpty else { return }
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
    let retrying = evaluator.outcome.evaluation == .retry ? evaluator.outcome.clause.place : nil
    let showing = evaluator.clauseThatShowed.place
    guard retrying != nil || showing != nil else { return }
    var found = evaluator.cancellation().map { (name: $0, path: "") }
    for error in inner where found == nil {
      found = evaluator.cancellation(error).map { ($0, error.path) }
    }
    guard let (name, path) = found else { return }
    let first = Cancellations(first: Place(record: record, path: path), name: name)
    if let retrying, path.isEmpty { bareRetries[retrying, default: first].count += 1 }
    if let retrying, !path.isEmpty { wrappedRetries[retrying, default: first].count += 1 }
    if let showing { shown[showing, default: first].count += 1 }
  }
}

extension WrappedErrors.Cancellations {
  /// “record 3”, or “the first is record 3”, with the cancellation's name and its path if it is wrapped.
  package var place: String {
    let record = count == 1 ? "record \(first.record)" : "the first is record \(first.record)"
    return first.path.isEmpty ? "\(record), \(name)" : "\(record), with \(name) in \(first.path)"
  }
}
