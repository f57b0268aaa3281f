internal import Bytes

/// A line on standard error, only at a terminal, so that pipes and logs stay quiet.
enum SuccessLine {
  static func write(_ text: String) throws {
    guard Terminal.isTerminal(2) else { return }
    try CheckedOutput.standardError.write(FittedText.of("\(text)\n", width: Terminal.width(2)))
    try CheckedOutput.standardError.flush()
  }

  /// `3 rule files`, `1 rule file`; nil for none.
  static func count(_ number: Int, _ what: String) -> String? {
    number == 0 ? nil : "\(number) \(what)\(number == 1 ? "" : "s")"
  }
}
