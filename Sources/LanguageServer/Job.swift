package import RuleEngine

/// Work that takes too long to be done between two keystrokes; it may run on another thread.
package struct Job: Sendable {
  enum Purpose: Equatable {
    case index
    case proofs(Unit, generation: Int)
    case answer(RequestID, uri: String)
  }

  package enum Outcome: Sendable {
    case index(WorkspaceIndex)
    /// Nil if it was cancelled.
    case proofs(Unit, generation: Int, [Diagnostic]?)
    case answer(RequestID, Result<Node, ResponseError>)
  }

  let purpose: Purpose
  package let cancellation = Cancellation()
  private let work: @Sendable (Cancellation) -> Outcome

  init(_ purpose: Purpose, _ work: @escaping @Sendable (Cancellation) -> Outcome) {
    self.purpose = purpose
    self.work = work
  }

  package func run() -> Outcome { work(cancellation) }
}
