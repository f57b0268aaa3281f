#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

enum ExitStatus: Int32 {
  case success = 0
  case findings = 1
  case unusableInput = 2
  case usage = 64
  case unwritable = 74
  case hungUp = 129
  case interrupted = 130
  case quit = 131
  case terminated = 143

  static func now(_ status: ExitStatus) -> Never {
    exit(status.rawValue)
  }
}

struct CommandFailure: Error {
  let status: ExitStatus
  /// The messages for standard error. Empty if everything has been reported.
  let messages: [String]

  init(_ status: ExitStatus, _ messages: [String]) {
    self.status = status
    self.messages = messages
  }

  init(_ status: ExitStatus, _ message: String? = nil) {
    self.init(status, [message].compactMap { $0 })
  }
}
