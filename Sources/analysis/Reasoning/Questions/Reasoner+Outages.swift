internal import Bytes
internal import Engine
internal import Records
internal import RuleLanguage
internal import Source

extension Reasoner {
  private static let longestStream = 32

  /// Errors in order, of which only the last one reaches `root` unhandled: the others open a breaker, reach a rate, or exhaust a
  /// budget. To be asked after ``unanswered(startingAt:satisfying:reaching:)`` was `depends`; empty if no stream was found.
  package func outage(reaching root: Int) -> [String] {
    let last = recordsOfState
    let openers = program.breakers.filter { breaker in
      breaker.atLeast <= Self.longestStream
        && program.clauses.contains { $0.isEnabled && $0.condition.asks(breaker.name.text) }
    }.compactMap { breaker in
      let isKeyed = breaker.per.map { Condition.compare($0, .exists(true), Walker.nowhere) }
      return satisfiable(.all([breaker.condition] + isKeyed)).witness
        .map { Array(repeating: $0.json, count: breaker.atLeast) }
    }
    let repeated = last.flatMap { [$0, filled($0)] }.map { Array(repeating: $0, count: largestCount) }
    let opened = (openers.count > 1 ? [openers.flatMap { $0 }] : []) + openers
    let streams = repeated + opened + opened.flatMap { opener in last.map { opener + [$0] } }
    for stream in streams.map({ $0.map { Self.timed($0) } }) + streams {
      if let end = runner.first(of: stream, where: { !$0.isHandled && $0.root == root }) {
        return Array(stream[...end])
      }
    }
    return []
  }

  /// The record with the time that all of them have: without one, nothing is within any window.
  private static func timed(_ record: String) -> String {
    let time = "\(Field.time.name.json):"
    return record.contains(time) ? record : "\(record.dropLast()), \(time) \"2026-11-20T08:15:02Z\"}"
  }

  /// The number of errors that the largest rate, breaker or budget counts.
  private var largestCount: Int {
    let counts =
      program.breakers.map { $0.atLeast } + program.clauses.compactMap { $0.rateAtLeast }
      + program.clauses.flatMap { clause -> [Int] in
        guard case .retry(let policy) = clause.verdict else { return [] }
        let quota: Int? =
          switch policy.quota {
          case .retries(let most, _, _, .tries): most
          case .retries(let most, _, _, _): most + 1
          case .tokens(let most, _): most / 1_000
          case .shared(let name, let cost):
            program.quotas.first { $0.name.text == name }.map { $0.tokens / max(1, cost) + 1 }
          case nil: nil
          }
        return [policy.maxAttempts, quota].compactMap { $0 }
      }
    return min(Self.longestStream, max(2, counts.max() ?? 2))
  }

  /// The record with a value for every attribute, and an operation, by which errors are counted.
  private func filled(_ record: String) -> String {
    let keys =
      program.clauses.flatMap { clause -> [Subject] in
        guard case .retry(let policy) = clause.verdict else { return clause.rate?.per ?? [] }
        return (clause.rate?.per ?? []) + policy.per
      } + program.breakers.flatMap { $0.per }
    let names = Set(
      keys.compactMap { subject -> String? in
        switch subject {
        case .attribute(let path): path
        case .field(.operation): Field.operation.name
        case .field, .problem, .problemExtension, .payload, .with, .outcome, .elapsed: nil
        }
      })
    let members = names.sorted().filter { !record.contains("\($0.json):") }.map { "\($0.json): \"x\"" }
    return members.isEmpty ? record : "{\(members.joined(separator: ", ")), \(record.dropFirst())"
  }
}

extension Condition {
  fileprivate func asks(_ breaker: String) -> Bool {
    contains { if case .open(let names, _) = $0 { names.contains(breaker) } else { false } }
  }
}
