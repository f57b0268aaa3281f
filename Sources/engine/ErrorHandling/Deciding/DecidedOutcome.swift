internal import Engine
internal import SwiftErrors

/// An outcome, and the try that was granted for it.
struct DecidedOutcome: Sendable {
  let outcome: SharedOutcome
  /// Nil if the outcome has its own, or none was granted.
  var retry: Outcome.Retry?

  /// Whether something of the outcome differs from error to error.
  var isOpen: Bool { retry != nil || outcome.tail == nil }
}

/// The parts of a resolution that are filled in when they are asked for: its delay, and the values of the error that
/// its actions show.
struct OpenParts: Sendable {
  let version: ChainVersion
  let error: any Error
  /// Nil if nothing but the error and its origin was told.
  let occurrence: Told?
  let retry: Outcome.Retry?

  final class Told: Sendable {
    let occurrence: ErrorOccurrence

    init(_ occurrence: ErrorOccurrence) {
      self.occurrence = occurrence
    }
  }

  /// Reads the error as far as it is shown.
  func filled(_ resolution: borrowing Resolution) -> SharedOutcome {
    let arrival = Arrival(ordinal: resolution.ordinal, time: resolution.moment)
    let incident =
      occurrence.map { Incident(error, $0.occurrence, arrival) }
      ?? Incident(error, from: resolution.origin, arrival)
    let decision = DecidedOutcome(outcome: resolution.sharedOutcome, retry: retry)
    return version.withEvaluator { $0.fill(decision, incident) }
  }

  func granted(ordinal: UInt64) -> Resolution.Retry? {
    retry.map { retry in
      Resolution.Retry(
        attempt: retry.attempt > 0 ? Int(retry.attempt) : nil, maxAttempts: Int(retry.maxAttempts),
        delay: .milliseconds(
          version.chain.milliseconds(
            of: retry.delay, ordinal: ordinal, attempt: occurrence?.occurrence.attempt, seed: version.seed)))
    }
  }
}
