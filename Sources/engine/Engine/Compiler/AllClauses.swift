/// The clauses of a program with their responders, one after the other: heirs of heirs have so many that a list of them is larger
/// than the program.
package struct AllClauses: Sequence, IteratorProtocol {
  package typealias Element = (responder: RuleProgram.Responder, clause: RuleProgram.Clause)

  private let responders: [RuleProgram.Responder]
  private var position = (responder: 0, list: 0, place: 0)

  init(_ program: RuleProgram) {
    responders = program.responders + program.abstract
  }

  package mutating func next() -> Element? {
    while position.responder < responders.count {
      let responder = responders[position.responder]
      if let clause = clause(of: responder) {
        position.place += 1
        return (responder, clause)
      }
      position =
        position.list == 3 ? (position.responder + 1, 0, 0) : (position.responder, position.list + 1, 0)
    }
    return nil
  }

  private func clause(of responder: RuleProgram.Responder) -> RuleProgram.Clause? {
    switch position.list {
    case 0: position.place < responder.rules.count ? responder.rules[position.place] : nil
    case 1: position.place < responder.events.count ? responder.events[position.place] : nil
    case 2: position.place == 0 ? responder.otherwise : nil
    default: position.place == 0 ? responder.always : nil
    }
  }
}
