internal import Bytes
internal import Patterns

/// The words by which a log without levels tells its failures.
enum FailureWords {
  static let group = "failure"

  /// Anywhere in a message; the word is the group ``group``.
  static let expression =
    #"(?:^|[^\w])(?P<failure>(?i:errors?|err=[1-9]\d*|fail(?:s|ed|ures?)?|fatal|panic|exception|abort(?:ed|ing)?|"#
    + #"crash(?:ed)?|denied|refused|rejected|invalid|bad|cannot|can't|could not|couldn't|unable to|unauthori[sz]ed|"#
    + #"not (?:authori[sz]ed|loaded|found|permitted)|no such|missing|timed out|timeout|unreachable|(?:is|are) down|lost|corrupt(?:ed)?|"#
    + #"killed|at [^ ]+ line \d+))(?:[^\w]|$)"#

  static func areIn(_ lines: [ByteSlice]) -> Bool {
    guard let extractor = try? Pattern(expression: expression).makeExtractor() else { return false }
    return lines.contains { extractor.firstMatch(in: $0.buffer, groups: false) != nil }
  }
}
