internal import Bytes

extension ErrorRecord {
  /// Copies the scanned record of another reader. Both must have registered the same members in the same
  /// order (``Evaluator/init(_:limits:presetAnswers:besides:reads:)``), which determines their slots.
  package mutating func become(_ other: borrowing ErrorRecord) {
    begin()
    tape.source = other.tape.source
    tape.isRepaired = other.tape.isRepaired
    tape.entries.removeAll()
    tape.entries.append(from: other.tape.entries.base, count: other.tape.entries.count)
    tape.decoded.removeAll()
    tape.decoded.append(from: other.tape.decoded.base, count: other.tape.decoded.count)
    slots.append(from: other.slots.base, count: other.slots.count)
    errorNodes.append(ErrorNode(object: .first, members: .first, slots: .first, causes: .empty))
    wronglyTyped = other.wronglyTyped
    time = other.time
    isReadInPlace = other.isReadInPlace
    hasRequestedMembers = other.hasRequestedMembers
    _ = end()
  }
}
