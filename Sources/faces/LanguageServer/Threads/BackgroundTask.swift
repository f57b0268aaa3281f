internal import JSONRPC
internal import Bytes

/// Asynchronous work, done by the thread that waits for it: a thread of the runtime's own must not be blocked.
package enum BackgroundTask {
  package static func wait<Value: Sendable>(_ work: @escaping @Sendable () async throws -> Value) throws
    -> Value
  {
    let executor = WaitingExecutor()
    let shared = Shared<Result<Value, any Error>>()
    Task.detached(executorPreference: executor) {
      do {
        let value = try await work()
        shared.result.withLock { $0 = .success(value) }
      } catch {
        shared.result.withLock { $0 = .failure(error) }
      }
    }
    while true {
      if let result = shared.result.withLock({ $0 }) { return try result.get() }
      executor.runNext()
    }
  }

  private final class Shared<Value: Sendable>: Sendable {
    let result = Lock<Value?>(nil)
  }
}

private final class WaitingExecutor: TaskExecutor {
  private let jobs = Queue<UnownedJob>()

  func enqueue(_ job: consuming ExecutorJob) { jobs.add(UnownedJob(job)) }

  func runNext() {
    guard let job = jobs.take() else { return }
    job.runSynchronously(on: asUnownedTaskExecutor())
  }
}
