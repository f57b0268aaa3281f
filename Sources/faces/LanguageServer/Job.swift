package import JSONRPC
internal import Engine
package import Source

/// Work that takes too long to be done between two keystrokes; it may run on another thread.
package struct Job: Sendable {
  enum Purpose: Equatable {
    case index
    case proofs(Unit, generation: Int)
    case counts(Unit, generation: Int)
    case words(SampleSource)
    case answer(RequestID, uri: String)

    /// It may be stopped and begun again, so that a request need not wait.
    var mayWait: Bool {
      switch self {
      case .counts, .words: true
      case .index, .proofs, .answer: false
      }
    }
  }

  package enum Outcome: Sendable {
    case index(WorkspaceIndex)
    /// Nil if it was cancelled.
    case proofs(Unit, generation: Int, [Diagnostic]?)
    /// Nil if they were cancelled.
    case counts(Unit, generation: Int, RuleCounts?)
    case words(SampleSource, SampleWords?)
    case answer(RequestID, Result<Node, ResponseError>)
    case command(RequestID, Result<CommandAnswer, ResponseError>)
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
