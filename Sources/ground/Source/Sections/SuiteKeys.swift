/// The keys of test suites, for the reader and the schema.
package enum SuiteKeys {
  package static let suite = [
    "version", "description", "rules", "stream", "stubs", "seed", "start", "errors", "expectations", "cases",
  ]
  package static let testCase = [
    "name", "description", "todo", "error", "record", "performed", "steps", "expect", "table",
  ]
  package static let step = ["at", "after", "times", "every", "error", "record", "performed", "expect"]
  package static let table = ["columns", "rows"]
  package static let expectation = [
    "use", "evaluation", "handled", "by", "responder", "rules", "path", "category", "retry", "actions",
    "alert",
    "answer", "assumed", "error", "events", "raised", "unknownCategory", "outOfContract", "never", "only",
  ]
  package static let never = ["evaluation", "by", "rules", "path", "category", "actions", "answer", "events"]
  package static let only = ["rules", "path", "actions", "events"]
  package static let retry = ["attempt", "maxAttempts", "delay"]
  package static let operators = [
    "equals", "contains", "hasPrefix", "hasSuffix", "glob", "matches", "atLeast", "atMost", "lessThan",
    "greaterThan",
    "exists",
  ]
}
