package import JSONRPC
internal import Bytes
internal import Engine

/// Runs a server: one thread reads, one answers, one does what takes longer.
package struct ServerLoop {
  /// The milliseconds after which a client that ended without a word is noticed.
  private static let watch = 5_000
  /// The beginning of methods that the host may answer by itself.
  private static let hostPrefix = "workbench/"

  /// The connection to the client.
  package struct Connection {
    /// The next bytes; nil at the end.
    let read: @Sendable () -> [UInt8]?
    let write: ([UInt8]) throws -> Void
    /// Whether a process is still there.
    let isAlive: (Int32) -> Bool
    /// The milliseconds without a message after which proofs begin.
    let pause: Int
    /// Takes requests of the host's own methods, with everything that their answers depend on; true if it did.
    let take: (RequestID, String, Params, Snapshot) -> Bool

    package init(
      read: @escaping @Sendable () -> [UInt8]?, write: @escaping ([UInt8]) throws -> Void,
      isAlive: @escaping (Int32) -> Bool, pause: Int = 40,
      take: @escaping (RequestID, String, Params, Snapshot) -> Bool = { _, _, _, _ in false }
    ) {
      self.read = read
      self.write = write
      self.isAlive = isAlive
      self.pause = pause
      self.take = take
    }
  }

  private enum Event: Sendable {
    case message(Message)
    case fault(String)
    case end
    case outcome(Job.Outcome)
  }

  private var server: Server
  private let connection: Connection
  private let events = Queue<Event>()
  /// Nil at the end.
  private let jobs = Queue<Job?>()
  private let cancelled = CancelledRequests()

  /// Requests for which a cancellation has arrived, perhaps before they are looked at.
  private final class CancelledRequests: Sendable {
    private let ids = Lock<Set<RequestID>>([])

    func insert(_ id: RequestID) { ids.withLock { _ = $0.insert(id) } }
    func remove(_ id: RequestID) -> Bool { ids.withLock { $0.remove(id) != nil } }
  }

  /// - Returns: the exit status: 0 after `shutdown` and `exit`, else 1; nil if the system gives no thread.
  package static func run(_ server: Server, _ connection: Connection) throws -> Int32? {
    var loop = ServerLoop(server: server, connection: connection)
    return try loop.run()
  }

  private init(server: Server, connection: Connection) {
    self.server = server
    self.connection = connection
  }

  private mutating func run() throws -> Int32? {
    let (read, events, jobs, cancelled) = (connection.read, events, jobs, cancelled)
    let isStarted =
      BackgroundThread.start { Self.readAll(read, events, cancelled) }
      && BackgroundThread.start {
        while let job = jobs.take() ?? nil { events.add(.outcome(job.run())) }
      }
    defer { jobs.add(nil) }
    guard isStarted else { return nil }
    var isQuiet = false
    while true {
      if let event = events.take(atMost: 0) {
        if case .outcome = event {} else { isQuiet = false }
        if let status = try handle(event) { return status }
        continue
      }
      try send(server.settle())
      if let job = server.nextJob(isQuiet: isQuiet) {
        jobs.add(job)
        continue
      }
      let limit = server.waitsForQuiet && !isQuiet ? connection.pause : Self.watch
      if let event = events.take(atMost: limit) {
        if case .outcome = event {} else { isQuiet = false }
        if let status = try handle(event) { return status }
      } else {
        isQuiet = true
        if limit == Self.watch, let parent = server.parent, !connection.isAlive(parent) { return 1 }
      }
    }
  }

  private static func readAll(_ read: () -> [UInt8]?, _ events: Queue<Event>, _ cancelled: CancelledRequests)
  {
    var frames = FrameReader()
    while let bytes = read() {
      frames.append(bytes)
      while let frame = frames.next() {
        switch frame {
        case .fault(let fault): events.add(.fault(fault))
        case .message(let bytes):
          let message = Message(bytes)
          if let id = message.cancelledRequest { cancelled.insert(id) }
          events.add(.message(message))
        }
      }
    }
    if frames.isInFrame { events.add(.fault("The input ends in the middle of a message.")) }
    events.add(.end)
  }

  /// The exit status, if it is known now.
  private mutating func handle(_ event: Event) throws -> Int32? {
    switch event {
    case .end: return server.exitStatus(atEnd: true)
    case .fault(let fault): try send([server.report(fault)])
    case .outcome(let outcome): try send(server.receive(outcome))
    case .message(let message):
      if case .request(let id, let method, let params) = message {
        if cancelled.remove(id) {
          try send([Server.cancelled(id)])
          break
        }
        if method.hasPrefix(Self.hostPrefix) {
          try send(server.settle())
          if connection.take(id, method, params, server.snapshot) { break }
        }
        try send(server.receive(message))
      } else {
        if let id = message.cancelledRequest { _ = cancelled.remove(id) }
        try send(server.receive(message))
      }
    }
    return server.exitStatus(atEnd: false)
  }

  private func send(_ messages: [Outgoing]) throws {
    for message in messages { try connection.write(FrameReader.frame(message.node)) }
  }
}

extension Message {
  fileprivate var cancelledRequest: RequestID? {
    guard case .notification("$/cancelRequest", let params) = self else { return nil }
    return RequestID(params["id"])
  }
}

extension Server {
  /// The exit status. At the end of the input, a client that said “shutdown” has gone in order.
  fileprivate func exitStatus(atEnd isEnd: Bool) -> Int32? {
    exitStatus ?? (isEnd ? (phase == .shutDown ? 0 : 1) : nil)
  }
}
