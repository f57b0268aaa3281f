internal import Bytes
package import Records

/// The per-record facts that counters need.
package struct RecordNotes: BitwiseCopyable {
  /// Whether it is rare and needs a closer look: an event, repaired, with fields of the wrong type, or
  /// possibly with too many causes.
  package let isUnusual: Bool
  /// The time of the record, or nil.
  package let time: Timestamp?
}

extension Climb {
  package var recordNotes: RecordNotes {
    inquiry.matcher.recordNotes
  }

  // Returned one by one: the whole record as a return value would be copied to memory of its own.

  package var isEvent: Bool { inquiry.isEvent }

  /// Whether its line was invalid JSON that could be repaired.
  package var isRepaired: Bool { inquiry.matcher.record.tape.isRepaired }

  package var hasWrongTypes: Bool { inquiry.matcher.record.wronglyTyped != 0 }

  /// Its own id, or nil.
  package var ownID: String? { inquiry.matcher.record.ownID }

  /// The keys of the last object, whether or not it is an error.
  package var keys: [String] { inquiry.matcher.record.keys }

  /// Whether the last record exceeds the limit of causes.
  package mutating func cutsCauses() -> Bool { inquiry.matcher.record.cutsCauses() }
}

extension ErrorMatcher {
  @inline(__always)
  fileprivate var recordNotes: RecordNotes {
    RecordNotes(
      isUnusual: record.isEvent || record.tape.isRepaired || record.wronglyTyped != 0 || record.mayCutCauses,
      time: record.time
    )
  }
}
