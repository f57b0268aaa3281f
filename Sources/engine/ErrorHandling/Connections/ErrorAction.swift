public import Records

/// Error handling for code further down without passing a chain; it is task-local.
///
/// ```swift
/// await ErrorAction.with({ error, origin in await chain.respond(to: error, from: origin).evaluation }) {
///   await loadFeed()  // … await ErrorAction.current(error, "feed")
/// }
/// ```
public struct ErrorAction: Sendable {
  /// Responds to an error that was raised at an origin.
  public typealias Respond = @Sendable (_ error: any Error, _ origin: String) async -> Evaluation

  @TaskLocal private static var carried: ErrorAction?

  /// The current action; if none is set, errors are cancelled.
  public static var current: ErrorAction { carried ?? ErrorAction { _, _ in .cancel } }

  /// Whether an action is set.
  public static var isSet: Bool { carried != nil }

  private let respond: Respond

  private init(_ respond: @escaping Respond) {
    self.respond = respond
  }

  /// Responds to an error.
  @discardableResult
  public func callAsFunction(_ error: any Error, _ origin: String) async -> Evaluation {
    await respond(error, origin)
  }

  /// Sets the action for an operation and the tasks that it starts, then restores the previous one. The
  /// previous action is not called unless the new one calls it: `let outer = ErrorAction.current`.
  public static func with<Value>(
    _ respond: @escaping Respond, isolation: isolated (any Actor)? = #isolation,
    operation: () async throws -> Value
  ) async rethrows -> Value {
    try await $carried.withValue(ErrorAction(respond), operation: operation)
  }
}
