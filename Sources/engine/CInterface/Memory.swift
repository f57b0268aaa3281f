internal import Records
internal import Bytes
internal import CErrctl
internal import Engine
internal import Source

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

extension errctl_resolution {
  mutating func take(_ outcome: Outcome.Resolution, _ ordinal: UInt64) {
    evaluation =
      switch outcome.evaluation {
      case .proceed: Int32(ERRCTL_PROCEED)
      case .retry: Int32(ERRCTL_RETRY)
      case .cancel: Int32(ERRCTL_CANCEL)
      case .abort: Int32(ERRCTL_ABORT)
      }
    flags =
      (outcome.isHandled ? UInt32(ERRCTL_HANDLED) : 0) | (outcome.isAssumed ? UInt32(ERRCTL_ASSUMED) : 0)
      | (outcome.isIgnored ? UInt32(ERRCTL_IGNORED) : 0) | (outcome.isEvent ? UInt32(ERRCTL_EVENT) : 0)
    self.ordinal = ordinal
    attempt = outcome.retry?.attempt ?? 0
    max_attempts = outcome.retry?.maxAttempts ?? 0
    delay = -1
  }

  mutating func write(_ string: String) {
    var string = string
    string.withUTF8 { write(ByteSlice(UnsafeRawBufferPointer($0))) }
  }

  /// Replaces the text. Without memory for it there is none.
  mutating func write(_ bytes: ByteSlice) {
    if bytes.count >= capacity {
      let room = max(256, (bytes.count + 1) * 2)
      guard let memory = realloc(UnsafeMutableRawPointer(mutating: text), room) else {
        length = 0
        if capacity > 0 { UnsafeMutablePointer(mutating: text)?.pointee = 0 }
        return
      }
      text = UnsafePointer(memory.assumingMemoryBound(to: CChar.self))
      capacity = room
    }
    guard let memory = UnsafeMutableRawPointer(mutating: text) else { return }
    if let source = bytes.buffer.baseAddress { memory.copyMemory(from: source, byteCount: bytes.count) }
    memory.storeBytes(of: 0, toByteOffset: bytes.count, as: UInt8.self)
    length = bytes.count
  }
}

extension RuleFileRejection {
  /// A failure that the caller frees with `errctl_failure_free`.
  var failure: UnsafeMutablePointer<errctl_failure> {
    let error = findings.first { $0.severity == .error }
    var failure = errctl_failure()
    failure.message = copied(reason ?? error?.description ?? "")
    failure.file = error.flatMap { copied($0.range.file.name) }
    failure.code = error.flatMap { copied($0.code) }
    failure.line = error.map { Int32(clamping: $0.range.start.line) } ?? 0
    failure.column = error.map { Int32(clamping: $0.range.start.column) } ?? 0
    failure.findings = copied(
      DiagnosticJSON.text(of: findings, files: Set(findings.map { $0.range.file.name }).count))
    let memory = UnsafeMutablePointer<errctl_failure>.allocate(capacity: 1)
    memory.initialize(to: failure)
    return memory
  }

  private func copied(_ text: String) -> UnsafePointer<CChar>? { UnsafePointer(strdup(text)) }
}

extension errctl_failure {
  func freeTexts() {
    for text in [message, file, code, findings] { free(UnsafeMutableRawPointer(mutating: text)) }
  }
}
