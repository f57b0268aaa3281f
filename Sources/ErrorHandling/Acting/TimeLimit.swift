/// How an action ended.
enum ActionEnd: Sendable {
  case done
  case threw(any Error)
  case tookTooLong
}

extension ChainClock {
  /// Runs an action, and goes on without it once it takes longer than a limit: then it is cancelled, and what it still does
  /// or throws is nobody's. Where the caller is cancelled the action is told, and awaited within the limit.
  func run(limit: Duration, _ action: @escaping @Sendable () async throws -> Void) async -> ActionEnd {
    let end = Once<ActionEnd>()
    let acting = Task {
      do {
        try await action()
        end.bring(.done)
      } catch {
        end.bring(.threw(error))
      }
    }
    let limiting = Task {
      do { try await sleep(limit) } catch { return }
      if end.bring(.tookTooLong) { acting.cancel() }
    }
    return await withTaskCancellationHandler {
      let ended = await end.value
      limiting.cancel()
      return ended
    } onCancel: {
      acting.cancel()
    }
  }
}
