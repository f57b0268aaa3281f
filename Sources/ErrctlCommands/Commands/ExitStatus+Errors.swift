import ArgumentParser
import RuleEngine

extension ExitStatus {
  /// Exits with the error's status. Prints its message on standard error, or help on standard output.
  static func now(after error: any Error) -> Never {
    switch error {
    case let failure as CommandFailure:
      for message in failure.messages { report("errctl: \(EscapedText.of(message))\n") }
      now(failure.status)
    case let failure as WriteFailure:
      if failure.isClosedPipe { now(.success) }
      report("errctl: \(EscapedText.of(failure.description))\n")
      now(.unwritable)
    default:
      let status = Errctl.exitCode(for: error)
      // The message quotes the command line, which may hold control characters, for instance from a shell
      // pattern.
      let lines = Errctl.fullMessage(for: error).split(separator: "\n", omittingEmptySubsequences: false)
      let message = lines.map { EscapedText.of(String($0)) }.joined(separator: "\n")
      guard status.isSuccess else {
        report(message + "\n")
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

  /// Writes to standard error, and ignores failures: no channel is left to report them.
  private static func report(_ text: String) {
    try? CheckedOutput.standardError.write(FittedText.of(text, width: Terminal.width(2)))
    try? CheckedOutput.standardError.flush()
  }
}
