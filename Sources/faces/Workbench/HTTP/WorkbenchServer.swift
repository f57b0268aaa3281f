#if Workbench
  internal import Bytes
  internal import FlyingFox
  internal import FlyingSocks
  internal import Foundation

  /// HTTP for the pages of a workbench, on 127.0.0.1.
  package actor WorkbenchServer {
    /// Pages that are open at the same time.
    private static let mostPages = 8

    package struct Unavailable: Error {
      package let reason: String
    }

    private let workbench: Workbench
    private let server: HTTPServer
    private var access = Access(port: 0)
    private let pages = Lock<Int>(0)

    /// - Parameter port: 0 for one that the system chooses.
    package init(_ workbench: Workbench, port: UInt16) throws {
      self.workbench = workbench
      let address = try sockaddr_in.inet(ip4: "127.0.0.1", port: port)
      server = HTTPServer(address: address, timeout: 60, logger: .disabled)
    }

    /// Serves until ``stop()``, or until the task is cancelled. `started` gets the address to open.
    ///
    /// - Throws: ``Unavailable`` if the port can't be used, or an error of `started`.
    package func run(started: @Sendable (String) throws -> Void) async throws {
      let server = server
      let task = Task { try await server.run() }
      do {
        try await server.waitUntilListening(timeout: 10)
        guard case .ip4(_, let port)? = await server.listeningAddress else { throw SocketError.disconnected }
        access = Access(port: port)
      } catch {
        task.cancel()
        var reason = "\(error.localizedDescription)"
        if case .failure(let failure) = await task.result {
          reason =
            if case .failed(_, _, let message)? = failure as? SocketError { message } else { "\(failure)" }
        }
        throw Unavailable(reason: reason)
      }
      await server.appendRoute("*", to: Handler(server: self))
      try started(access.address)
      _ = await task.result
    }

    package func stop() async { await server.stop(timeout: 0) }

    private struct Handler: HTTPHandler {
      let server: WorkbenchServer

      func handleRequest(_ request: HTTPRequest) async throws -> HTTPResponse {
        try await server.answer(request)
      }
    }

    private func answer(_ request: HTTPRequest) async throws -> HTTPResponse {
      let verdict = access.verdict(
        on: Access.Request(
          method: request.method.rawValue, path: request.target.path(percentEncoded: true),
          token: request.query.first { $0.name == "token" }?.value, host: request.headers[.host],
          origin: request.headers[HTTPHeader("Origin")], cookie: request.headers[.cookie]))
      var response: HTTPResponse
      switch verdict {
      case .refused(let status, let sentence): response = Self.text(status, sentence)
      case .entry:
        response = HTTPResponse(statusCode: .seeOther)
        response.headers[.location] = access.folder
        response.headers[.setCookie] = access.cookie
      case .file("messages"): response = try await connected(request)
      case .file(let name):
        if let asset = Asset(name) {
          response = HTTPResponse(statusCode: .ok, body: Data(asset.bytes))
          response.headers[.contentType] = asset.type
        } else {
          response = Self.text(404, "There is no such file.")
        }
      }
      for (name, value) in access.headers(host: request.headers[.host]) {
        response.headers[HTTPHeader(name)] = value
      }
      return response
    }

    private static func text(_ status: Int, _ sentence: String) -> HTTPResponse {
      var response = HTTPResponse(
        statusCode: HTTPStatusCode(status, phrase: ""), body: Data("\(sentence)\n".utf8))
      response.headers[.contentType] = "text/plain; charset=utf-8"
      return response
    }

    /// A page's WebSocket. A browser names the origin of every page that opens one.
    private func connected(_ request: HTTPRequest) async throws -> HTTPResponse {
      guard request.headers[HTTPHeader("Origin")] != nil else {
        return Self.text(403, "A page without an origin may not use this server.")
      }
      guard pages.withLock({ $0 < Self.mostPages }) else {
        return Self.text(503, "There are \(Self.mostPages) open pages. Close one.")
      }
      let handler = PageHandler(workbench: workbench, server: self)
      return try await WebSocketHTTPHandler(handler: MessageFrameWSHandler(handler: handler))
        .handleRequest(request)
    }

    nonisolated fileprivate func count(_ change: Int) { pages.withLock { $0 += change } }
  }

  private struct PageHandler: WSMessageHandler {
    let workbench: Workbench
    let server: WorkbenchServer

    func makeMessages(for client: AsyncStream<WSMessage>) async throws -> AsyncStream<WSMessage> {
      let (messages, continuation) = AsyncStream<WSMessage>.makeStream()
      let session = Session(workbench) { continuation.yield(.text($0)) }
      let server = server
      server.count(1)
      let isStarted = session.start {
        server.count(-1)
        continuation.finish()
      }
      guard isStarted else {
        server.count(-1)
        continuation.finish()
        return messages
      }
      continuation.onTermination = { _ in session.end() }
      Task {
        for await case .text(let text) in client { session.receive(text) }
        session.end()
      }
      return messages
    }
  }
#endif
