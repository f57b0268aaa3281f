internal import JSONSchema
internal import Records
internal import Source

enum TestSuiteSchema {
  static func build() -> (schema: Schema, gaps: [String]) {
    var builder = SchemaBuilder()
    define(errors: &builder)
    define(expectations: &builder)
    builder.define("step", step(&builder))
    builder.define("table", table(&builder))
    builder.define("case", testCase(&builder))
    let schema = builder.document(
      "errctl test suite, version 1", "Errors, and the expected outcome of a rule set for each.",
      root: suite(&builder))
    return (schema, builder.gaps)
  }

  private static func suite(_ builder: inout SchemaBuilder) -> Schema {
    builder.mapping(
      "suite",
      keys: SuiteKeys.suite,
      [
        "version": .value(.made(1)).described("The version of the format: 1."),
        "description": .name.described("A description for readers."),
        "rules": .oneOrMore(.name).described(
          "The rule files under test, relative to this file; default: the file of the same name beside it."
        ).such(as: [#""rules.yaml""#]),
        "stream": .name.described("The recorded errors that “record” refers to, relative to this file."),
        "stubs": .mapping(to: .flag).described("The results of custom matchers that no plugin provides."),
        "seed": .integer(0...Int(Int32.max)).described("The seed of random delays.").otherwise(.made(0)),
        "start": .time.described("When sequences begin; default: 1970-01-01T00:00:00Z."),
        "errors": .mapping(to: .definition("error")).described("Named errors, for “use”."),
        "expectations": .mapping(to: .definition("expected")).described("Named expectations, for “use”."),
        "cases": .list(of: .definition("case"), atLeast: 1).described("The test cases."),
      ],
      required: ["version", "cases"]
    )
  }

  private static func define(errors builder: inout SchemaBuilder) {
    let properties = Field.allCases.map {
      ($0.name, Schema.anything.described(RecordSchema.texts[$0.name] ?? ""))
    }
    let use: (key: String, value: Schema) = (
      "use", .oneOrMore(.name).described("The errors under “errors” whose members this one takes.")
    )
    builder.define(
      "error",
      Schema.any([.name, .mapping([use] + properties, others: .anything)]).described(
        "A recorded error, or the name of one under “errors”; other members are attributes."))
  }

  private static func testCase(_ builder: inout SchemaBuilder) -> Schema {
    builder.mapping(
      "case",
      keys: SuiteKeys.testCase,
      [
        "name": .name.described("What the case shows, in words; unique in its suite."),
        "description": .name.described("A longer description for readers."),
        "todo": .any([.flag, .text]).described(
          "Why the case may still fail; it runs, and its failure is not counted."),
        "error": .definition("error").described(
          "The error; beside “record”, members that override the record's."),
        "record": record,
        "performed": performed,
        "steps": .list(of: .definition("step"), atLeast: 1).described("Several errors, one after the other."),
        "expect": .definition("expected").described("The expected outcome; beside “steps”, of each step."),
        "table": .definition("table").described("Several cases that differ in some values."),
      ],
      required: ["name"]
    ).and(
      .when(
        .requiring("steps"),
        then: .having(["error": .nothing, "record": .nothing, "performed": .nothing, "table": .nothing])),
      .requiringOne(of: ["error", "record", "steps", "table", "todo"]))
  }

  private static let record = Schema.any([.name, .integer])
    .described("The record of the suite's stream with this id; for records without an id, the ordinal.")

  private static let performed = Schema.oneOrMore(.words(PerformedResult.allCases.map { $0.name }))
    .described(
      "The result of each action with “failed”, in the order they run; more than there are is no fault.")

  private static func step(_ builder: inout SchemaBuilder) -> Schema {
    builder.mapping(
      "step",
      keys: SuiteKeys.step,
      [
        "at": .duration.described("The time of the step, counted from the start of the case."),
        "after": .duration.described("The time since the step above."),
        "times": .integer(1...10_000).described("How many times it happens.").otherwise(.made(1)),
        "every": .duration.described("The time between repetitions."),
        "error": .definition("error").described("The error."),
        "record": record,
        "performed": performed,
        "expect": .definition("expected").described("The expected outcome of each of them."),
      ]
    ).and(.requiringOne(of: ["error", "record"]))
  }

  private static func table(_ builder: inout SchemaBuilder) -> Schema {
    let column = Schema.text(
      "^(name|record|error|expect|error\\.[\\s\\S]+|expect\\.(\(SuiteKeys.expectation.joined(separator: "|")))(\\.[\\s\\S]+)?)$",
      "A column is name, record, error.FIELD or expect.KEY.")
    return builder.mapping(
      "table",
      keys: SuiteKeys.table,
      [
        "columns": .list(of: column, atLeast: 1).described("The columns of the rows, in order.")
          .such(as: [#"["error.status", "expect.evaluation"]"#]),
        "rows": .list(of: .list(of: .anything), atLeast: 1)
          .described("One case per row; an empty cell (null) keeps the case's own value."),
      ],
      required: ["columns", "rows"]
    )
  }

  private static func define(expectations builder: inout SchemaBuilder) {
    let evaluation = Schema.words(Evaluation.allCases.map { $0.name })
    let happenings = Schema.list(of: .definition("happening"))
    builder.define(
      "happening",
      Schema.any([.name, .mapping(to: .anything)]).described(
        "An action or an event by the members that matter, or by its kind or name alone."))
    let never = builder.mapping(
      "never",
      keys: SuiteKeys.never,
      [
        "evaluation": .oneOrMore(evaluation).described("Evaluations that it must not get."),
        "by": .oneOrMore(.name).described("The rule or responder that must not decide."),
        "rules": .oneOrMore(.name).described("Rules that must not run."),
        "path": .oneOrMore(.name).described("Responders that must not be visited."),
        "category": .oneOrMore(.name).described("Categories that it must not get."),
        "actions": happenings.described("Actions that must not run."),
        "answer": .oneOrMore(.name).described("Answers that must not be given to an alert."),
        "events": happenings.described("Events that must not be emitted."),
      ]
    )
    let only = builder.mapping(
      "only",
      keys: SuiteKeys.only,
      [
        "rules": .oneOrMore(.name).described("Only these rules may run."),
        "path": .oneOrMore(.name).described("Only these responders may be visited."),
        "actions": happenings.described("Only these actions may run."),
        "events": happenings.described("Only these events may be emitted."),
      ]
    )
    let retry = builder.mapping(
      "retry",
      keys: SuiteKeys.retry,
      [
        "attempt": .anything.described("The number of the try that failed."),
        "maxAttempts": .anything.described("The number of tries allowed."),
        "delay": .any([.duration, .mapping(to: .duration)]).described("The delay before the next try.")
          .such(as: [#""2s""#, #"{"atLeast": "1s", "atMost": "2s"}"#]),
      ]
    )
    let expectation = builder.mapping(
      "expectation",
      keys: SuiteKeys.expectation,
      [
        "use": .oneOrMore(.name).described("The expectations under “expectations” that this one takes."),
        "evaluation": evaluation.described("The evaluation: proceed, retry, cancel or abort."),
        "handled": .flag.described("Whether a rule decided."),
        "by": .name.described(
          "What decided: a rule, RESPONDER/RULE, RESPONDER/otherwise, ignore, or nobody."),
        "responder": .name.described("The responder that decided."),
        "rules": .oneOrMore(.name).or(.list(of: .name)).described(
          "Rules that matched and ran, in this order; others may have run as well."),
        "path": .oneOrMore(.name).or(.list(of: .name)).described("Every responder visited, in order."),
        "category": .name.described("The category of the error at the end."),
        "retry": retry.described("The budget and the delay."),
        "actions": happenings.described("The actions, in this order; other actions may run between them."),
        "alert": .mapping(to: .anything).described("An alert by the members that matter, and its answer."),
        "answer": .presentScalar.described("The answer given to an alert."),
        "assumed": .flag.described("Whether an answer was assumed."),
        "error": .mapping(to: .anything).described("The error at the end, by the members that matter."),
        "events": happenings.described(
          "Events that were emitted, in this order; others may be emitted between them."),
        "raised": .definition("expected").described("The resolution of the error that an event rule raised."),
        "unknownCategory": .name.described("The error's own category, if the rule file does not list it."),
        "outOfContract": .oneOrMore(.name).or(.list(of: .name)).described(
          "Responders whose contract does not promise this."),
        "never": never.described("What must not happen."),
        "only": only.described("The only things that may happen."),
      ]
    )
    builder.define(
      "expected",
      Schema.any([.name, expectation]).described(
        "The expected outcome of an error, in the parts that matter; or the name of one under “expectations”."
      ))
  }
}
