internal import RuleEngine

/// Where an author asks that findings of a code be left unsaid.
struct Suppression {
  let code: String
  /// Where the code is written.
  let place: SourceRange
  /// What it speaks of.
  let scope: SourceRange
  let reason: String?
  /// The last day it holds, as written and as read; nil where it does not end.
  let until: String?
  var end: CalendarDay? { until.flatMap { CalendarDay($0) } }

  /// Whether it speaks of what is found at `range`.
  func covers(_ range: SourceRange) -> Bool {
    range.file === scope.file && scope.bytes.lowerBound <= range.bytes.lowerBound
      && range.bytes.lowerBound < max(scope.bytes.upperBound, scope.bytes.lowerBound + 1)
  }
}
