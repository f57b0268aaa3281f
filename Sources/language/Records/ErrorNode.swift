public import Bytes

@usableFromInline package typealias ErrorNodeIndex = Index<ErrorNode>

/// One error of a record: the recorded one, a cause, a nested payload, a replacement, or an event.
@usableFromInline
package struct ErrorNode: BitwiseCopyable {
  /// The source of `status` without a field of its own.
  enum StatusFallback: UInt8, BitwiseCopyable {
    /// The problem document, or else the attribute `http.response.status_code`: a recorded error.
    case problemOrAttribute
    /// The problem document: an unwrapped error.
    case problem
    /// None: a new error.
    case none
  }

  @usableFromInline package let object: TapeIndex
  /// The first slot of that object as recorded; a field there is not an attribute.
  @usableFromInline package let members: Index<TapeIndex>
  /// The first of its own ``Field/count`` slots, with the place of each field's value on the tape.
  @usableFromInline package let slots: Index<TapeIndex>
  /// The frame whose attributes it inherits.
  @usableFromInline package var outer: ErrorNodeIndex = .nowhere
  /// Its causes among the record's frames, the direct cause first.
  @usableFromInline package var causes: IndexRange<ErrorNode>
  var statusFallback = StatusFallback.problemOrAttribute
  /// The index of its category in the chain, -1 for none, or ``unresolved`` (then its own word counts).
  @usableFromInline package var category = Self.unresolved

  @inlinable package static var unresolved: Int32 { -2 }

  var isRecorded: Bool { slots == members && outer.isNone }
}
