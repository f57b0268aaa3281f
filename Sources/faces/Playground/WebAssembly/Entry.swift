#if hasFeature(Embedded)
  internal import JSONRPC
  internal import Source

  // The functions of the WebAssembly module. It has one thread and serves one page, so there is one session.

  nonisolated(unsafe) private var session = PlaygroundSession()
  /// The length in four bytes, the lowest first, then the text.
  nonisolated(unsafe) private var answer: [UInt8] = []
  nonisolated(unsafe) private var message = UnsafeMutableRawBufferPointer.allocate(byteCount: 0, alignment: 1)

  /// Memory for a message of so many bytes, until the next call.
  @_cdecl("errctl_message")
  public func errctlMessage(_ count: Int32) -> UnsafeMutableRawPointer? {
    message.deallocate()
    message = .allocate(byteCount: Int(count), alignment: 1)
    return message.baseAddress
  }

  /// Answers the message: the length of a text, and the text with a message on each line. Valid until the next call.
  @_cdecl("errctl_receive")
  public func errctlReceive() -> UnsafeRawPointer? {
    var text = ""
    for outgoing in session.receive(Array(message)) {
      text += JSONWriter.line(outgoing.node)
      text += "\n"
    }
    let count = UInt32(text.utf8.count)
    answer = [0, 8, 16, 24].map { UInt8(truncatingIfNeeded: count >> $0) }
    answer += text.utf8
    return answer.withUnsafeBytes { $0.baseAddress }
  }
#endif
