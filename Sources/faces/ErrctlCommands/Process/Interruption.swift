import Synchronization
import SystemPackage

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// SIGHUP, SIGINT, SIGQUIT and SIGTERM end the process at once, or after ``endInOrder()`` in an orderly way. A second
/// signal always ends it at once.
enum Interruption {
  private static let received = Atomic<Int32>(0)
  private static let isInOrder = Atomic<Bool>(false)
  /// Wakes a reader of a slow stream; -1 for none.
  private static let wakeEnd = Atomic<Int32>(-1)
  private static let signalEnd = Atomic<Int32>(-1)

  static var signal: Int32? {
    let number = received.load(ordering: .relaxed)
    return number == 0 ? nil : number
  }

  static var status: ExitStatus { signal.flatMap { ExitStatus(rawValue: 128 + $0) } ?? .interrupted }

  /// Becomes readable when a signal arrives.
  static var wake: FileDescriptor? {
    let number = wakeEnd.load(ordering: .relaxed)
    return number < 0 ? nil : FileDescriptor(rawValue: number)
  }

  static func prepare() {
    // A write to a closed pipe, or beyond the limit of a file's size, should fail with an error and not end the process.
    for number in [SIGPIPE, SIGXFSZ] { setHandler(number, SIG_IGN) }
    var ends: [Int32] = [-1, -1]
    if pipe(&ends) == 0 {
      for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
      wakeEnd.store(ends[0], ordering: .relaxed)
      signalEnd.store(ends[1], ordering: .relaxed)
    }
    // Whoever started it with nohup ignores SIGHUP.
    let isHeldOpen = isIgnored(SIGHUP)
    for number in isHeldOpen ? [SIGINT, SIGQUIT, SIGTERM] : [SIGHUP, SIGINT, SIGQUIT, SIGTERM] {
      setHandler(number) { number in
        let isSecond = Interruption.received.exchange(number, ordering: .relaxed) != 0
        if isSecond || !Interruption.isInOrder.load(ordering: .relaxed) { _exit(128 + number) }
        var byte: UInt8 = 0
        _ = write(Interruption.signalEnd.load(ordering: .relaxed), &byte, 1)
      }
    }
  }

  /// False after a signal.
  static func rest(milliseconds: Int32) -> Bool {
    guard let wake else { return false }
    var polled = pollfd(fd: wake.rawValue, events: Int16(POLLIN), revents: 0)
    _ = poll(&polled, 1, milliseconds)
    return signal == nil
  }

  /// Ends the process with the signal's status, if it still runs then.
  static func end(after milliseconds: Int32, _ cleanUp: () -> Void) -> Never {
    _ = poll(nil, 0, milliseconds)
    cleanUp()
    _exit(status.rawValue)
  }

  /// Lets the run finish after a signal from here on, and report its partial result.
  static func endInOrder() {
    isInOrder.store(true, ordering: .relaxed)
  }
}

private func isIgnored(_ number: Int32) -> Bool {
  let before = signal(number, SIG_IGN)
  _ = signal(number, before)
  return unsafeBitCast(before, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
}

/// `signal`, which ``Interruption/signal`` would shadow.
private func setHandler(_ number: Int32, _ handler: sig_t?) {
  _ = signal(number, handler)
}
