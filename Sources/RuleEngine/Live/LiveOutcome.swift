internal import Bytes
package import Records

/// What came of an error, in words: what a running program is told.
package struct LiveOutcome: Sendable {
  package let evaluation: Evaluation
  package let isHandled: Bool
  package let isIgnored: Bool
  package let isAssumed: Bool
  package let isEvent: Bool
  package let isReplaced: Bool
  package let category: String?
  /// The responders that were visited, in order.
  package let path: [String]
  /// The place where it was decided among the chain's stations, or nil.
  package let station: Int?
  /// The responder at which connected code decided, or nil.
  package let connected: String?
  /// The root that has the last word on what nobody answered, by its place among the responders.
  package let root: Int?
  package let retry: Retry?

  /// A granted try.
  package struct Retry: Sendable {
    /// Which try failed, from 1; nil where nobody knows.
    package let attempt: Int?
    package let maxAttempts: Int
    package let milliseconds: Int64
  }

  /// The outcome of an error that nobody is asked about.
  package static let unasked = LiveOutcome(
    evaluation: .cancel,
    isHandled: false,
    isIgnored: false,
    isAssumed: false,
    isEvent: false,
    isReplaced: false,
    category: nil,
    path: [],
    station: nil,
    connected: nil,
    root: nil,
    retry: nil
  )
}

extension Climb {
  /// The outcome at hand; delays are drawn by the ordinal and `seed`.
  package func liveOutcome(ordinal: UInt64, seed: UInt64) -> LiveOutcome {
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
      station: resolution.station.place,
      connected: resolution.connected.place.map { chain.responders[$0] },
      root: resolution.isHandled ? nil : resolution.root.place,
      retry: resolution.retry.map { retry in
        LiveOutcome.Retry(
          attempt: retry.attempt > 0 ? Int(retry.attempt) : nil,
          maxAttempts: Int(retry.maxAttempts),
          milliseconds: milliseconds(of: retry.delay, seed: seed, ordinal: ordinal)
        )
      }
    )
  }

  /// The ordinal's and the delays' gaps of the resolution behind its head (id, time, origin), as ``resolution(ordinal:seed:)``
  /// has it: what errors of the same answer have in common.
  package func resolutionTail(ordinal: UInt64, seed: UInt64) -> String {
    var text = Buffer<UInt8>()
    var gaps = Buffer<Gap>()
    appendRest(of: outcome.resolution, ordinal, to: &text, gaps: &gaps)
    return filled(text.slice, gaps, seed: seed)
  }
}
