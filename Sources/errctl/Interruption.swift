import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Hears that the user wants to stop; the run ends in order, and a second time at once.
enum Interruption {
  private static let received = Atomic<Int32>(0)

  /// The signal that was received, or nil.
  static var signal: Int32? {
    let number = received.load(ordering: .relaxed)
    return number == 0 ? nil : number
  }

  /// The status of a run that was interrupted.
  static var status: Exit { signal == SIGTERM ? .terminated : .interrupted }

  static func prepare() {
    // A closed pipe is an error of the write that meets it, not the end of the process.
    Glibc_signal(SIGPIPE, SIG_IGN)
    for number in [SIGINT, SIGTERM] {
      Glibc_signal(number) { number in
        if Interruption.received.exchange(number, ordering: .relaxed) != 0 { _exit(128 + number) }
      }
    }
  }
}

/// `signal` under a name that ``Interruption/signal`` does not hide.
private func Glibc_signal(_ number: Int32, _ handler: sig_t?) {
  _ = signal(number, handler)
}
