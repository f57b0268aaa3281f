internal import Source

struct Suppression {
  let code: String
  let place: SourceRange
  let scope: SourceRange
  let reason: String?
  /// The last day it applies, as written and as parsed.
  let until: String?
  /// Whether the import of a policy made it, in case there is a finding.
  var isTranslated = false
  var end: CalendarDay? { until.flatMap { CalendarDay($0) } }

  func covers(_ range: SourceRange) -> Bool {
    range.file === scope.file && scope.bytes.lowerBound <= range.bytes.lowerBound
      && range.bytes.lowerBound < max(scope.bytes.upperBound, scope.bytes.lowerBound + 1)
  }
}
