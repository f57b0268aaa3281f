internal import Bytes
package import Records

/// The outcome of an error in a running program, in names and values rather than indices.
package struct LiveOutcome: Sendable {
  package let evaluation: Evaluation
  package let isHandled: Bool
  package let isIgnored: Bool
  package let isAssumed: Bool
  package let isEvent: Bool
  package let isReplaced: Bool
  package let category: String?
  package let path: [String]
  package let clause: Int?
  package let connected: String?
  package let root: Int?
  package let retry: Retry?

  package struct Retry: Sendable {
    /// The number of the failed try, from 1; nil if unknown.
    package let attempt: Int?
    package let maxAttempts: Int
    package let milliseconds: Int64
  }

  /// The outcome of an error that no responder has evaluated.
  package static let notEvaluated = LiveOutcome(
    evaluation: .cancel, isHandled: false, isIgnored: false, isAssumed: false, isEvent: false,
    isReplaced: false, category: nil, path: [], clause: nil, connected: nil, root: nil, retry: nil)
}

extension Evaluator {
  /// The current outcome; delays are drawn as in a replay of its record.
  package func liveOutcome(ordinal: UInt64) -> LiveOutcome {
    let resolution = outcome.resolution
    return LiveOutcome(
      evaluation: resolution.evaluation,
      isHandled: resolution.isHandled,
      isIgnored: resolution.isIgnored,
      isAssumed: resolution.isAssumed,
      isEvent: resolution.isEvent,
      isReplaced: resolution.isReplaced,
      category: resolution.category.place.map { chain.categories[$0] },
      path: resolution.path.map { chain.responders[Int(outcome.path[$0])] },
      clause: resolution.clause.place,
      connected: resolution.connected.place.map { chain.responders[$0] },
      root: resolution.isHandled ? nil : resolution.root.place,
      retry: resolution.retry.map { retry in
        LiveOutcome.Retry(
          attempt: retry.attempt > 0 ? Int(retry.attempt) : nil, maxAttempts: Int(retry.maxAttempts),
          milliseconds: milliseconds(of: retry.delay, for: drawIdentity(ordinal: ordinal)))
      }
    )
  }

  /// The resolution after its head (id, time, origin), which errors with the same outcome share.
  package func resolutionTail(ordinal: UInt64) -> String {
    var text = Buffer<UInt8>()
    var gaps = Buffer<Gap>()
    appendRest(of: outcome.resolution, ordinal, to: &text, gaps: &gaps)
    return filled(text.slice, gaps)
  }
}
