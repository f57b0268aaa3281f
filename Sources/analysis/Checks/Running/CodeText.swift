internal import Bytes
public import Source

/// Codes as text for a terminal.
public struct CodeText: Sendable {
  private let terminalStyle: TerminalStyle

  /// - Parameter terminalStyle: the terminal style.
  public init(terminalStyle: TerminalStyle) {
    self.terminalStyle = terminalStyle
  }

  /// One line per code.
  public func list(of entries: [CodeList.Entry]) -> String {
    let width = entries.map { $0.code.count }.max() ?? 0
    let lines = entries.map { entry in
      let gap = String(repeating: " ", count: width - entry.code.count)
      let level = String(repeating: " ", count: 7 - entry.level.rawValue.count)
      return "\(terminalStyle(entry.code, .bold))\(gap)  \(entry.level.rawValue)\(level)  \(entry.summary)\n"
    }
    return FittedText.of(lines.joined(), width: terminalStyle.width)
  }

  /// The page of a code.
  public func page(of entry: CodeList.Entry) -> String {
    var parts = ["\(terminalStyle(entry.code, .bold))  \(entry.level.rawValue)\n\(entry.summary)\n"]
    if let page = entry.page { parts.append(wrapped(page.meaning)) }
    parts.append(wrapped("What to do: \(entry.advice)"))
    if let autoFix = entry.page?.autoFix { parts.append(wrapped(autoFix.text)) }
    if let page = entry.page {
      if !page.options.isEmpty {
        let options = page.options.map { "  \($0.name) (\($0.value.text)): \($0.meaning)\n" }
        parts.append("Options in .errctl.yaml:\n\(options.joined())")
      }
      if !page.configuration.isEmpty {
        parts.append("With this .errctl.yaml:\n\n\(Self.indented(page.configuration))")
      }
      if !page.stream.isEmpty {
        parts.append("With these errors (--stream):\n\n\(Self.indented(page.stream))")
      }
      if !page.fires.isEmpty {
        parts.append("Reported here:\n\n\(Self.indented(page.fires))")
        parts.append("Not reported here:\n\n\(Self.indented(page.silent))")
      }
    }
    return parts.joined(separator: "\n")
  }

  private static func indented(_ text: String) -> String {
    text.split(separator: "\n").map { "    \($0)\n" }.joined()
  }

  private func wrapped(_ text: String) -> String {
    let width = min(100, terminalStyle.width ?? 100)
    var lines: [String] = []
    for word in text.split(separator: " ") {
      if let last = lines.last, last.count + word.count < width {
        lines[lines.count - 1] = "\(last) \(word)"
      } else {
        lines.append(String(word))
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }
}
