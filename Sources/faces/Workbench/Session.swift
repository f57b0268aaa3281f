internal import Bytes
internal import JSONRPC
internal import LanguageServer
internal import Source

/// The server's end of one page: the language server, and beside it the requests whose methods begin with `workbench/`.
/// A message is a JSON text.
package final class Session: Sendable {
  private let input = Queue<[UInt8]?>()
  private let send: @Sendable (String) -> Void
  private let requests: Requests
  private let workbench: Workbench

  /// - Parameter send: called from several threads.
  package init(_ workbench: Workbench, send: @escaping @Sendable (String) -> Void) {
    self.workbench = workbench
    self.send = send
    requests = Requests(workbench) { send(JSONWriter.line($0.node)) }
  }

  /// Runs until ``end()``; false if the system gives no thread. `ended` is called once all is over.
  package func start(ended: @escaping @Sendable () -> Void) -> Bool {
    guard requests.start() else { return false }
    let (workbench, send, input, requests) = (workbench, send, input, requests)
    return BackgroundThread.start {
      let connection = ServerLoop.Connection(
        read: { input.take() ?? nil },
        write: { send(Self.body(of: $0)) },
        isAlive: { _ in true },
        // The preview is on the screen by then; a proof beside it would make it late.
        pause: 200,
        take: { requests.take($0, $1, $2, $3) }
      )
      // Nothing is thrown where writing throws nothing.
      _ = try? ServerLoop.run(workbench.server, connection)
      requests.end()
      ended()
    }
  }

  package func receive(_ message: String) {
    input.add(Array("Content-Length: \(message.utf8.count)\r\n\r\n\(message)".utf8))
  }

  package func end() {
    requests.cancel()
    input.add(nil)
  }

  /// The body of a frame, after its header.
  private static func body(of frame: [UInt8]) -> String {
    let end = frame.firstIndex(of: UInt8(ascii: "{")) ?? frame.count
    return String(decoding: frame[end...], as: UTF8.self)
  }
}
