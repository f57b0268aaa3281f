import Dispatch

enum Waiting {
  private final class Box<Value>: @unchecked Sendable {
    var result: Result<Value, any Error>?
  }

  /// The result of an asynchronous function, for libFuzzer, which is none.
  static func result<Value: Sendable>(of run: @escaping @Sendable () async throws -> Value) -> Result<
    Value, any Error
  > {
    let box = Box<Value>()
    let end = DispatchSemaphore(value: 0)
    // On this thread as far as it does not wait.
    Task.immediateDetached {
      do { box.result = .success(try await run()) } catch { box.result = .failure(error) }
      end.signal()
    }
    end.wait()
    return box.result ?? .failure(CancellationError())
  }
}
