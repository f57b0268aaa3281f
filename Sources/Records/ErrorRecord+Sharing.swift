internal import Bytes

extension ErrorRecord {
  /// Becomes the record that another one has just read, without its line being scanned again: what was scanned is copied.
  ///
  /// Both must have been asked for the same members in the same order (``Climb/init(_:limits:besides:)``), because a
  /// member's slot goes by that order.
  package mutating func become(_ other: borrowing ErrorRecord) {
    begin()
    tape.source = other.tape.source
    tape.isRepaired = other.tape.isRepaired
    tape.entries.removeAll()
    tape.entries.append(from: other.tape.entries.base, count: other.tape.entries.count)
    tape.decoded.removeAll()
    tape.decoded.append(from: other.tape.decoded.base, count: other.tape.decoded.count)
    slots.append(from: other.slots.base, count: other.slots.count)
    frames.append(ErrorFrame(object: .first, members: .first, slots: .first, causes: .empty))
    wronglyTyped = other.wronglyTyped
    time = other.time
    isReadInPlace = other.isReadInPlace
    hasAskedMembers = other.hasAskedMembers
    _ = end()
  }
}
