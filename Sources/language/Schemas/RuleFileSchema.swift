internal import JSONSchema
internal import Records
internal import RuleLanguage
internal import Source

/// The schema of rule files, from the key lists of the declarations' readers.
enum RuleFileSchema {
  static func build(_ registry: Registry) -> (schema: Schema, gaps: [String]) {
    var builder = SchemaBuilder()
    Schema.values(in: &builder)
    define(texts: &builder)
    MatcherSchemas(registry: registry).define(in: &builder)
    Schema.actions(of: registry, in: &builder)
    VerdictSchemas.define(in: &builder)
    RecordSchema.defineExample(in: &builder)
    let rule = self.rule(&builder)
    builder.define("rule", rule)
    builder.define("eventRule", eventRule(&builder))
    builder.define("otherwise", otherwise(&builder))
    builder.define("category", category(&builder))
    builder.define("responder", responder(&builder))
    builder.define("defaults", defaults(&builder))
    let root = file(&builder)
    let schema = builder.document(
      "errctl rule file, version 1",
      "Which responder handles which errors, what it does, and what the app does next.", root: root)
    return (schema, builder.gaps)
  }

  private static func define(texts builder: inout SchemaBuilder) {
    builder.define("fields", .oneOrMore(.keyPath))
    let throttle = builder.mapping(
      "throttle",
      keys: ThrottleReader.keys,
      [
        "per": .definition("fields").described(
          "Fields whose values group the errors that share the window; default: all errors share it."),
        "every": .lastingDuration.described("How long the action is skipped after it ran.").such(as: [
          "\"30s\""
        ]),
      ],
      required: ["every"]
    )
    builder.define("throttle", throttle)
  }

  private static func file(_ builder: inout SchemaBuilder) -> Schema {
    let code = Schema.any([.integer, .text])
    let listed = Schema.any([.text("^([^$]|$)", "A list can't contain a list."), .number, .flag])
    return builder.mapping(
      "file",
      keys: RuleFile.keys,
      [
        "version": .value(.made(1)).described("The version of the language: 1."),
        "name": .name.described("A short name for the rules."),
        "description": notes.description,
        "meta": notes.meta,
        "defaults": .definition("defaults").described(
          "Defaults for everything below; only in the entry file."),
        "imports": Schema.list(of: .importPath).unique.described(
          "Rule files whose names this one uses; paths are relative to this file."
        )
        .such(as: [#"["common/network.yaml"]"#]),
        "lists": .mapping(to: .list(of: listed, atLeast: 1))
          .described("Named lists of values; below “when”, $name stands for a list."),
        "codes": .mapping(to: .mapping(to: code)).described("Symbols for the codes of your own domains.")
          .such(as: [#"{"acme.pay": {"CARD_DECLINED": 4001}}"#]),
        "types": .mapping(names: .typeName, to: type(&builder))
          .described("The ancestors and cases of error types, used by the checks."),
        "matchers": .mapping(to: .definition("matcher")).described(
          "Named matchers, used as “matcher: name”."),
        "categories": .list(of: .definition("category")).described(
          "Categories of errors; the first that matches applies."),
        "alerts": .mapping(to: .definition(ActionPlace.alert.alert(isNested: false)))
          .described("Named alerts, used as “present: name”."),
        "breakers": .mapping(to: breaker(&builder)).described(
          "Named breakers: each is open while there are too many errors of a kind; used as “open: name”."),
        "responders": .list(of: .definition("responder"), atLeast: 1)
          .described("Responders, and the parent to which each escalates what it does not decide."),
        "escalation": Schema.list(of: .text).unique
          .described("The responders' ids from the first to the root; short for a “parent” in each.")
          .such(as: [#"["login", "home", "app"]"#]),
      ],
      required: ["version"]
    )
  }

  private static func type(_ builder: inout SchemaBuilder) -> Schema {
    builder.mapping(
      "type",
      keys: TypeDeclaration.keys,
      [
        "is": Schema.list(of: .typeName).unique.described("Its ancestors and protocols."),
        "cases": Schema.list(of: .caseName).unique.described("All its cases."),
      ]
    )
  }

  private static func breaker(_ builder: inout SchemaBuilder) -> Schema {
    builder.mapping(
      "breaker",
      keys: BreakerReader.keys,
      [
        "when": Schema.definition("matcher").or(.anyOf("matcher"))
          .described("The errors that it counts; if left out, every error."),
        "atLeast": .integer(1...Int(RateReader.greatest)).described(
          "The number of errors within the window at which it opens."),
        "within": .lastingDuration.described("The length of the window."),
        "stays": .lastingDuration.described("How long it stays open after the last error that fitted.")
          .such(as: ["\"30s\""]),
        "per": .definition("fields").described(
          "Fields whose values group the errors; each group has a breaker of its own."),
      ],
      required: ["atLeast", "within", "stays"]
    )
  }

  private static func category(_ builder: inout SchemaBuilder) -> Schema {
    builder.mapping(
      "category",
      keys: CategoryDeclaration.keys,
      [
        "name": .name.described("The name that rules use."),
        "when": Schema.definition("categoryMatcher").or(.anyOf("categoryMatcher"))
          .described("The errors in this category; if left out, only records and “defaults” can assign it."),
        "description": notes.description,
        "meta": notes.meta,
        "suppress": suppress(&builder),
      ],
      required: ["name"]
    )
  }

  private static func defaults(_ builder: inout SchemaBuilder) -> Schema {
    let unhandled = unhandled(&builder)
    let policy = policy(&builder)
    builder.define("unhandled", unhandled)
    builder.define("policy", policy)
    return builder.mapping(
      "defaults",
      keys: DefaultsDeclaration.keys,
      [
        "category": .name.described("The category of errors that no other category matches."),
        "retry": .definition("retry").described("Defaults for every retry."),
        "ignore": .words(DefaultsDeclaration.ignoreWords)
          .described("Errors that are ignored: cancelled work.").otherwise(.made("cancellation")),
        "unwrap": Schema.list(of: unwrap(&builder))
          .described("Errors that are replaced by the one inside them, before they have a category."),
        "unhandled": .definition("unhandled").described("The evaluation of an error that no rule decided."),
        "platform": .words(Platform.allCases.map { $0.name })
          .described("The platform whose errno numbers a record uses if it names none.").otherwise(
            .made("darwin")),
        "responder": .name.described("The responder where unknown origins start; none: nowhere.").such(as: [
          #""app""#, #""none""#,
        ]),
        "policy": .definition("policy").described("How every responder evaluates its rules."),
      ]
    )
  }

  private static func unwrap(_ builder: inout SchemaBuilder) -> Schema {
    builder.mapping(
      "an entry of “unwrap”",
      keys: UnwrapDeclaration.keys,
      [
        "when": Schema.definition("categoryMatcher").or(.anyOf("categoryMatcher"))
          .described("The errors that are unwrapped; if left out, every error."),
        "path": .definition("unwrapPath").described("The path of the inner error."),
      ],
      required: ["path"]
    )
  }

  private static func unhandled(_ builder: inout SchemaBuilder) -> Schema {
    builder.mapping(
      "unhandled",
      keys: UnhandledDeclaration.keys,
      [
        "evaluation": VerdictSchemas.words(UnhandledDeclaration.evaluations).described(
          "The evaluation: proceed, cancel or abort."
        )
        .otherwise(.made("cancel")),
        "report": .words(UnhandledDeclaration.reports).described("The severity with which it is reported.")
          .otherwise(.made("error")),
      ]
    )
  }

  private static func policy(_ builder: inout SchemaBuilder) -> Schema {
    builder.mapping(
      "policy",
      keys: PolicyReader.keys,
      [
        "order": .words(ResponderPolicy.Order.allCases.map { $0.rawValue })
          .described("The order in which rules are tried.").otherwise(.made("declared")),
        "match": .words(ResponderPolicy.Match.allCases.map { $0.rawValue })
          .described("all: every rule that matches runs, and the first evaluation decides.").otherwise(
            .made("first")),
        "otherwise": .words(ResponderPolicy.Otherwise.allCases.map { $0.rawValue })
          .described("When “otherwise” applies: if no rule decided, or if no rule matched.").otherwise(
            .made("undecided")),
        "always": .words(ResponderPolicy.Always.allCases.map { $0.rawValue })
          .described("When “always” runs: once the outcome is known, or after the responder's own actions.")
          .otherwise(.made("after")),
      ]
    )
  }
}

/// Keys of everything that has a name.
extension RuleFileSchema {
  static let notes = (
    description: Schema.name.described("A description for readers."),
    meta: Schema.mapping(to: .definition("present")).described(
      "Data for other tools, such as an owner or a runbook. errctl does not interpret it."
    ).such(as: [#"{"owner": "app team", "runbook": "https://wiki.example/errors"}"#])
  )

  static func suppress(_ builder: inout SchemaBuilder) -> Schema {
    let suppression = builder.mapping(
      "suppression",
      keys: Section.suppressionKeys,
      [
        "reason": .name.described("Why the finding is acceptable here."),
        "until": .name.described("The day from which the finding is reported again.").such(as: [
          #""2027-01-31""#
        ]),
      ],
      required: ["reason"]
    )
    return .mapping(to: .any([.name, suppression]))
      .described("Findings that are not reported here: their codes, each with a reason.")
      .such(as: [#"{"unreachable-rule": "kept until the old app is gone"}"#])
  }
}
