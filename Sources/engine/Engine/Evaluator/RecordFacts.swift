internal import Bytes
package import Records

package struct RecordFacts: BitwiseCopyable {
  /// Whether it needs a closer look: an event, repaired, with fields of the wrong type, or perhaps with too
  /// many causes.
  package let isUnusual: Bool
  package let time: Timestamp?
}

extension Evaluator {
  package var recordFacts: RecordFacts {
    inputs.matcher.recordFacts
  }

  // Returned one by one: the whole record as a return value would be copied to memory of its own.

  package var isEvent: Bool { inputs.isEvent }

  /// Whether its line was invalid JSON that could be repaired.
  package var isRepaired: Bool { inputs.matcher.record.tape.isRepaired }

  package var hasWrongTypes: Bool { inputs.matcher.record.wronglyTyped != 0 }

  package var ownID: String? { inputs.matcher.record.ownID }

  /// The keys of the last object, whether or not it is an error.
  package var keys: [String] { inputs.matcher.record.keys }

  package mutating func cutsCauses() -> Bool { inputs.matcher.record.cutsCauses() }
}

extension ErrorMatcher {
  @inline(__always)
  fileprivate var recordFacts: RecordFacts {
    RecordFacts(
      isUnusual: record.isEvent || record.tape.isRepaired || record.wronglyTyped != 0 || record.mayCutCauses,
      time: record.time)
  }
}
