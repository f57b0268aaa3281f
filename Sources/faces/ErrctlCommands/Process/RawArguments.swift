import Bytes

/// The process's arguments as the system gave them. Those of `CommandLine` are repaired, so that a name that is not UTF-8
/// would lead to another file, or to none.
enum RawArguments {
  /// Throws for an argument that is not UTF-8.
  static func check() throws(CommandFailure) {
    for index in 1..<max(1, Int(CommandLine.argc)) {
      guard let start = CommandLine.unsafeArgv[index], String(validatingCString: start) == nil else {
        continue
      }
      throw CommandFailure(
        .unusableInput,
        "“\(EscapedText.of(String(cString: start)))” is not UTF-8. If it is the name of a file, rename it, or pass what it holds on standard input (-)."
      )
    }
  }
}
