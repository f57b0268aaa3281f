import RuleEngine
import ErrorHandling

/// A step of a wizard. It handles errors that rules cannot know, and leaves the others to the rules.
final class Step: ErrorResponder {
  struct NotFilledIn: Error {}

  let parentResponder: (any ErrorResponder)?

  init(of chain: RunningChain) {
    // The parent is a responder of the rule file.
    parentResponder = chain.responder("wizard")
  }

  func respond(to raised: RaisedError) async -> Evaluation? {
    raised.error is NotFilledIn ? .cancel : nil
  }

  /// Whether the wizard goes on.
  func next(_ save: () async throws -> Void) async -> Bool {
    do {
      try await save()
      return true
    } catch {
      return await handle(error, from: "wizard.step").evaluation == .proceed
    }
  }
}

/// Connects a step while it is visible: it gets errors that reach `wizard` before the rules do.
func show(_ step: Step, in chain: RunningChain, until closed: () async -> Void) async {
  let connection = chain.connect(at: "wizard", step)
  await closed()
  chain.disconnect(connection)
}
