internal import Bytes
internal import JSONRPC
internal import LanguageServer
internal import Source

/// Runs the requests of one page, each on the newest text. A request that a later one of the same method replaces is
/// cancelled.
final class Requests: Sendable {
  typealias Work = @Sendable (Cancellation) throws(ResponseError) -> Node

  private let workbench: Workbench
  private let send: @Sendable (Outgoing) -> Void
  private let saved: SavedFiles
  private let preview: Preview
  /// Nil ends the thread.
  private let queue = Queue<(@Sendable () -> Void)?>()
  /// The queue of work that takes as long as the streams are long.
  private let long = Queue<(@Sendable () -> Void)?>()
  private let proofs = Queue<(@Sendable () -> Void)?>()
  private let latest = Lock<[String: Cancellation]>([:])

  init(_ workbench: Workbench, send: @escaping @Sendable (Outgoing) -> Void) {
    self.workbench = workbench
    self.send = send
    saved = SavedFiles(workbench)
    preview = Preview(workbench)
  }

  /// False if the system gives no thread.
  func start() -> Bool {
    [queue, long, proofs].allSatisfy { queue in
      BackgroundThread.start {
        while let work = queue.take() ?? nil { work() }
      }
    }
  }

  func cancel() {
    latest.withLock { for cancellation in $0.values { cancellation.cancel() } }
  }

  func end() {
    cancel()
    queue.add(nil)
    long.add(nil)
    proofs.add(nil)
  }

  /// False if there is no such method.
  func take(_ id: RequestID, _ method: String, _ params: Params, _ snapshot: Snapshot) -> Bool {
    let work: Work
    var isReplaceable = true
    var queue = queue
    let (saved, preview, workbench, send) = (saved, preview, workbench, send)
    switch method {
    case "workbench/open":
      isReplaceable = false
      work = { _ throws(ResponseError) in try saved.opened(snapshot) }
    case "workbench/look":
      isReplaceable = false
      work = { _ throws(ResponseError) in saved.changed() }
    case "workbench/reload":
      isReplaceable = false
      work = { _ throws(ResponseError) in try saved.reload(params) }
    case "workbench/save":
      isReplaceable = false
      work = { _ throws(ResponseError) in try saved.save(params, snapshot) }
    case "workbench/preview":
      work = { cancellation throws(ResponseError) in try preview.preview(snapshot, cancellation) }
    case "workbench/whole":
      queue = long
      work = { cancellation throws(ResponseError) in
        try preview.whole(snapshot, cancellation) { done, total in
          let figures: Node = .made([("done", .made(done)), ("total", .made(total))])
          send(.notification(method: "workbench/progress", figures))
        }
      }
    case "workbench/stop":
      latest.withLock { $0["workbench/whole"]?.cancel() }
      work = { _ throws(ResponseError) in .null }
    case "workbench/report":
      work = { cancellation throws(ResponseError) in try preview.report(snapshot, cancellation) }
    case "workbench/records":
      work = { _ throws(ResponseError) in try preview.records(params) }
    case "workbench/explain":
      work = { cancellation throws(ResponseError) in
        try RecordExplanation.answer(params, workbench, snapshot, cancellation)
      }
    case "workbench/tests":
      work = { _ throws(ResponseError) in try RunTests.answer(workbench, snapshot) }
    case "workbench/suites":
      work = { _ throws(ResponseError) in try RunTests.list(workbench, snapshot) }
    case "workbench/draft":
      queue = proofs
      work = { cancellation throws(ResponseError) in
        try DraftedRule.answer(params, workbench, snapshot, cancellation)
      }
    case "workbench/compare":
      work = { cancellation throws(ResponseError) in
        try RecordComparison.answer(params, workbench, snapshot, cancellation)
      }
    default: return false
    }
    let cancellation = Cancellation()
    if isReplaceable { latest.withLock { $0.updateValue(cancellation, forKey: method)?.cancel() } }
    queue.add {
      guard !cancellation.isCancelled else { return send(Server.cancelled(id)) }
      do throws(ResponseError) {
        let result = try work(cancellation)
        send(cancellation.isCancelled ? Server.cancelled(id) : .result(id, result))
      } catch {
        send(cancellation.isCancelled ? Server.cancelled(id) : .error(id, error))
      }
    }
    return true
  }
}
