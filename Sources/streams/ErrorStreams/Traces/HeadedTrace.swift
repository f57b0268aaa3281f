internal import Bytes

/// Traces of Python as Dagster prints them: the exception, `Stack Trace:`, frames, then each cause in the same form.
///
///     shop.PayError: declined
///
///     Stack Trace:
///       File "pay.py", line 7, in pay
///
///     The above exception was caused by the following exception:
///     ConnectionError: no answer
enum HeadedTrace {
  static let heading = ByteSlice("Stack Trace:")

  /// Whether the heading follows behind an empty line.
  static func isAhead(_ rest: ByteSlice) -> Bool {
    rest.count > heading.count && rest[0] == UInt8(ascii: "\n") && rest[1..<rest.count].hasPrefix(heading)
  }

  /// False if the text has no such trace.
  static func read(_ text: ByteSlice, into texts: inout ErrorTexts) -> Bool {
    let frames = ByteSlice("\nStack Trace:\n  File \"")
    let chain = ByteSlice("\nThe above exception ")
    var start = 0
    while let place = text.firstIndex(of: frames, from: start) {
      append(text[start..<place].trimmed, to: &texts)
      guard let next = text.firstIndex(of: chain, from: place),
        let end = text.firstIndex(of: UInt8(ascii: "\n"), from: next + 1)
      else { break }
      start = end
    }
    return texts.errors.count > 0
  }

  /// Appends the exception in the last paragraph, behind the one in the paragraph before it, which it caused.
  private static func append(_ text: ByteSlice, to texts: inout ErrorTexts) {
    let gap = ByteSlice("\n\n")
    guard let last = text.lastIndex(of: gap) else { return texts.append(error(text)) }
    let before = text[0..<last]
    let paragraph = before.lastIndex(of: gap).map { before[($0 + gap.count)..<last] } ?? before
    if TraceLines.isExceptionName(paragraph) { texts.append(error(paragraph)) }
    texts.append(error(text[(last + gap.count)..<text.count]))
  }

  /// The exception, or its message alone.
  private static func error(_ text: ByteSlice) -> ErrorTexts.Error {
    guard var error = ErrorLine.error(text.firstLine),
      TraceLines.isExceptionName(text) || error.type.firstIndex(of: UInt8(ascii: ".")) != nil
    else { return ErrorTexts.Error(message: text) }
    guard let colon = text.firstIndex(of: ByteSlice(": ")) else { return error }
    // Colons at the end announce what follows.
    var end = text.count
    while end > colon + 2, text[end - 1] == UInt8(ascii: ":") { end -= 1 }
    error.message = text[(colon + 2)..<end].trimmed
    return error
  }
}
