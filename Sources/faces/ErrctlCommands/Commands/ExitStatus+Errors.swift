import ArgumentParser
internal import Bytes

extension ExitStatus {
  /// Reports an error on standard error, or help on standard output.
  @discardableResult
  static func report(_ error: any Error) -> ExitStatus {
    switch error {
    case let failure as CommandFailure:
      for message in failure.messages { report("errctl: \(EscapedText.of(message))\n") }
      return failure.status
    case let failure as WriteFailure:
      if failure.isClosedPipe { return .success }
      report("errctl: \(EscapedText.of(failure.description))\n")
      return .unwritable
    default:
      // The message quotes the command line, which may hold control characters, for instance from a shell
      // pattern.
      let lines = Errctl.fullMessage(for: error).split(separator: "\n", omittingEmptySubsequences: false)
      let message = lines.map { EscapedText.of(inOurStyle(String($0))) }.joined(separator: "\n")
      guard Errctl.exitCode(for: error).isSuccess else {
        report(message + "\n")
        return .usage
      }
      do {
        try CheckedOutput.standardOutput.write(message + "\n")
        try CheckedOutput.standardOutput.flush()
      } catch {
        return report(error)
      }
      return .success
    }
  }

  /// The message after the program's name, with a full stop.
  private static func inOurStyle(_ line: String) -> String {
    let prefix = "Error: "
    guard line.hasPrefix(prefix) else { return line }
    let isEnded = line.last.map { ".?:!".contains($0) } ?? true
    return "errctl: " + line.dropFirst(prefix.count) + (isEnded ? "" : ".")
  }

  /// Ignores failures: no channel is left to report them.
  private static func report(_ text: String) {
    try? CheckedOutput.standardError.write(FittedText.of(text, width: Terminal.width(2)))
    try? CheckedOutput.standardError.flush()
  }
}
