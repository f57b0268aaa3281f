/// The keys of test suites, for the reader, the formatter and the schema.
package enum SuiteKeys {
  package static let suite = [
    Key("version", .one, .required, "The version of the format."),
    Key("description", .text, "A description for readers."),
    Key(
      "rules", .other("path, or list of paths"), .absent("those of the same name"), such: [#""rules.yaml""#],
      "The rule files under test, relative to this file."),
    Key("stream", .text, "The recorded errors that “record” refers to, relative to this file."),
    Key("stubs", .other("names to booleans"), "The results of custom matchers that no plugin provides."),
    Key("seed", .integer(0...Int64(Int32.max)), .default("0"), "The seed of random delays."),
    Key("start", .other("time"), .absent("1970-01-01T00:00:00Z"), "The time at which each case begins."),
    Key("errors", .names(to: "error", "names to errors"), "Named errors, for “use”."),
    Key("expectations", .names(to: "expected", "names to expectations"), "Named expectations, for “use”."),
    Key("cases", .other("list of cases"), .required, "The test cases."),
  ]
  package static let testCase = [
    Key("name", .text, .required, "The behaviour that the case tests, in words; unique in its suite."),
    Key("description", .text, "A longer description for readers."),
    Key(
      "todo", .other("true, or text"),
      "Why the case may still fail; it runs if possible, and its failure is not counted."),
    Key(
      "error", .defined("error", "error, or its name"),
      "The error, or the name of one under “errors”; beside “record”, members that override the record's."),
    record,
    performed,
    Key("steps", .other("list of steps"), "Several errors, one after the other."),
    Key(
      "expect", .defined("expected", "expectation, or its name"),
      "The expected outcome; beside “steps”, of each step."),
    Key("table", .defined("table", "table"), "Several cases that differ in some values."),
  ]
  package static let step = [
    Key("at", .duration, "The time of the step, counted from the start of the case."),
    Key("after", .duration, .absent("0"), "The time since the last error of the step above."),
    Key("times", .integer(1...10_000), .default("1"), "How many times it happens."),
    Key("every", .duration, .absent("0"), "The time between repetitions."),
    Key(
      "error", .defined("error", "error, or its name"),
      "The error, or a completed operation, which gives tokens back to quotas and has no outcome to expect."),
    record,
    performed,
    Key("expect", .defined("expected", "expectation, or its name"), "The expected outcome of each of them."),
  ]
  private static let record = Key(
    "record", .other("id or ordinal"),
    "The record of the suite's stream with this id; for records without an id, the ordinal.")
  private static let performed = Key(
    "performed", .other("result, or list of results"),
    "The result of each action with “failed”, in the order they run: “ok”, “failed” or “timeout”. It replaces the record's own; more than there are is not a fault."
  )
  package static let table = [
    Key(
      "columns", .other("list of columns"), .required, such: [#"["error.status", "expect.evaluation"]"#],
      "The columns of the rows, in order: “name”, “record”, “error” and “expect” (a name or a mapping, in place of the case's), “error.FIELD”, “expect.KEY”, and parts of them such as “error.problem.type” and “expect.retry.delay”."
    ),
    Key(
      "rows", .other("list of lists"), .required,
      "One case per row, added to the members of the case itself; an empty cell (null) changes nothing."),
  ]
  package static let expectation = [
    Key(
      "use", .other("name, or list of names"), "The expectations under “expectations” that this one takes."),
    Key("evaluation", .other("evaluation"), "The evaluation: “proceed”, “retry”, “cancel” or “abort”."),
    Key("handled", .flag, "Whether a rule decided."),
    Key(
      "by", .text,
      "What decided: “RESPONDER/RULE”, a rule's id where it is the only one, “RESPONDER/otherwise”, “ignore”, or “nobody”."
    ),
    Key("responder", .text, "The responder whose rule or “otherwise” decided."),
    Key(
      "rules", .other("name, or list of names"),
      "Rules that matched and ran, in this order; others may have run as well."),
    Key("path", .other("id, or list of ids"), "Exactly the responders visited, in order."),
    Key("category", .text, "The category of the error at the end."),
    Key(
      "retry", .mapping(retry),
      "The number of the try (“attempt”), “maxAttempts”, and the “delay”, which is a duration."),
    Key("actions", happenings, "The actions, in this order; other actions may run between them."),
    Key("alert", .other("mapping"), "An alert by the members that matter, and its answer."),
    Key(
      "answer", .other("title, or null"),
      "The title of the button that a person chose, or null for no answer."),
    Key("assumed", .flag, "Whether an answer was assumed."),
    Key("error", .other("mapping"), "The error at the end, by the members that matter."),
    Key("events", happenings, "Events that were emitted, in this order; others may be emitted between them."),
    Key(
      "raised", .defined("expected", "expectation, or its name"),
      "The resolution of the error that an event rule raised."),
    Key("unknownCategory", .text, "The error's own category, if the rule file does not list it."),
    Key(
      "outOfContract", .other("id, or list of ids"),
      "Exactly the responders whose contract does not promise this."),
    Key("never", .mapping(never), "What must not happen."),
    Key("only", .mapping(only), "The only things that may happen."),
  ]
  package static let never = [
    Key("evaluation", .other("evaluation, or list"), "Evaluations that it must not get."),
    Key("by", oneOrMore, "The rule or responder that must not decide."),
    Key("rules", oneOrMore, "Rules that must not run."),
    Key("path", oneOrMore, "Responders that must not be visited."),
    Key("category", oneOrMore, "Categories that it must not get."),
    Key("actions", happenings, "Actions that must not run."),
    Key("answer", oneOrMore, "Answers that must not be given to an alert."),
    Key("events", happenings, "Events that must not be emitted."),
  ]
  package static let only = [
    Key("rules", oneOrMore, "Only these rules may run."),
    Key("path", oneOrMore, "Only these responders may be visited."),
    Key("actions", happenings, "Only these actions may run; with “[]”, none."),
    Key("events", happenings, "Only these events may be emitted."),
  ]
  package static let retry = [
    Key("attempt", .other("integer"), "The number of the try that failed."),
    Key("maxAttempts", .other("integer"), "The number of tries allowed."),
    Key(
      "delay", .other("duration, or operators"), such: [#""2s""#, #"{"atLeast": "1s", "atMost": "2s"}"#],
      "The delay before the next try."),
  ]
  private static let oneOrMore = KeyType.other("name, or list of names")
  private static let happenings = KeyType.list(of: "happening", "list")
  package static let operators = [
    "equals", "contains", "hasPrefix", "hasSuffix", "glob", "matches", "atLeast", "atMost", "lessThan",
    "greaterThan", "exists",
  ]
}
