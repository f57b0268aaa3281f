package import Bytes
package import Records

/// What came of one error, in numbers of the chain's tables; valid until the next error is answered.
package struct Outcome: ~Copyable {
  /// An action that would have run.
  package struct RanAction: BitwiseCopyable, Equatable {
    package let action: Index<CompiledAction>
    package let station: StationIndex
    /// The error as it was then.
    let frame: FrameIndex
    /// The button that was chosen, or ``unanswered``.
    package internal(set) var answer = Index<CompiledButton>.nowhere
    /// The option that was chosen among the error's, from 0, where they are the buttons.
    var option = Index<RecoveryOption>.nowhere
    package internal(set) var isAssumed = false
    /// Whether it was skipped, because it ran within the window of its throttle.
    package internal(set) var isThrottled = false
    /// Whether it is an alert that took the answer of the one before it.
    package internal(set) var isCoalesced = false
    /// The resolution of a raised error that it belongs to; none where it is the record's own.
    var resolution = Index<Resolution>.nowhere

    package static let unanswered = Index<CompiledButton>(-2)
  }

  /// What a budget granted.
  package struct Retry: BitwiseCopyable, Equatable {
    /// Which try failed, or 0 where nobody knows.
    package let attempt: Int32
    package let maxAttempts: Int32
    package let delay: PendingDelay

    package var station: StationIndex { delay.station }
  }

  /// An event on its way.
  package struct Event: BitwiseCopyable {
    /// The event as it was emitted.
    let frame: FrameIndex
    /// The station that emitted it and the one that handled it.
    let from: StationIndex
    package internal(set) var by = StationIndex.nowhere
    package internal(set) var isHandled = false
    /// The responder at which connected code handled it.
    var connected = ResponderIndex.nowhere
    /// The root that nobody above could handle it for.
    package internal(set) var root = ResponderIndex.nowhere
    var resolution = Index<Resolution>.nowhere
  }

  /// The answer to one error or event: the record's, or that of an error raised on the way.
  package struct Resolution: BitwiseCopyable, Equatable {
    enum State: UInt8, BitwiseCopyable {
      /// Nobody answered yet.
      case open
      case handled
      /// The error is a cancellation, which nobody is asked about.
      case ignored
    }

    package internal(set) var evaluation = Evaluation.cancel
    var state = State.open
    /// Whether an event was answered, which has no evaluation and no category.
    package internal(set) var isEvent = false
    /// The station that answered.
    package internal(set) var station = StationIndex.nowhere
    /// The responder at which connected code answered.
    var connected = ResponderIndex.nowhere
    package internal(set) var category = CategoryIndex.nowhere
    /// Where a category of the error's own that is not listed stands on the tape.
    var unknownCategory = TapeIndex.nowhere
    package internal(set) var isAssumed = false
    package internal(set) var retry: Retry?
    /// The root that nobody above could answer for.
    package internal(set) var root = ResponderIndex.nowhere
    var path = Run<ResponderIndex>.empty
    /// The responders whose contracts it broke, among the outcome's.
    var outOfContract = Run<ResponderIndex>.empty
    /// The error as it ended, and whether a rule replaced it.
    var error = ErrorRecord.recorded
    var isReplaced = false
    /// Its place among those of raised errors; none for the record's own.
    var number = Index<Resolution>.nowhere
    /// The resolution of the error that was raised on the way.
    package internal(set) var raised = Index<Resolution>.nowhere

    package var isHandled: Bool { state != .open }
    package var isIgnored: Bool { state == .ignored }
  }

  /// The resolution that is being found; once the record is answered, its own.
  package internal(set) var resolution = Resolution()
  /// The resolutions of raised errors.
  package internal(set) var raised = Buffer<Resolution>(capacity: 4)
  /// Recorded or preset answers that no button has.
  package internal(set) var wrongAnswers = 0
  /// The responders visited, those of each resolution together.
  package internal(set) var path = Buffer<ResponderIndex>()
  package internal(set) var actions = Buffer<RanAction>()
  package internal(set) var events = Buffer<Event>(capacity: 4)
  /// The stations that matched and ran, whatever they said.
  package internal(set) var fired = Buffer<StationIndex>()
  /// The responders whose contract does not name what arrived, in the order of visiting.
  package internal(set) var outOfContract = Buffer<ResponderIndex>()

  /// The responders visited by the record's own climb, among ``path``.
  package var ownPath: Range<Int> { Int(resolution.path.startIndex)..<Int(resolution.path.endIndex) }
  package var evaluation: Evaluation { resolution.evaluation }
  package var isHandled: Bool { resolution.isHandled }
  package var isIgnored: Bool { resolution.isIgnored }
  package var isEvent: Bool { resolution.isEvent }
  package var station: StationIndex { resolution.station }
  package var category: CategoryIndex { resolution.category }
  package var isAssumed: Bool { resolution.isAssumed }
  package var retry: Retry? { resolution.retry }
  package var root: ResponderIndex { resolution.root }
  /// Whether an error's own category is not listed.
  package var hasUnknownCategory: Bool { !resolution.unknownCategory.isNone }

  mutating func reset() {
    resolution = Resolution()
    raised.removeAll()
    wrongAnswers = 0
    path.removeAll()
    actions.removeAll()
    events.removeAll()
    fired.removeAll()
    outOfContract.removeAll()
  }

  /// Notes a visit in the path of the resolution that is being found.
  mutating func visit(_ responder: ResponderIndex) {
    if resolution.path.isEmpty { resolution.path = path.endIndex..<path.endIndex }
    path.append(responder)
    resolution.path = resolution.path.startIndex..<path.endIndex
  }

  /// Notes that what arrived is not what a responder's contract promises.
  mutating func breaksContract(of responder: ResponderIndex) {
    if resolution.outOfContract.isEmpty {
      resolution.outOfContract = outOfContract.endIndex..<outOfContract.endIndex
    }
    outOfContract.append(responder)
    resolution.outOfContract = resolution.outOfContract.startIndex..<outOfContract.endIndex
  }

  /// Begins the resolution of a raised error, and returns the one that goes on after it.
  mutating func begin() -> Resolution {
    let outer = resolution
    resolution = Resolution()
    resolution.number = raised.append(Resolution())
    return outer
  }

  /// Ends the resolution of a raised error and goes on with the one around it.
  mutating func end(_ outer: Resolution) {
    raised[resolution.number] = resolution
    let number = resolution.number
    resolution = outer
    resolution.raised = number
  }
}

/// One of an error's recovery options: a title, or `{ title, recovers }`.
struct RecoveryOption: BitwiseCopyable {
  let title: ByteSlice
  let recovers: Bool
}
