internal import NIOCore
internal import NIOWebSocket

/// The server's end of a page's WebSocket.
final class PageHandler: ChannelInboundHandler {
  typealias InboundIn = WebSocketFrame
  typealias OutboundOut = WebSocketFrame

  private let session: Session
  private let count: @Sendable (Int) -> Void
  private let channel: any Channel
  private var isClosing = false

  /// - Parameter count: gets 1 for a page that begins, and -1 for one that has ended.
  init(
    _ session: WorkbenchServer.NewSession, _ channel: any Channel, count: @escaping @Sendable (Int) -> Void
  ) {
    (self.channel, self.count) = (channel, count)
    self.session = session { text in
      let frame = WebSocketFrame(fin: true, opcode: .text, data: ByteBuffer(string: text))
      channel.writeAndFlush(frame, promise: nil)
    }
  }

  func handlerAdded(context: ChannelHandlerContext) {
    let (count, channel) = (count, channel)
    count(1)
    let isStarted = session.start {
      count(-1)
      channel.close(promise: nil)
    }
    guard !isStarted else { return }
    count(-1)
    close(context, .unexpectedServerError, "The system gives no thread.")
  }

  func channelInactive(context: ChannelHandlerContext) {
    session.end()
    context.fireChannelInactive()
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    let frame = Self.unwrapInboundIn(data)
    guard !isClosing else { return }
    switch frame.opcode {
    case .text:
      let bytes = frame.unmaskedData
      guard let text = String(validating: bytes.readableBytesView, as: UTF8.self) else {
        return close(context, .dataInconsistentWithMessage, "Protocol Error: A text is not UTF-8.")
      }
      session.receive(text)
    case .ping:
      let pong = WebSocketFrame(fin: true, opcode: .pong, data: frame.unmaskedData)
      context.writeAndFlush(Self.wrapOutboundOut(pong), promise: nil)
    case .pong: break
    case .connectionClose: close(context, .normalClosure, "")
    default: close(context, .protocolError, "Protocol Error: Messages are texts.")
    }
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    close(context, .protocolError, "Protocol Error")
  }

  private func close(_ context: ChannelHandlerContext, _ code: WebSocketErrorCode, _ reason: String) {
    guard !isClosing else { return }
    isClosing = true
    session.end()
    var data = ByteBuffer()
    data.write(webSocketErrorCode: code)
    data.writeString(reason)
    let frame = WebSocketFrame(fin: true, opcode: .connectionClose, data: data)
    let bound = NIOLoopBound(context, eventLoop: context.eventLoop)
    context.writeAndFlush(Self.wrapOutboundOut(frame)).whenComplete { _ in bound.value.close(promise: nil) }
  }
}
