import ArgumentParser
import RuleEngine

extension Exit {
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
