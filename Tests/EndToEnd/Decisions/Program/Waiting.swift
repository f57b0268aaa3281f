import RuleEngine
import SwiftErrors
import Dispatch
import ErrorHandling

/// The result of work that waits, done on other threads while this one stands still.
///
/// Not a top-level `await`: that gives the main thread to Dispatch, which ends it, and valgrind 3.19 crashes there ("the
/// 'impossible' happened"), so that nothing would be counted.
func finished<Value: Sendable>(_ work: @escaping @Sendable () async throws -> Value) throws -> Value {
  let isDone = DispatchSemaphore(value: 0)
  let brought = Brought<Value>()
  Task.detached {
    do { brought.result = .success(try await work()) } catch { brought.result = .failure(error) }
    isDone.signal()
  }
  isDone.wait()
  guard let result = brought.result else { throw CancellationError() }
  return try result.get()
}

/// Written before the semaphore is signalled, read after it was waited for.
private final class Brought<Value: Sendable>: @unchecked Sendable {
  var result: Result<Value, any Error>?
}

/// How many of the errors were handled in all rounds.
func responded(_ chain: RunningChain, _ errors: [any Error], _ rounds: Int) async -> Int {
  var handled = 0
  for _ in 0..<rounds {
    for error in errors where await chain.respond(to: error, from: "shop.checkout").isHandled { handled += 1 }
  }
  return handled
}

/// The number of granted retries, each of a named operation with its try.
func repeated(_ chain: RunningChain, _ error: any Error, _ rounds: Int) async -> Int {
  var granted = 0
  for round in 0..<rounds {
    let occurrence = ErrorOccurrence(origin: "shop.checkout", operation: "pay", attempt: round % 3 + 1)
    if await chain.respond(to: error, occurrence).evaluation == .retry { granted += 1 }
  }
  return granted
}

/// Makes a chain each round, has it answer, replaces its rules twice, once by bad ones, and lets it go.
func dropped(_ rules: String, _ errors: [any Error], _ rounds: Int) async throws -> Int {
  var handled = 0
  for round in 0..<rounds {
    let chain = try RunningChain(
      .text(rules, name: "rules.json"),
      plugins: [.perform("track") { _ in }],
      settings: ChainSettings(seed: 1)
    )
    let connection = chain.connect(at: "app") { [weak chain] _ in chain == nil ? .abort : nil }
    handled += await responded(chain, errors, 1)
    if round % 2 == 0 { chain.disconnect(connection) }
    do { try chain.reload(.text("version: 9")) } catch { handled += 1 }
    try chain.reload()
    for error in errors where chain.decide(error, from: "shop").isHandled { handled += 1 }
  }
  return handled
}
