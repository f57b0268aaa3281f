internal import Bytes
internal import Explanations
internal import Reports
internal import Secrets
package import Source

extension SourceRange {
  /// The file, line and column of the start.
  package var spot: String { "\(line):\(start.column)" }

  /// The file and the first line.
  package var line: String { "\(file.name):\(start.line)" }
}

extension TestResult {
  var heading: Words {
    "\("\(place.spot):", .bold) \("failed:", .red) \(name)\(rules.map { " (with \($0))" } ?? "")"
  }

  /// The failure as text and Markdown, and as a page.
  var written: [Report.Part] {
    [
      .line(heading, in: .text), .line("\(place: place.spot) \(name: name)", .label, in: .markdown),
    ] + (failure?.parts ?? []).map { $0.only(in: .written) }
  }

  var disclosure: Report.Part {
    failure.map { .details(chip() + words, $0.parts, isOpen: true, in: .page) }
      ?? .list([chip() + words], in: .page)
  }

  /// The name and the place.
  var words: Words { "\(label: name, longest: 160) \(place: place.spot)" }

  func chip(at pointer: String? = nil) -> Words {
    let look = status == .failed ? "o-bad" : status == .passed ? "o-good" : "o-cancel"
    return "\(chip: "\(status.rawValue)", look: look, at: pointer)"
  }
}

extension TestResult.Failure {
  private static let width = 160
  private static let height = 12

  /// The step, the differences and the explanation.
  fileprivate var parts: [Report.Part] {
    let steps: [Report.Part] =
      step.isEmpty
      ? [] : [.line("  \(step)", in: .text), .line("\(loose: step)", .label, in: .page)]
    let story = explanation.map { explanation -> [Report.Part] in
      [
        .terminal { style in
          let story = ExplanationText.text(of: explanation, terminalStyle: style.indented(by: 4))
          var lines = story.split(separator: "\n", omittingEmptySubsequences: false)
          while lines.last?.isEmpty ?? false { lines.removeLast() }
          return [""] + lines.map { $0.isEmpty ? "" : "    \($0)" }
        }, .drawing { ExplanationView(explanation, .off).write(&$0) },
      ]
    }
    return steps + [.difference(differences)] + (story ?? [])
  }

  /// Lines that are expected and missing (`-`), actual instead (`+`), and equal.
  package var differences: [String] {
    if let sentence {
      return ["- \(EscapedText.of(sentence))", "+ \(Self.cut(rejection ?? resolution))"]
    }
    return comparisons.flatMap { comparison -> [String] in
      let item = comparison.item
      let expected = "\(item.key): \(Self.cut(item.text))"
      return comparison.holds ? ["  \(expected)"] : ["- \(expected)"] + Self.found(comparison)
    }
  }

  private static func found(_ comparison: ExpectationResult) -> [String] {
    let (key, found) = (comparison.item.key, comparison.found)
    guard found.count > 1 else { return ["+ \(key): \(found.first.map { cut($0) } ?? "nothing")"] }
    let rest = found.count - height
    return ["+ \(key):"] + found.prefix(height).map { "+   \(cut($0))" }
      + (rest > 0 ? ["+   … and \(rest) more"] : [])
  }

  private static func cut(_ json: String) -> String {
    // A word reads better without quotation marks.
    let isWord = json.hasPrefix("\"") && !json.dropFirst().dropLast().contains { "\"\\".contains($0) }
    let text = isWord ? String(json.dropFirst().dropLast()) : json
    let scalars = text.unicodeScalars
    guard scalars.count > width + 20 else { return EscapedText.of(text) }
    return "\(EscapedText.of(String(scalars.prefix(width))))… (\(scalars.count) characters)"
  }
}
