enum LimitedEnd: Sendable {
  case done
  case threw(any Error)
  case tookTooLong
}

extension ChainClock {
  /// Continues without an action that exceeds the limit: it is cancelled, and its later effects and errors
  /// are ignored. If the caller is cancelled, so is the action, which is awaited within the limit, and no longer
  /// if it has none (nil).
  func run(limit: Duration?, _ action: @escaping @Sendable () async throws -> Void) async -> LimitedEnd {
    let end = Promise<LimitedEnd>()
    let acting = Task {
      do {
        try await action()
        end.bring(.done)
      } catch {
        end.bring(.threw(error))
      }
    }
    let limiting = Task {
      guard let limit else { return }
      do { try await sleep(limit) } catch { return }
      if end.bring(.tookTooLong) { acting.cancel() }
    }
    return await withTaskCancellationHandler {
      let ended = await end.value
      limiting.cancel()
      return ended
    } onCancel: {
      acting.cancel()
      if limit == nil { end.bring(.threw(CancellationError())) }
    }
  }
}
