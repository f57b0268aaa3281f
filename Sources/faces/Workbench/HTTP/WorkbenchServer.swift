internal import Bytes
package import NIOCore
internal import NIOHTTP1
internal import NIOPosix
internal import NIOWebSocket
internal import SystemPackage

/// HTTP for the pages of a workbench, on 127.0.0.1. A connection has one request: the next one opens another.
package final class WorkbenchServer: Sendable {
  /// The number of pages that may be open at the same time.
  static let mostPages = 8
  /// The largest head of a request, in bytes, with its request line.
  static let longestHead = 16 << 10
  /// The largest message of a page, in bytes.
  private static let longestMessage = 64 << 20

  /// A page's session, which sends texts to the page.
  package typealias NewSession = @Sendable (_ send: @escaping @Sendable (String) -> Void) -> Session

  package struct Unavailable: Error {
    package let reason: String
  }

  private let session: NewSession
  private let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
  private let port: UInt16
  private let complain: @Sendable (String) -> Void
  private let pages = Lock<Int>(0)

  /// - Parameters:
  ///   - port: 0 for one that the system chooses.
  ///   - complain: gets a sentence if the system refuses a connection.
  ///   - session: is asked for each page that opens.
  package init(
    port: UInt16, complain: @escaping @Sendable (String) -> Void, session: @escaping NewSession
  ) {
    (self.port, self.complain, self.session) = (port, complain, session)
  }

  /// Serves until ``stop()``. `started` gets the address to open.
  ///
  /// - Throws: ``Unavailable`` if the port can't be used, or an error of `started`.
  package func run(started: @Sendable (String) throws -> Void) async throws {
    let access = Lock<Access>(Access(port: 0))
    let bootstrap = ServerBootstrap(group: group)
      .serverChannelOption(.backlog, value: 256)
      .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
      .serverChannelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          try channel.pipeline.syncOperations.addHandler(RefusedConnections(complain: self.complain))
        }
      }
      .childChannelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          try self.configure(channel, access.withLock { $0 })
        }
      }
    let listener: any Channel
    do {
      listener = try await bootstrap.bind(host: "127.0.0.1", port: Int(port)).get()
    } catch {
      try? await group.shutdownGracefully()
      let reason = (error as? IOError).map { Errno(rawValue: $0.errnoCode).description }
      throw Unavailable(reason: reason ?? "\(error)")
    }
    let own = Access(port: UInt16(listener.localAddress?.port ?? 0))
    access.withLock { $0 = own }
    do {
      try started(own.address)
    } catch {
      await stop()
      throw error
    }
    try? await listener.closeFuture.get()
  }

  /// Closes every connection, whatever the other end does.
  package func stop() async { try? await group.shutdownGracefully() }

  /// Gives a connection the handlers of its requests.
  package func configure(_ channel: any Channel, _ access: Access) throws {
    let upgrader = NIOWebSocketServerUpgrader(
      maxFrameSize: Self.longestMessage, automaticErrorHandling: false,
      shouldUpgrade: { channel, head in
        let isAllowed = self.refusal(of: head, access) == nil
        return channel.eventLoop.makeSucceededFuture(isAllowed ? Self.headers(access, head) : nil)
      },
      upgradePipelineHandler: { channel, _ in
        channel.eventLoop.makeCompletedFuture { try self.connect(channel) }
      })
    let watch = RequestWatch()
    let handler = RequestHandler { head in self.answer(head, access) }
    let ours = NIOLoopBound((watch, handler), eventLoop: channel.eventLoop)
    let handlers = channel.pipeline.syncOperations
    try handlers.addHandler(watch)
    try handlers.configureHTTPServerPipeline(
      withPipeliningAssistance: false,
      withServerUpgrade: (
        upgraders: [upgrader],
        completionHandler: { context in
          let (watch, handler) = ours.value
          context.pipeline.syncOperations.removeHandler(watch, promise: nil)
          context.pipeline.syncOperations.removeHandler(handler, promise: nil)
        }
      ))
    try handlers.addHandler(handler)
  }

  private func connect(_ channel: any Channel) throws {
    let aggregator = NIOWebSocketFrameAggregator(
      minNonFinalFragmentSize: 0, maxAccumulatedFrameCount: 4_096,
      maxAccumulatedFrameSize: Self.longestMessage)
    try channel.pipeline.syncOperations.addHandlers(
      aggregator, PageHandler(session, channel) { change in self.pages.withLock { $0 += change } })
  }

  private func answer(_ head: HTTPRequestHead, _ access: Access) -> Response {
    var response: Response
    switch access.verdict(on: Self.request(head)) {
    case .refused(let status, let sentence): response = Response(status, sentence)
    case .entry:
      response = Response(303, "")
      response.headers += [("Location", access.folder), ("Set-Cookie", access.cookie)]
    case .file("messages"):
      response = refusal(of: head, access) ?? Response(400, "This is for a WebSocket of version 13.")
    case .file(let name):
      response =
        Asset(name).map { Response(200, $0.bytes, type: $0.type) } ?? Response(404, "There is no such file.")
    }
    response.headers += Self.headers(access, head).map { ($0.name, $0.value) }
    return response
  }

  /// The answer to a page that may not have a WebSocket; nil if it may. A browser names the origin of every page that opens one.
  private func refusal(of head: HTTPRequestHead, _ access: Access) -> Response? {
    switch access.verdict(on: Self.request(head)) {
    case .file("messages"): break
    case .refused(let status, let sentence): return Response(status, sentence)
    case .entry, .file: return Response(404, "There is no such file.")
    }
    guard head.headers.contains(name: "Origin") else {
      return Response(403, "A page without an origin may not use this server.")
    }
    guard pages.withLock({ $0 < Self.mostPages }) else {
      return Response(503, "There are \(Self.mostPages) open pages. Close one.")
    }
    return nil
  }

  private static func headers(_ access: Access, _ head: HTTPRequestHead) -> HTTPHeaders {
    HTTPHeaders(access.headers(host: one("Host", of: head)).map { ($0.name, $0.value) })
  }

  private static func request(_ head: HTTPRequestHead) -> Access.Request {
    let parts = head.uri.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    let query = parts.count > 1 ? parts[1].split(separator: "&") : []
    let token = query.first { $0.hasPrefix("token=") }.map { String($0.dropFirst("token=".count)) }
    return Access.Request(
      method: head.method.rawValue, path: String(parts[0]), token: token, host: one("Host", of: head),
      origin: one("Origin", of: head), cookie: head.headers["Cookie"].joined(separator: "; "))
  }

  /// The value of a header; nil if there is none, and empty, which is nobody's, if there are several.
  private static func one(_ name: String, of head: HTTPRequestHead) -> String? {
    let values = head.headers[name]
    return values.count > 1 ? "" : values.first
  }
}

/// An answer, after which the connection is closed.
struct Response: Sendable {
  let status: Int
  let body: [UInt8]
  var headers: [(String, String)]

  init(_ status: Int, _ body: [UInt8], type: String) {
    (self.status, self.body) = (status, body)
    headers = [("Content-Type", type), ("Content-Length", "\(body.count)"), ("Connection", "close")]
  }

  init(_ status: Int, _ sentence: String) {
    self.init(status, Array("\(sentence)\n".utf8), type: "text/plain; charset=utf-8")
  }
}

/// Answers the request of a connection, and closes it.
private final class RequestHandler: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias OutboundOut = HTTPServerResponsePart

  private let answer: (HTTPRequestHead) -> Response
  private var isAnswered = false

  init(answer: @escaping (HTTPRequestHead) -> Response) { self.answer = answer }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    // The body, if there is one, is nobody's: GET alone is answered.
    guard case .head(let head) = Self.unwrapInboundIn(data), !isAnswered else { return }
    isAnswered = true
    let response = answer(head)
    let status = HTTPResponseStatus(statusCode: response.status)
    let reply = HTTPResponseHead(version: .http1_1, status: status, headers: HTTPHeaders(response.headers))
    context.write(Self.wrapOutboundOut(.head(reply)), promise: nil)
    context.write(Self.wrapOutboundOut(.body(.byteBuffer(ByteBuffer(bytes: response.body)))), promise: nil)
    let context = NIOLoopBound(context, eventLoop: context.eventLoop)
    context.value.writeAndFlush(Self.wrapOutboundOut(.end(nil))).whenComplete { _ in
      context.value.close(promise: nil)
    }
  }

  /// A text that is not HTTP has its answer already. A request for a WebSocket that was refused gets one.
  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    if !(error is NIOWebSocketUpgradeError) { context.close(promise: nil) }
  }
}

/// Says that the system refuses connections, at most once a minute; the server goes on.
private final class RefusedConnections: ChannelInboundHandler {
  typealias InboundIn = Channel

  private let complain: @Sendable (String) -> Void
  private var last: NIODeadline?

  init(complain: @escaping @Sendable (String) -> Void) { self.complain = complain }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    guard let error = error as? IOError else { return context.fireErrorCaught(error) }
    if let last, .now() < last + .minutes(1) { return }
    last = .now()
    let reason = Errno(rawValue: error.errnoCode).description
    complain("A page could not connect: \(reason). The next one is taken once a connection ends.")
  }
}
