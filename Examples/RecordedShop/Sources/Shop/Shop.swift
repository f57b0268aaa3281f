internal import Foundation
internal import SwiftErrors

/// The app: what its screens share.
@MainActor
final class Shop {
  let api: ApiClient
  let disk: Disk
  let upstream: Upstream
  let clock: VirtualClock
  private let recorder: ErrorRecorder<Never>

  init(api: ApiClient, disk: Disk, upstream: Upstream, clock: VirtualClock, recorder: ErrorRecorder<Never>) {
    self.api = api
    self.disk = disk
    self.upstream = upstream
    self.clock = clock
    self.recorder = recorder
  }

  var transport: Transport { api.transport }

  /// Runs an operation of a screen, up to `tries` times, and records every failure.
  ///
  /// `answers` are what the person chose in the alerts that the failures led to.
  @discardableResult
  func attempt<T>(
    _ operation: String,
    at origin: String,
    tries: Int = 1,
    severity: RecordedError.Severity? = nil,
    isFatal: Bool? = nil,
    answers: [JSONValue] = [],
    attributes: [String: JSONValue] = [:],
    _ body: () async throws -> T
  ) async -> T? {
    for attempt in 1...max(tries, 1) {
      clock.advance(milliseconds: 137)
      do {
        return try await body()
      } catch {
        recorder.record(
          error,
          origin: "com.shop.\(origin)",
          operation: operation,
          attempt: tries > 1 ? attempt : nil,
          retryAfter: (error as? ApiProblem)?.retryAfter,
          severity: severity,
          isFatal: isFatal,
          answers: attempt == tries ? answers : [],
          attributes: attributes
        )
        if error is CancellationError { return nil }
        // What the app does today, before it has rules: it waits a little longer every time.
        clock.advance(milliseconds: 400 << Int64(attempt))
      }
    }
    return nil
  }

  /// Starts an operation and gives it up before it is done, as when a screen closes.
  func abandon<T: Sendable>(
    _ operation: String,
    at origin: String,
    attributes: [String: JSONValue] = [:],
    _ body: @escaping @MainActor () async throws -> T
  ) async {
    await attempt(operation, at: origin, attributes: attributes) {
      let task = Task { @MainActor in try await body() }
      await Task.yield()
      try? await Task.sleep(for: .milliseconds(20))
      task.cancel()
      _ = try await task.value
    }
  }
}
