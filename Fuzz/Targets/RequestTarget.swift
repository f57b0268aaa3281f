import NIOCore
import NIOEmbedded
import Workbench

/// The bytes that somebody sends to `serve`, in pieces that the last byte sizes.
struct RequestTarget: FuzzTarget {
  private let server = WorkbenchServer(port: 1, complain: { _ in }) { _ in
    // The token is drawn: nobody guesses it.
    preconditionFailure("a request without the token opened a page")
  }

  init(root: String) {}

  static var seeds: [[UInt8]] {
    [
      "GET / HTTP/1.1\r\nHost: 127.0.0.1:1\r\n\r\n",
      "GET /folder/messages HTTP/1.1\r\nHost: 127.0.0.1:1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        + "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nOrigin: http://127.0.0.1:1\r\n\r\n",
      "POST /?token=token HTTP/1.0\nContent-Length: 3\nTransfer-Encoding: chunked\n\nabc",
      "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
    ].map { Array($0.utf8) }
  }

  func check(_ input: [UInt8]) {
    let channel = EmbeddedChannel()
    guard (try? server.configure(channel, Access(port: 1))) != nil,
      (try? channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()) != nil
    else { return require(false, "the pipeline can't be made") }
    let size = max(1, Int(input.last ?? 1))
    for start in stride(from: 0, to: input.count, by: size) where channel.isActive {
      let piece = ByteBuffer(bytes: input[start..<min(start + size, input.count)])
      _ = try? channel.writeInbound(piece)
    }
    channel.embeddedEventLoop.run()
    var answer: [UInt8] = []
    while let part = try? channel.readOutbound(as: ByteBuffer.self) { answer += part.readableBytesView }
    require(
      answer.isEmpty || answer.starts(with: Array("HTTP/1.".utf8)),
      "the answer is none of HTTP: \(answer.prefix(80))")
    _ = try? channel.finish(acceptAlreadyClosed: true)
  }
}
