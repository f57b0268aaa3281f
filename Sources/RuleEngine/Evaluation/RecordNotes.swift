internal import Bytes
package import Records

/// What whoever counts records asks of each, in one value.
package struct RecordNotes: BitwiseCopyable {
  /// Whether it is an event, was repaired, has fields of the wrong type, or may have more causes than are taken: what few
  /// records are, and has to be looked at.
  package let isUnusual: Bool
  /// When it happened, where it says so.
  package let time: Timestamp?
}

extension Climb {
  /// What the record that was read last is like.
  package var recordNotes: RecordNotes {
    inquiry.matcher.recordNotes
  }

  // One value each: a record that is handed out whole is handed out in memory of its own.

  /// Whether the record that was read last is an event.
  package var isEvent: Bool { inquiry.isEvent }

  /// Whether its line was no JSON as it stood, and was read all the same.
  package var isRepaired: Bool { inquiry.matcher.record.tape.isRepaired }

  /// Whether it has fields of the wrong type.
  package var hasWrongTypes: Bool { inquiry.matcher.record.wronglyTyped != 0 }

  /// The id of its own that it has, or nil.
  package var ownID: String? { inquiry.matcher.record.ownID }

  /// The keys of the object that was read last, whether it is an error or not.
  package var keys: [String] { inquiry.matcher.record.keys }

  /// Whether the record that was read last has more causes than are taken.
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
