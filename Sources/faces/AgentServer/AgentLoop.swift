internal import Bytes
internal import JSONRPC

/// Runs a server: one thread reads, one answers, two run commands.
package struct AgentLoop {
  /// The connection to the client, and the commands.
  package struct Connection: Sendable {
    /// The next bytes; nil at the end.
    let read: @Sendable () -> [UInt8]?
    let write: @Sendable ([UInt8]) throws -> Void
    /// Runs a command to its end, or until the call is cancelled.
    let run: @Sendable (ToolCall) -> ToolOutcome

    package init(
      read: @escaping @Sendable () -> [UInt8]?, write: @escaping @Sendable ([UInt8]) throws -> Void,
      run: @escaping @Sendable (ToolCall) -> ToolOutcome
    ) {
      self.read = read
      self.write = write
      self.run = run
    }
  }

  private enum Event: Sendable {
    case message(Message)
    case fault(String)
    case end
    case outcome(ToolOutcome, ToolCall)
  }

  /// Until the end of the input. Then calls that still run are cancelled.
  ///
  /// - Returns: false if the system gives no thread.
  package static func run(_ server: AgentServer, _ connection: Connection) throws -> Bool {
    var server = server
    let (events, calls) = (Queue<Event>(), Queue<ToolCall>())
    let areStarted =
      BackgroundThread.start { readAll(connection.read, events) }
      && (0..<2).allSatisfy { _ in
        BackgroundThread.start {
          while let call = calls.take() { events.add(.outcome(connection.run(call), call)) }
        }
      }
    guard areStarted else { return false }
    var left: Int?
    while left != 0, let event = events.take() {
      switch event {
      case .message(let message): try send(server.receive(message), connection)
      case .fault(let fault): try send([server.report(fault)], connection)
      case .outcome(let outcome, let call):
        try send(server.receive(outcome, of: call), connection)
        left = left.map { $0 - 1 }
      case .end: left = server.end()
      }
      while left == nil, let call = server.nextCall() { calls.add(call) }
    }
    return true
  }

  private static func readAll(_ read: () -> [UInt8]?, _ events: Queue<Event>) {
    var lines = LineReader()
    while let bytes = read() {
      lines.append(bytes)
      while let line = lines.next() { add(line, to: events) }
    }
    if let line = lines.last() { add(line, to: events) }
    events.add(.end)
  }

  private static func add(_ line: LineReader.Line, to events: Queue<Event>) {
    switch line {
    case .fault(let fault): events.add(.fault(fault))
    case .message(let bytes):
      events.add(.message(Message(bytes, longest: LineReader.longest, repairs: false)))
    }
  }

  private static func send(_ messages: [Outgoing], _ connection: Connection) throws {
    for message in messages { try connection.write(message.line) }
  }
}
