/// The keys of test suites: what the reader reads, and what the schema describes.
package enum SuiteKeys {
  /// Of a suite's file.
  package static let suite = [
    "version", "description", "rules", "stream", "stubs", "seed", "start", "errors", "expectations", "cases",
  ]
  /// Of a case.
  package static let testCase = [
    "name", "description", "todo", "error", "record", "steps", "expect", "table",
  ]
  /// Of one of several steps.
  package static let step = ["at", "after", "times", "every", "error", "record", "expect"]
  /// Of a table of cases.
  package static let table = ["columns", "rows"]
  /// Of an expectation.
  package static let expectation = [
    "use", "evaluation", "handled", "by", "responder", "rules", "path", "category", "retry", "actions",
    "alert",
    "answer", "assumed", "error", "events", "raised", "unknownCategory", "outOfContract", "never", "only",
  ]
  /// Of `never`.
  package static let never = ["evaluation", "by", "rules", "path", "category", "actions", "answer", "events"]
  /// Of `only`.
  package static let only = ["rules", "path", "actions", "events"]
  /// Of `retry` in an expectation.
  package static let retry = ["attempt", "maxAttempts", "delay"]
  /// What stands in place of a value to say what holds of it.
  package static let operators = [
    "equals", "contains", "hasPrefix", "hasSuffix", "glob", "matches", "atLeast", "atMost", "lessThan",
    "greaterThan",
    "exists",
  ]
}
