#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// How errctl ends: the statuses of its contract.
enum Exit: Int32 {
  case success = 0
  case findings = 1
  case unusableInput = 2
  case usage = 64
  case unwritable = 74
  case interrupted = 130
  case terminated = 143

  /// Ends with a status.
  static func now(_ status: Exit) -> Never {
    exit(status.rawValue)
  }
}

/// Why a command ends with a status of its own.
struct CommandFailure: Error {
  let status: Exit
  /// What to say on standard error, a line each; nothing where all is said.
  let messages: [String]

  init(_ status: Exit, _ messages: [String]) {
    self.status = status
    self.messages = messages
  }

  init(_ status: Exit, _ message: String? = nil) {
    self.init(status, [message].compactMap { $0 })
  }
}
