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
    let isRepaired = inquiry.matcher.record.tape.isRepaired
    let isWrong = inquiry.matcher.record.wronglyTyped != 0
    return RecordNotes(
      isUnusual: inquiry.matcher.record.isEvent || isRepaired || isWrong
        || inquiry.matcher.record.mayCutCauses,
      time: inquiry.matcher.record.time
    )
  }

  /// Whether the record that was read last has more causes than are taken.
  package mutating func cutsCauses() -> Bool { inquiry.matcher.record.cutsCauses() }
}
