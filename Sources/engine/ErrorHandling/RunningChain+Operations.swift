internal import Foundation
internal import Engine
internal import Records
public import SwiftErrors

extension RunningChain {
  /// Whatever a person chooses.
  static let mostTries = 1_000

  /// Runs an operation; if it throws, handles the error with the chain, and retries if a rule grants it.
  ///
  /// ```swift
  /// let handled = await chain.withErrorHandling(from: "com.shop.checkout", named: "pay") {
  ///   try await bank.pay(order)
  /// }
  /// switch handled {
  /// case .completed(let receipt): show(receipt)
  /// case .proceed, .cancel: break
  /// case .abort: closeCheckout()
  /// }
  /// ```
  ///
  /// A retry waits for the rule's delay, on ``ChainSettings/clock``, without holding a lock. Its record has
  /// the number of the try (`attempt`), the `operation` and the time since its first failure (`elapsed`), so budgets
  /// `per: operation` count these tries, and a `deadline` ends them. An operation that ends well gives tokens back to the
  /// quotas of its origin, and is told to ``ChainSettings/observeCompletion``.
  /// After 1,000 tries, a person's retry counts as `cancel`.
  ///
  /// Cancelled work is never retried: neither if the operation throws `CancellationError`, nor if the task is
  /// cancelled before the outcome or during the delay. Rules may still handle the error (unless `ignore:
  /// cancellation` holds), and `retry` counts as `cancel`.
  ///
  /// - Parameters:
  ///   - origin: the dotted origin of the operation, which selects the first responder.
  ///   - name: the name of the operation; nil: the origin.
  ///   - isolation: the actor that runs the operation.
  ///   - operation: the operation.
  /// - Returns: what became of it. Where the operation throws errors of one type, `throws(APIError)`, they keep it.
  public func withErrorHandling<Value, Failure>(
    from origin: String, named name: String? = nil, isolation: isolated (any Actor)? = #isolation,
    operation: () async throws(Failure) -> Value
  ) async -> TypedHandled<Value, Failure> {
    await run(from: origin, named: name, nil, isolation: isolation, operation: operation)
  }

  /// - Parameter probe: of the breaker that just closed, if this operation goes first.
  func run<Value, Failure>(
    from origin: String, named name: String?, _ probe: LiveBreaker.Probe?, isolation: isolated (any Actor)?,
    operation: () async throws(Failure) -> Value
  ) async -> TypedHandled<Value, Failure> {
    var attempt = 1
    var firstFailure: Duration?
    while true {
      let thrown: Failure
      do throws(Failure) {
        let value = try await operation()
        probe?.end(isDone: true)
        complete(ErrorOccurrence(origin: origin, operation: name ?? origin, attempt: attempt))
        return .completed(value)
      } catch {
        thrown = error
      }
      let moment = moment
      let failure = settings.clock.uptime()
      let elapsed = failure - (firstFailure ?? failure)
      firstFailure = firstFailure ?? failure
      let occurrence = ErrorOccurrence(
        origin: origin, operation: name ?? origin, attempt: attempt, elapsed: elapsed)
      var incident = incident(thrown, occurrence, moment.version)
      if let probe {
        // The error is counted before the others may begin.
        let isDone = !(thrown is CancellationError) && !Task.isCancelled
        incident.whenCounted = { probe.end(isDone: isDone) }
      }
      let resolution = await respond(to: incident, moment)
      incident.whenCounted?()
      guard resolution.evaluation == .retry, !(thrown is CancellationError), !Task.isCancelled,
        attempt < Self.mostTries
      else { return TypedHandled(thrown, resolution) }
      if let delay = resolution.retry?.delay, delay > .zero {
        do { try await settings.clock.sleep(delay) } catch { return TypedHandled(thrown, resolution) }
      }
      if Task.isCancelled { return TypedHandled(thrown, resolution) }
      attempt += 1
    }
  }

  /// Takes note of an operation that ended well, as a record with `completed` does in a replay. Its origin, operation, try and
  /// attributes say which quotas get tokens back.
  ///
  /// ``withErrorHandling(from:named:isolation:operation:)`` calls it; call it yourself where you retry yourself.
  public func complete(_ occurrence: ErrorOccurrence) {
    let version = version
    if version.countsCompletions { version.withEvaluator { $0.complete(occurrence) } }
    guard let observe = settings.observeCompletion else { return }
    var occurrence = occurrence
    occurrence.time = occurrence.time ?? Date(timeIntervalSince1970: settings.clock.now() / .seconds(1))
    observe(occurrence)
  }
}

/// Runs an operation, and retries as the chain's rules decide; for one call whose result or error the caller wants as ever.
///
/// ```swift
/// let receipt = try await retrying(by: chain, from: "com.shop.checkout", named: "pay") {
///   try await bank.pay(order)
/// }
/// ```
///
/// It is ``RunningChain/withErrorHandling(from:named:isolation:operation:)`` without the difference between `proceed`,
/// `cancel` and `abort`: the rules' actions run, and the last error is thrown, in the type that the operation declares.
///
/// - Parameters:
///   - chain: the chain that decides.
///   - origin: the dotted origin of the operation, which selects the first responder.
///   - name: the name of the operation; nil: the origin.
///   - isolation: the actor that runs the operation.
///   - operation: the operation.
/// - Returns: the value of the try that succeeded.
/// - Throws: the error of the last try.
public func retrying<Value, Failure>(
  by chain: RunningChain, from origin: String, named name: String? = nil,
  isolation: isolated (any Actor)? = #isolation, operation: () async throws(Failure) -> Value
) async throws(Failure) -> Value {
  try await chain.withErrorHandling(from: origin, named: name, isolation: isolation, operation: operation)
    .get()
}
