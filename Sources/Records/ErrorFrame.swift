public import Bytes

@usableFromInline package typealias FrameIndex = Index<ErrorFrame>

/// One error of a record as evaluation sees it: the recorded one, a cause, a nested payload, what a rule made of one of
/// them, or an event.
@usableFromInline
package struct ErrorFrame: BitwiseCopyable {
  /// Where its `status` comes from when it is not its own field.
  enum StatusFallback: UInt8, BitwiseCopyable {
    /// The problem's, else the attribute `http.response.status_code`: a recorded error.
    case problemOrAttribute
    /// The problem's: an error that was unwrapped.
    case problem
    /// Nowhere: a new error.
    case none
  }

  /// The object on the tape that its attributes are read from.
  @usableFromInline package let object: TapeIndex
  /// The first of the slots of that object as recorded: what is a field there is no attribute.
  @usableFromInline package let members: Index<TapeIndex>
  /// The first of its own ``Field/count`` slots: for each field where its value stands on the tape.
  @usableFromInline package let slots: Index<TapeIndex>
  /// The frame whose attributes it has besides its own.
  @usableFromInline package var outer: FrameIndex = .nowhere
  /// Its causes among the record's frames, the direct cause first.
  @usableFromInline package var causes: Run<ErrorFrame>
  var statusFallback = StatusFallback.problemOrAttribute
  /// Its category among the chain's, -1 for none, ``unresolved`` where nobody asked: then its own word counts.
  @usableFromInline package var category = Self.unresolved

  @inlinable package static var unresolved: Int32 { -2 }

  /// Whether it is an error as it was recorded, and not what a rule made of one.
  var isRecorded: Bool { slots == members && outer.isNone }
}
