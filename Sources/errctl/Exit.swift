import ArgumentParser
import RuleEngine
import SystemPackage

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

  /// Ends as an error asks: its message on standard error, or on standard output where it is help.
  static func now(after error: any Error) -> Never {
    switch error {
    case let failure as CommandFailure:
      if let message = failure.message { say("errctl: \(VisibleText.of(message))\n") }
      now(failure.status)
    case let failure as WriteFailure:
      if failure.isClosedPipe { now(.success) }
      say("errctl: \(VisibleText.of(failure.description))\n")
      now(.unwritable)
    default:
      let status = Errctl.exitCode(for: error)
      let message = Errctl.fullMessage(for: error)
      guard status.isSuccess else {
        say(message + "\n")
        now(.usage)
      }
      do {
        try CheckedOutput.standardOutput.write(message + "\n")
        try CheckedOutput.standardOutput.flush()
      } catch {
        now(after: error)
      }
      now(.success)
    }
  }

  /// Writes to standard error; where even that fails there is nobody left to tell.
  private static func say(_ text: String) {
    try? CheckedOutput.standardError.write(text)
    try? CheckedOutput.standardError.flush()
  }
}

/// Why a command ends with a status of its own.
struct CommandFailure: Error {
  let status: Exit
  /// What to say on standard error, or nil where all is said.
  let message: String?

  init(_ status: Exit, _ message: String? = nil) {
    self.status = status
    self.message = message
  }
}
