package import Bytes
package import Records

/// The outcome of one error, in indices of the chain's tables. Valid until the next error is evaluated.
package struct Outcome: ~Copyable {
  package struct RanAction: BitwiseCopyable, Equatable, Sendable {
    package let action: Index<CompiledAction>
    package let clause: ClauseIndex
    let errorNode: ErrorNodeIndex
    /// The chosen button, or ``unanswered``.
    package internal(set) var answer = Index<CompiledButton>.nowhere
    /// The index of the chosen option, if the buttons are the error's options.
    var option = Index<RecoveryOption>.nowhere
    package internal(set) var isAssumed = false
    package internal(set) var isThrottled = false
    package internal(set) var isCoalesced = false
    package internal(set) var end = ActionEnd.unasked
    /// The raised error's resolution that it belongs to; none for the record's own.
    var resolution = Index<Resolution>.nowhere

    package static let unanswered = Index<CompiledButton>(-2)
  }

  package struct Retry: BitwiseCopyable, Equatable, Sendable {
    /// The number of the failed try; 0 if unknown.
    package let attempt: Int32
    package let maxAttempts: Int32
    package let delay: PendingDelay

    package var clause: ClauseIndex { delay.clause }
  }

  package struct Exhausted: BitwiseCopyable, Equatable, Sendable {
    package let clause: ClauseIndex
    package let end: RetryEnd
    /// Whether the verdict of the exhausted budget is another one than `continue`.
    let decides: Bool
  }

  package struct Event: BitwiseCopyable {
    let errorNode: ErrorNodeIndex
    /// The clause that emitted it, and the one that handled it.
    let from: ClauseIndex
    package internal(set) var by = ClauseIndex.nowhere
    package internal(set) var isHandled = false
    var connected = ResponderIndex.nowhere
    package internal(set) var root = ResponderIndex.nowhere
    var resolution = Index<Resolution>.nowhere
  }

  package struct Resolution: BitwiseCopyable, Equatable, Sendable {
    enum State: UInt8, BitwiseCopyable {
      case open
      case handled
      /// An ignored cancellation.
      case ignored
    }

    package internal(set) var evaluation = Evaluation.cancel
    var state = State.open
    /// Whether it is of an event, which has no evaluation and no category.
    package internal(set) var isEvent = false
    package internal(set) var clause = ClauseIndex.nowhere
    /// The responder at which connected code decided.
    var connected = ResponderIndex.nowhere
    package internal(set) var category = CategoryIndex.nowhere
    /// The tape index of the error's own category, if that is not listed.
    var unknownCategory = TapeIndex.nowhere
    package internal(set) var isAssumed = false
    package internal(set) var retry: Retry?
    package internal(set) var root = ResponderIndex.nowhere
    var path = IndexRange<ResponderIndex>.empty
    var outOfContract = IndexRange<ResponderIndex>.empty
    var error = ErrorRecord.recorded
    var isReplaced = false
    /// The index among raised errors; none for the record's own.
    var number = Index<Resolution>.nowhere
    package internal(set) var raised = Index<Resolution>.nowhere

    package var isHandled: Bool { state != .open }
    package var isIgnored: Bool { state == .ignored }
  }

  /// The resolution in progress; after the evaluation, the record's own.
  package internal(set) var resolution = Resolution()
  package internal(set) var raised = Buffer<Resolution>(capacity: 4)
  /// The number of recorded or preset answers that name no button, and of recorded results that are none.
  package internal(set) var wrongAnswers = 0
  /// The visited responders, grouped by resolution.
  package internal(set) var path = Buffer<ResponderIndex>()
  package internal(set) var actions = Buffer<RanAction>()
  package internal(set) var events = Buffer<Event>(capacity: 4)
  /// The clauses that matched and ran, in order.
  package internal(set) var fired = Buffer<ClauseIndex>()
  /// The clauses that matched but granted no further try, in order.
  package internal(set) var exhausted = Buffer<Exhausted>(capacity: 4)
  /// The responders whose contract does not allow the arriving error or event, in order of visit.
  package internal(set) var outOfContract = Buffer<ResponderIndex>()

  package var ownPath: Range<Int> { Int(resolution.path.startIndex)..<Int(resolution.path.endIndex) }
  package var evaluation: Evaluation { resolution.evaluation }
  package var isHandled: Bool { resolution.isHandled }
  package var isIgnored: Bool { resolution.isIgnored }
  package var isEvent: Bool { resolution.isEvent }
  package var clause: ClauseIndex { resolution.clause }
  package var category: CategoryIndex { resolution.category }
  package var isAssumed: Bool { resolution.isAssumed }
  package var retry: Retry? { resolution.retry }

  /// The end of the budget whose `exhausted` decided a resolution; nil if none did.
  package func end(of resolution: Resolution) -> RetryEnd? {
    guard !exhausted.isEmpty, !resolution.clause.isNone else { return nil }
    // No clause is asked twice for a record, so what was exhausted there has decided.
    for index in 0..<exhausted.count
    where exhausted[index].clause == resolution.clause && exhausted[index].decides {
      return exhausted[index].end
    }
    return nil
  }

  /// Whether a clause matched and ran.
  package func hasRun(_ clause: ClauseIndex) -> Bool {
    for index in 0..<fired.count where fired[index] == clause { return true }
    return false
  }

  package var root: ResponderIndex { resolution.root }
  package var hasUnknownCategory: Bool { !resolution.unknownCategory.isNone }

  mutating func reset() {
    resolution = Resolution()
    raised.removeAll()
    wrongAnswers = 0
    path.removeAll()
    actions.removeAll()
    events.removeAll()
    fired.removeAll()
    exhausted.removeAll()
    outOfContract.removeAll()
  }

  mutating func visit(_ responder: ResponderIndex) {
    if resolution.path.isEmpty { resolution.path = path.endIndex..<path.endIndex }
    path.append(responder)
    resolution.path = resolution.path.startIndex..<path.endIndex
  }

  mutating func breaksContract(of responder: ResponderIndex) {
    if resolution.outOfContract.isEmpty {
      resolution.outOfContract = outOfContract.endIndex..<outOfContract.endIndex
    }
    outOfContract.append(responder)
    resolution.outOfContract = resolution.outOfContract.startIndex..<outOfContract.endIndex
  }

  /// Begins the resolution of a raised error; returns the enclosing one.
  mutating func begin() -> Resolution {
    let outer = resolution
    resolution = Resolution()
    resolution.number = raised.append(Resolution())
    return outer
  }

  mutating func end(_ outer: Resolution) {
    raised[resolution.number] = resolution
    let number = resolution.number
    resolution = outer
    resolution.raised = number
  }
}

/// A recovery option: a title, or `{ title, recovers }`.
struct RecoveryOption: BitwiseCopyable {
  let title: ByteSlice
  let recovers: Bool
}

extension Outcome.Retry {
  /// A value for lists that are read.
  package static let empty = Self(attempt: 0, maxAttempts: 0, delay: .empty)

  /// - Parameter clauses: the number of clauses of the chain.
  package mutating func code(with coder: inout ByteCoder, clauses: Int) {
    var (attempt, maxAttempts, delay) = (attempt, maxAttempts, delay)
    coder.code(&attempt)
    coder.code(&maxAttempts)
    delay.code(with: &coder, clauses: clauses)
    self = Self(attempt: attempt, maxAttempts: maxAttempts, delay: delay)
  }
}
