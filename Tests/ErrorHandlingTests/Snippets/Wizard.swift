import ErrorHandling

/// A step of a wizard: it answers errors that rules cannot know of, and leaves the others to the rules.
final class Step: ErrorResponder {
  struct NotFilledIn: Error {}

  let parentResponder: (any ErrorResponder)?

  init(of chain: RunningChain) {
    // Its parent is a responder of the rule file.
    parentResponder = chain.responder("wizard")
  }

  func respond(to raised: RaisedError) async -> Evaluation? {
    raised.error is NotFilledIn ? .cancel : nil
  }

  /// Tells whether the wizard goes on.
  func next(_ save: () async throws -> Void) async -> Bool {
    do {
      try await save()
      return true
    } catch {
      return await handle(error, from: "wizard.step").evaluation == .proceed
    }
  }
}

/// While a step is shown it is asked before the rules, for errors of anybody below `wizard`.
func show(_ step: Step, in chain: RunningChain, until closed: () async -> Void) async {
  let connection = chain.connect(at: "wizard", step)
  await closed()
  chain.disconnect(connection)
}
