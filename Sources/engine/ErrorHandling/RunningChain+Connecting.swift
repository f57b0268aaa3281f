public import Records

extension RunningChain {
  /// Connects code at a responder of the rule file: it is called before the responder's rules, the last
  /// connected first.
  ///
  /// An error visits the connections that existed when it was raised. Code that returns an evaluation handles
  /// it; nil leaves it to the next. Only ``respond(to:from:)`` calls connected code, not ``decide(_:from:)``.
  ///
  /// ```swift
  /// let connection = chain.connect(at: "checkout") { raised in raised.error is CardDeclined ? .cancel : nil }
  /// defer { chain.disconnect(connection) }
  /// ```
  ///
  /// - Parameters:
  ///   - responder: the responder's id; without a responder of that id in the rule file, the code is not called.
  ///   - respond: the code, called on any thread.
  public func connect(at responder: String, _ respond: @escaping @Sendable (RaisedError) async -> Evaluation?)
    -> Connection
  {
    update { $0.connect(responder, isAlive: { true }, respond) }
  }

  /// Connects an object at a responder, by a weak reference; a deallocated object is skipped.
  public func connect(at responder: String, _ object: some ErrorResponder) -> Connection {
    update { list in
      list.connect(
        responder,
        isAlive: { [weak object] in object != nil },
        { [weak object] raised in
          guard let object else { return nil }
          let answer = await object.escalate(raised)
          return answer.isHandled ? answer.evaluation : nil
        }
      )
    }
  }

  /// Ends a connection; errors in flight may still visit it. Has no effect if it has ended.
  public func disconnect(_ connection: Connection) {
    update { $0.disconnect(connection) }
  }
}
