internal import RuleEngine
internal import SwiftErrors

extension RunningChain {
  /// How often an operation is tried at most, whatever people ask for.
  static let mostTries = 1_000

  /// Runs an operation; where it throws, asks the chain, does what it says and tries again where it says so.
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
  /// A retry waits as long as its rule says, on ``ChainSettings/clock``, with no lock held. Its record says which try
  /// failed (`attempt`) and of what (`operation`), so budgets `per: operation` count these tries. The last try counts as
  /// `cancel` where a person asks for one more than 1,000 times.
  ///
  /// Cancelled work is never tried again: neither where the operation throws `CancellationError`, nor where the task is
  /// cancelled when the answer comes, nor while it waits. Rules may say what to do about the error (unless
  /// `ignore: cancellation` holds), and `retry` counts as `cancel`.
  ///
  /// - Parameters:
  ///   - origin: where the operation is, dotted: it finds the responder that is asked first.
  ///   - name: what is being tried; nil: the origin.
  ///   - isolation: the actor that runs the operation.
  ///   - operation: what is tried.
  public func withErrorHandling<Value>(
    from origin: String,
    named name: String? = nil,
    isolation: isolated (any Actor)? = #isolation,
    operation: () async throws -> Value
  ) async -> Handled<Value> {
    var attempt = 1
    while true {
      let thrown: any Error
      do {
        return .completed(try await operation())
      } catch {
        thrown = error
      }
      let occurrence = ErrorOccurrence(origin: origin, operation: name ?? origin, attempt: attempt)
      let resolution = await respond(to: thrown, occurrence)
      guard resolution.evaluation == .retry, !(thrown is CancellationError), !Task.isCancelled,
        attempt < Self.mostTries
      else { return Handled(thrown, resolution) }
      if let delay = resolution.retry?.delay, delay > .zero {
        do { try await settings.clock.sleep(delay) } catch { return Handled(thrown, resolution) }
      }
      if Task.isCancelled { return Handled(thrown, resolution) }
      attempt += 1
    }
  }
}
