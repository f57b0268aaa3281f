internal import JSONSchema
internal import Records
internal import Source

/// The schema of test suites.
enum TestSuiteSchema {
  /// The schema, and where it differs from what the reader reads.
  static func build() -> (schema: Schema, gaps: [String]) {
    var builder = SchemaBuilder()
    define(errors: &builder)
    define(expectations: &builder)
    builder.define("step", step(&builder))
    builder.define("table", table(&builder))
    builder.define("case", testCase(&builder))
    let schema = builder.document(
      "errctl test suite, version 1",
      "Errors, and what a rule set is to do with them.",
      root: suite(&builder)
    )
    return (schema, builder.gaps)
  }

  private static func suite(_ builder: inout SchemaBuilder) -> Schema {
    builder.mapping(
      "suite",
      keys: SuiteKeys.suite,
      [
        "version": .value(.made(1)).said("The version of the format: 1."),
        "description": .name.said("What it is for, for people."),
        "rules": .oneOrMore(.name).said(
          "The rule files it is about, relative to this file; left out, those of the same name beside it."
        ).such(as: [#""rules.yaml""#]),
        "stream": .name.said("The recorded errors that “record” names, relative to this file."),
        "stubs": .mapping(to: .flag).said("What custom matchers answer that no plugin provides."),
        "seed": .integer(0...Int(Int32.max)).said("The seed of random delays.").otherwise(.made(0)),
        "start": .time.said("When sequences begin; left out, 1970-01-01T00:00:00Z."),
        "errors": .mapping(to: .definition("error")).said("Errors under a name, for “use”."),
        "expectations": .mapping(to: .definition("expected")).said("Expectations under a name, for “use”."),
        "cases": .list(of: .definition("case"), atLeast: 1).said("What is tested."),
      ],
      required: ["version", "cases"]
    )
  }

  private static func define(errors builder: inout SchemaBuilder) {
    let properties = Field.allCases.map {
      ($0.name, Schema.anything.said(RecordSchema.texts[$0.name] ?? ""))
    }
    let use: (key: String, value: Schema) = (
      "use", .oneOrMore(.name).said("The errors under “errors” whose members it takes in.")
    )
    builder.define(
      "error",
      Schema.any([.name, .mapping([use] + properties, others: .anything)])
        .said("A recorded error, or the name of one under “errors”; other members are attributes.")
    )
  }

  private static func testCase(_ builder: inout SchemaBuilder) -> Schema {
    builder.mapping(
      "case",
      keys: SuiteKeys.testCase,
      [
        "name": .name.said("What it shows, in words; unique in its suite."),
        "description": .name.said("More about it, for people."),
        "todo": .any([.flag, .text]).said("Why it is not expected to hold yet: it is run and does not fail."),
        "error": .definition("error").said(
          "The error; beside “record”, what it has in place of the record's."
        ),
        "record": record,
        "steps": .list(of: .definition("step"), atLeast: 1).said("Several errors, one after the other."),
        "expect": .definition("expected").said("What is to become of it; beside “steps”, of each of them."),
        "table": .definition("table").said("Several cases that differ in some values."),
      ],
      required: ["name"]
    ).and(
      .when(
        .requiring("steps"),
        then: .having(["error": .nothing, "record": .nothing, "table": .nothing])
      ),
      .requiringOne(of: ["error", "record", "steps", "table", "todo"])
    )
  }

  private static let record = Schema.any([.name, .integer])
    .said("The record of the suite's stream with this id; one without its own goes by its ordinal.")

  private static func step(_ builder: inout SchemaBuilder) -> Schema {
    builder.mapping(
      "step",
      keys: SuiteKeys.step,
      [
        "at": .duration.said("When it happens, counted from the start of the case."),
        "after": .duration.said("How long after the step above it happens."),
        "times": .integer(1...10_000).said("How often it happens.").otherwise(.made(1)),
        "every": .duration.said("How far apart."),
        "error": .definition("error").said("The error."),
        "record": record,
        "expect": .definition("expected").said("What is to become of each of them."),
      ]
    ).and(.requiringOne(of: ["error", "record"]))
  }

  private static func table(_ builder: inout SchemaBuilder) -> Schema {
    let column = Schema.text(
      "^(name|record|error|expect|error\\.[\\s\\S]+|expect\\.(\(SuiteKeys.expectation.joined(separator: "|")))(\\.[\\s\\S]+)?)$",
      "A column is name, record, error.FIELD or expect.KEY."
    )
    return builder.mapping(
      "table",
      keys: SuiteKeys.table,
      [
        "columns": .list(of: column, atLeast: 1).said("What stands in the cells, in order.")
          .such(as: [#"["error.status", "expect.evaluation"]"#]),
        "rows": .list(of: .list(of: .anything), atLeast: 1)
          .said("A case each; an empty cell (null) leaves what the case says."),
      ],
      required: ["columns", "rows"]
    )
  }

  private static func define(expectations builder: inout SchemaBuilder) {
    let evaluation = Schema.words(Evaluation.allCases.map { $0.name })
    let happenings = Schema.list(of: .definition("happening"))
    builder.define(
      "happening",
      Schema.any([.name, .mapping(to: .anything)])
        .said("An action or an event in the members that matter, or its kind or name alone.")
    )
    let never = builder.mapping(
      "never",
      keys: SuiteKeys.never,
      [
        "evaluation": .oneOrMore(evaluation).said("Evaluations that it must not get."),
        "by": .oneOrMore(.name).said("Who must not answer."),
        "rules": .oneOrMore(.name).said("Rules that must not run."),
        "path": .oneOrMore(.name).said("Responders that must not be visited."),
        "category": .oneOrMore(.name).said("Categories that it must not get."),
        "actions": happenings.said("Actions that must not run."),
        "answer": .oneOrMore(.name).said("What must not be said to an alert."),
        "events": happenings.said("Events that must not be emitted."),
      ]
    )
    let only = builder.mapping(
      "only",
      keys: SuiteKeys.only,
      [
        "rules": .oneOrMore(.name).said("No rule but these may run."),
        "path": .oneOrMore(.name).said("No responder but these may be visited."),
        "actions": happenings.said("No action but these may run."),
        "events": happenings.said("No event but these may be emitted."),
      ]
    )
    let retry = builder.mapping(
      "retry",
      keys: SuiteKeys.retry,
      [
        "attempt": .anything.said("Which try failed."),
        "maxAttempts": .anything.said("How many there are."),
        "delay": .any([.duration, .mapping(to: .duration)]).said("How long to wait.")
          .such(as: [#""2s""#, #"{"atLeast": "1s", "atMost": "2s"}"#]),
      ]
    )
    let expectation = builder.mapping(
      "expectation",
      keys: SuiteKeys.expectation,
      [
        "use": .oneOrMore(.name).said("The expectations under “expectations” that it takes in."),
        "evaluation": evaluation.said("What the app does."),
        "handled": .flag.said("Whether anybody decided."),
        "by": .name.said("Who decided: a rule, RESPONDER/RULE, RESPONDER/otherwise, ignore, or nobody."),
        "responder": .name.said("The responder that decided."),
        "rules": .oneOrMore(.name).or(.list(of: .name)).said(
          "Rules that matched and ran, in this order; others may have."
        ),
        "path": .oneOrMore(.name).or(.list(of: .name)).said("Every responder visited, in order."),
        "category": .name.said("The category of the error as it ended."),
        "retry": retry.said("The budget and the delay."),
        "actions": happenings.said("What was done, in this order; other actions may stand between."),
        "alert": .mapping(to: .anything).said("An alert in the members that matter, and its answer."),
        "answer": .presentScalar.said("What was said to an alert."),
        "assumed": .flag.said("Whether an answer was assumed."),
        "error": .mapping(to: .anything).said("What the error ended as, in the members that matter."),
        "events": happenings.said("Events that were emitted, in this order; others may stand between."),
        "raised": .definition("expected").said("What became of the error that an event rule raised."),
        "unknownCategory": .name.said("The error's own category, where the rule file does not list it."),
        "outOfContract": .oneOrMore(.name).or(.list(of: .name)).said(
          "Responders whose contract does not promise this."
        ),
        "never": never.said("What must not happen."),
        "only": only.said("What alone may happen."),
      ]
    )
    builder.define(
      "expected",
      Schema.any([.name, expectation])
        .said(
          "What is to become of an error, in the parts that matter; or the name of one under “expectations”."
        )
    )
  }
}
