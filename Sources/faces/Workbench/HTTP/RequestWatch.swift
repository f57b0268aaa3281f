internal import Bytes
internal import NIOCore

/// Watches the bytes of a connection before anything reads them: a head that is too long is refused, and a request that takes
/// too long ends the connection.
final class RequestWatch: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = ByteBuffer
  typealias InboundOut = ByteBuffer
  typealias OutboundOut = ByteBuffer

  /// The time from the connection to the end of the answer.
  private static let longest = TimeAmount.seconds(10)

  private enum State {
    case requestLine, headers, complete, refused
  }

  private var state = State.requestLine
  /// The bytes of the head so far.
  private var count = 0
  /// The bytes since the last end of a line, without carriage returns.
  private var lineLength = 0
  private var deadline: Scheduled<Void>?

  func channelActive(context: ChannelHandlerContext) {
    start(context)
    context.fireChannelActive()
  }

  func handlerAdded(context: ChannelHandlerContext) {
    if context.channel.isActive { start(context) }
  }

  func handlerRemoved(context: ChannelHandlerContext) { deadline?.cancel() }

  func channelInactive(context: ChannelHandlerContext) {
    deadline?.cancel()
    context.fireChannelInactive()
  }

  private func start(_ context: ChannelHandlerContext) {
    guard deadline == nil else { return }
    let bound = NIOLoopBound(context, eventLoop: context.eventLoop)
    deadline = context.eventLoop.scheduleTask(in: Self.longest) { bound.value.close(promise: nil) }
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    let buffer = Self.unwrapInboundIn(data)
    switch state {
    case .refused: return
    case .complete: break
    case .requestLine, .headers:
      for byte in buffer.readableBytesView {
        take(byte)
        if state == .complete { break }
        if count > WorkbenchServer.longestHead { return refuse(context) }
      }
    }
    context.fireChannelRead(data)
  }

  private func take(_ byte: UInt8) {
    count += 1
    switch byte {
    case UInt8(ascii: "\n"):
      // Empty lines may stand before the request line.
      if lineLength == 0, state == .headers { state = .complete }
      if lineLength > 0 { state = .headers }
      lineLength = 0
    case UInt8(ascii: "\r"): break
    default: lineLength += 1
    }
  }

  private func refuse(_ context: ChannelHandlerContext) {
    let (status, sentence) =
      state == .requestLine
      ? ("414 URI Too Long", "The address is too long.")
      : ("431 Request Header Fields Too Large", "The head of the request is longer than 16 KB.")
    state = .refused
    let text = """
      HTTP/1.1 \(status)\r
      Content-Type: text/plain; charset=utf-8\r
      Content-Length: \(sentence.utf8.count + 1)\r
      Connection: close\r
      \r
      \(sentence)

      """
    let bound = NIOLoopBound(context, eventLoop: context.eventLoop)
    context.writeAndFlush(Self.wrapOutboundOut(ByteBuffer(string: text))).whenComplete { _ in
      bound.value.close(promise: nil)
    }
  }
}
