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
      SuiteKeys.suite,
      [
        "rules": .oneOrMore(.name), "stubs": .mapping(to: .flag), "start": .time,
        "cases": .list(of: .definition("case"), atLeast: 1),
      ])
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
      SuiteKeys.testCase,
      [
        "todo": .any([.flag, .text]), "record": record, "performed": performed,
        "steps": .list(of: .definition("step"), atLeast: 1),
      ]
    ).and(
      .when(
        .requiring("steps"),
        then: .having(["error": .nothing, "record": .nothing, "performed": .nothing, "table": .nothing])),
      .requiringOne(of: ["error", "record", "steps", "table", "todo"]))
  }

  private static let record = Schema.any([.name, .integer])
  private static let performed = Schema.oneOrMore(.words(PerformedResult.allCases.map { $0.name }))

  private static func step(_ builder: inout SchemaBuilder) -> Schema {
    builder.mapping(SuiteKeys.step, ["record": record, "performed": performed])
      .and(.requiringOne(of: ["error", "record"]))
  }

  private static func table(_ builder: inout SchemaBuilder) -> Schema {
    let keys = SuiteKeys.expectation.names.joined(separator: "|")
    let column = Schema.text(
      "^(name|record|error|expect|error\\.[\\s\\S]+|expect\\.(\(keys))(\\.[\\s\\S]+)?)$",
      "A column is name, record, error.FIELD or expect.KEY.")
    return builder.mapping(
      SuiteKeys.table,
      [
        "columns": .list(of: column, atLeast: 1), "rows": .list(of: .list(of: .anything), atLeast: 1),
      ])
  }

  private static func define(expectations builder: inout SchemaBuilder) {
    let evaluation = Schema.words(Evaluation.allCases.map { $0.name })
    builder.define(
      "happening",
      Schema.any([.name, .mapping(to: .anything)]).described(
        "An action or an event by the members that matter, or by its kind or name alone."))
    let names = Schema.oneOrMore(.name)
    let never = builder.mapping(
      SuiteKeys.never,
      [
        "evaluation": .oneOrMore(evaluation), "by": names, "rules": names, "path": names, "category": names,
        "answer": names,
      ])
    let retry = builder.mapping(
      SuiteKeys.retry,
      [
        "attempt": .anything, "maxAttempts": .anything,
        "delay": .any([.duration, .mapping(to: .duration)]),
      ])
    let list = names.or(.list(of: .name))
    let expectation = builder.mapping(
      SuiteKeys.expectation,
      [
        "use": names, "evaluation": evaluation, "rules": list, "path": list, "outOfContract": list,
        "alert": .mapping(to: .anything), "error": .mapping(to: .anything), "answer": .presentScalar,
        "retry": retry, "never": never,
        "only": builder.mapping(SuiteKeys.only, ["rules": names, "path": names]),
      ])
    builder.define(
      "expected",
      Schema.any([.name, expectation]).described(
        "The expected outcome of an error, in the parts that matter; or the name of one under “expectations”."
      ))
  }
}
