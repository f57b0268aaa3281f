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
      for message in failure.messages { say("errctl: \(VisibleText.of(message))\n") }
      now(failure.status)
    case let failure as WriteFailure:
      if failure.isClosedPipe { now(.success) }
      say("errctl: \(VisibleText.of(failure.description))\n")
      now(.unwritable)
    default:
      let status = Errctl.exitCode(for: error)
      // It quotes what was typed, or what a pattern of the shell found.
      let lines = Errctl.fullMessage(for: error).split(separator: "\n", omittingEmptySubsequences: false)
      let message = lines.map { VisibleText.of(String($0)) }.joined(separator: "\n")
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
