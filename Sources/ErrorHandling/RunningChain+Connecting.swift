public import RuleEngine

extension RunningChain {
  /// Connects code at a responder of the rule file: it is asked before the responder's rules, the one connected last first.
  ///
  /// Each error goes through those who were connected when it was raised. Who answers with an evaluation handles it; nil
  /// leaves it to the next. Only ``respond(to:from:)`` asks them, not ``decide(_:from:)``.
  ///
  /// ```swift
  /// let connection = chain.connect(at: "checkout") { raised in raised.error is CardDeclined ? .cancel : nil }
  /// defer { chain.disconnect(connection) }
  /// ```
  ///
  /// - Parameters:
  ///   - responder: the responder's id; while the rule file has none of that name, nobody asks.
  ///   - respond: what answers, on any thread.
  public func connect(
    at responder: String,
    _ respond: @escaping @Sendable (RaisedError) async -> Evaluation?
  ) -> Connection {
    update { $0.connect(responder, isAlive: { true }, respond) }
  }

  /// Connects an object at a responder; the link is weak, and an object that went away is passed by.
  public func connect(at responder: String, _ object: some ErrorResponder) -> Connection {
    update { list in
      list.connect(
        responder,
        isAlive: { [weak object] in object != nil },
        { [weak object] raised in
          guard let object else { return nil }
          let answer = await object.climb(raised)
          return answer.isHandled ? answer.evaluation : nil
        }
      )
    }
  }

  /// Ends a connection; errors that are on their way may still ask it. What is no connection any more is left alone.
  public func disconnect(_ connection: Connection) {
    update { $0.disconnect(connection) }
  }
}
