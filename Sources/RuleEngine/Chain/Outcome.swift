/// What came of one error, in numbers of the chain's tables; valid until the next error is answered.
package struct Outcome: ~Copyable {
  /// An action that would have run.
  package struct RanAction: BitwiseCopyable {
    /// The action and the station it stands at, by their places in the chain's tables.
    package let action: Int32
    package let station: Int32
    /// The error as it was then.
    let frame: Int32
    /// The button that was chosen, among the chain's buttons; ``noAnswer`` or ``unanswered``.
    package internal(set) var answer = noAnswer
    /// The option that was chosen among the error's, from 0, where they are the buttons; else -1.
    var option: Int32 = -1
    package internal(set) var isAssumed = false
    /// Whether it was skipped, because it ran within the window of its throttle.
    package internal(set) var isThrottled = false
    /// Whether it is an alert that took the answer of the one before it.
    package internal(set) var isCoalesced = false

    package static let noAnswer: Int32 = -1
    package static let unanswered: Int32 = -2
  }

  /// What a budget granted.
  package struct Retry: BitwiseCopyable {
    /// Which try failed, or 0 where nobody knows.
    package let attempt: Int32
    package let maxAttempts: Int32
    package let delay: PendingDelay

    /// The station that retries, by its place in the chain.
    package var station: Int32 { delay.stationIndex }
  }

  package internal(set) var evaluation = Evaluation.cancel
  package internal(set) var isHandled = false
  /// Whether the error was ignored as a cancellation.
  package internal(set) var isIgnored = false
  /// The station that answered, or -1.
  package internal(set) var station: Int32 = -1
  /// The category, or -1.
  package internal(set) var category: Int32 = -1
  /// Whether the record's own category is not listed.
  package internal(set) var hasUnknownCategory = false
  package internal(set) var isAssumed = false
  /// Recorded or preset answers that no button has.
  package internal(set) var wrongAnswers = 0
  package internal(set) var retry: Retry?
  /// The root that nobody above could answer for, or -1.
  package internal(set) var root: Int32 = -1
  package internal(set) var path = Buffer<Int32>()
  package internal(set) var actions = Buffer<RanAction>()
  /// The stations that matched and ran, whatever they said.
  package internal(set) var fired = Buffer<Int32>()

  mutating func reset() {
    evaluation = .cancel
    isHandled = false
    isIgnored = false
    station = -1
    category = -1
    hasUnknownCategory = false
    isAssumed = false
    wrongAnswers = 0
    retry = nil
    root = -1
    path.removeAll()
    actions.removeAll()
    fired.removeAll()
  }
}
