import Synchronization
import SystemPackage

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Hears that the user wants to stop: at once, or in order where there is something to put in order; a second
/// time at once.
enum Interruption {
  private static let received = Atomic<Int32>(0)
  private static let isInOrder = Atomic<Bool>(false)
  /// The pipe that wakes a reader that waits for a slow stream; -1 where there is none.
  private static let wakeEnd = Atomic<Int32>(-1)
  private static let signalEnd = Atomic<Int32>(-1)

  /// The signal that was received, or nil.
  static var signal: Int32? {
    let number = received.load(ordering: .relaxed)
    return number == 0 ? nil : number
  }

  /// The status of a run that was interrupted.
  static var status: Exit { signal == SIGTERM ? .terminated : .interrupted }

  /// What becomes readable once a signal was received.
  static var wake: FileDescriptor? {
    let number = wakeEnd.load(ordering: .relaxed)
    return number < 0 ? nil : FileDescriptor(rawValue: number)
  }

  static func prepare() {
    // A closed pipe is an error of the write that meets it, not the end of the process.
    setHandler(SIGPIPE, SIG_IGN)
    var ends: [Int32] = [-1, -1]
    if pipe(&ends) == 0 {
      for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
      wakeEnd.store(ends[0], ordering: .relaxed)
      signalEnd.store(ends[1], ordering: .relaxed)
    }
    for number in [SIGINT, SIGTERM] {
      setHandler(number) { number in
        let isSecond = Interruption.received.exchange(number, ordering: .relaxed) != 0
        if isSecond || !Interruption.isInOrder.load(ordering: .relaxed) { _exit(128 + number) }
        var byte: UInt8 = 0
        _ = write(Interruption.signalEnd.load(ordering: .relaxed), &byte, 1)
      }
    }
  }

  /// Waits so long, or until a signal is received; false once one was.
  static func rest(milliseconds: Int32) -> Bool {
    guard let wake else { return false }
    var polled = pollfd(fd: wake.rawValue, events: Int16(POLLIN), revents: 0)
    _ = poll(&polled, 1, milliseconds)
    return signal == nil
  }

  /// From here on a run says what it has done, and leaves nothing half done behind.
  static func endInOrder() {
    isInOrder.store(true, ordering: .relaxed)
  }
}

/// `signal` under a name that ``Interruption/signal`` does not hide.
private func setHandler(_ number: Int32, _ handler: sig_t?) {
  _ = signal(number, handler)
}
