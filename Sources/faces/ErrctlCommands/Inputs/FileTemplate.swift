internal import Bytes
internal import Source

/// A text that another program fills in to make a rule file: `{{ … }}`, `{% … %}` and `{# … #}` of Helm and Jinja, `<% … %>` and `${…}`.
enum FileTemplate {
  static let sentence = "This is a template. It is passed over: check the file that is made of it."

  private static let marks = [("{{", "}}"), ("{%", "%}"), ("{#", "#}"), ("<%", "%>"), ("${", "}")]
  /// The first words of the braces that errctl's own texts have.
  private static let own = ["error", "problem", "attributes", "with", "outcome", "answer"]

  /// Whether an error is about such a mark, so that the file is not the one that is used.
  static func isOne(_ findings: [Diagnostic]) -> Bool {
    findings.contains { finding in
      finding.severity == .error
        && (isAtMark(finding.range) || finding.related.contains { isAtMark($0.range) })
    }
  }

  private static func isAtMark(_ range: SourceRange) -> Bool {
    let line = range.file.lineRange(range.start.line)
    let (first, end) = (range.bytes.lowerBound, max(range.bytes.upperBound, range.bytes.lowerBound + 1))
    return marks.contains { opening, closing in
      var rest = range.file.bytes[line]
      while let start = rest.firstRange(of: opening.utf8) {
        rest = rest[start.upperBound...]
        let stop = rest.firstRange(of: closing.utf8) ?? line.upperBound..<line.upperBound
        if start.lowerBound < end, first <= stop.upperBound, !isOwn(rest[..<stop.lowerBound]) { return true }
      }
      return false
    }
  }

  private static func isOwn(_ inner: ArraySlice<UInt8>) -> Bool {
    let word = inner.drop { $0 == UInt8(ascii: " ") }
      .prefix { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: ".") }
    return own.contains(String(decoding: word, as: UTF8.self))
  }
}
