public import RuleEngine

/// What code further down may do with its errors, without being handed a chain: it travels with the task.
///
/// ```swift
/// await ErrorAction.with({ error, origin in await chain.respond(to: error, from: origin).evaluation }) {
///   await loadFeed()  // … await ErrorAction.current(error, "feed")
/// }
/// ```
public struct ErrorAction: Sendable {
  /// Answers an error that was raised at an origin.
  public typealias Respond = @Sendable (_ error: any Error, _ origin: String) async -> Evaluation

  @TaskLocal private static var carried: ErrorAction?

  /// The one that holds here; where nobody set any, errors are cancelled.
  public static var current: ErrorAction { carried ?? ErrorAction { _, _ in .cancel } }

  /// Whether somebody set one.
  public static var isSet: Bool { carried != nil }

  private let respond: Respond

  private init(_ respond: @escaping Respond) {
    self.respond = respond
  }

  /// Answers an error.
  @discardableResult
  public func callAsFunction(_ error: any Error, _ origin: String) async -> Evaluation {
    await respond(error, origin)
  }

  /// Lets an action hold while an operation runs, and in the tasks that it starts. What held before holds again after; it
  /// is not asked unless the new one asks it: `let outer = ErrorAction.current`.
  public static func with<Value>(
    _ respond: @escaping Respond,
    isolation: isolated (any Actor)? = #isolation,
    operation: () async throws -> Value
  ) async rethrows -> Value {
    try await $carried.withValue(ErrorAction(respond), operation: operation)
  }
}
