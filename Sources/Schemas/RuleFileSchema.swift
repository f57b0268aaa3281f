internal import JSONSchema
internal import Records
internal import RuleLanguage
internal import Source

/// The schema of rule files: what each reader of a declaration takes, in the words of its own lists of keys.
enum RuleFileSchema {
  /// The schema, and where it differs from what the code reads.
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
      "Which responder answers which error, what it does, and what the app does then.",
      root: root
    )
    return (schema, builder.gaps)
  }

  private static func define(texts builder: inout SchemaBuilder) {
    builder.define("fields", .oneOrMore(.keyPath))
    let throttle = builder.mapping(
      "throttle",
      keys: ThrottleReader.keys,
      [
        "per": .definition("fields").said("What errors agree in that share the window; left out, all do."),
        "every": .lastingDuration.said("How long after it ran the action is skipped.").such(as: ["\"30s\""]),
      ],
      required: ["every"]
    )
    builder.define("throttle", throttle)
  }

  private static func file(_ builder: inout SchemaBuilder) -> Schema {
    let code = Schema.any([.integer, .text])
    let listed = Schema.any([.text("^([^$]|$)", "A list can't stand in a list."), .number, .flag])
    return builder.mapping(
      "file",
      keys: RuleFile.keys,
      [
        "version": .value(.made(1)).said("The version of the language: 1."),
        "name": .name.said("What the rules are for, in a word."),
        "description": notes.description,
        "meta": notes.meta,
        "defaults": .definition("defaults").said(
          "What holds where nothing else is said; in the entry file only."
        ),
        "imports": Schema.list(of: .importPath).unique.said(
          "Files whose names this one may use, relative to it."
        )
        .such(as: [#"["common/network.yaml"]"#]),
        "lists": .mapping(to: .list(of: listed, atLeast: 1))
          .said("Values under a name; $name stands for them below “when”."),
        "codes": .mapping(to: .mapping(to: code)).said("Symbols for the codes of your own domains.")
          .such(as: [#"{"acme.pay": {"CARD_DECLINED": 4001}}"#]),
        "types": .mapping(names: .typeName, to: type(&builder))
          .said("What error types are and which cases they have, for the checks."),
        "matchers": .mapping(to: .definition("matcher")).said(
          "Matchers under a name, asked as “matcher: name”."
        ),
        "categories": .list(of: .definition("category")).said(
          "What errors are sorted into; the first that matches."
        ),
        "alerts": .mapping(to: .definition(ActionPlace.alert.alert(isNested: false)))
          .said("Alerts under a name, shown as “present: name”."),
        "responders": .list(of: .definition("responder"), atLeast: 1)
          .said("Who answers, and to whom each escalates what it does not decide."),
        "escalation": Schema.list(of: .text).unique
          .said("The responders' ids from the first that is asked to the root: short for “parent” at each.")
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
        "is": Schema.list(of: .typeName).unique.said("Its ancestors and protocols."),
        "cases": Schema.list(of: .caseName).unique.said("All the cases it has."),
      ]
    )
  }

  private static func category(_ builder: inout SchemaBuilder) -> Schema {
    builder.mapping(
      "category",
      keys: CategoryDeclaration.keys,
      [
        "name": .name.said("The name that rules ask for."),
        "when": .definition("categoryMatcher")
          .said("Which errors are of it; without, it is a name for records and “defaults” to use."),
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
        "category": .name.said("The category of errors that no other claims."),
        "retry": .definition("retry").said("What a retry does not say itself."),
        "ignore": .words(DefaultsDeclaration.ignoreWords)
          .said("Whose errors nobody is asked about: cancelled work.").otherwise(.made("cancellation")),
        "unhandled": .definition("unhandled").said("What becomes of an error that nobody decided."),
        "platform": .words(Platform.allCases.map { $0.name })
          .said("Whose errno numbers a record means that does not say it.").otherwise(.made("darwin")),
        "responder": .name.said("Where unknown origins start; none: nowhere.").such(as: [
          #""app""#, #""none""#,
        ]),
        "policy": .definition("policy").said("How every responder goes through its rules."),
      ]
    )
  }

  private static func unhandled(_ builder: inout SchemaBuilder) -> Schema {
    builder.mapping(
      "unhandled",
      keys: UnhandledDeclaration.keys,
      [
        "evaluation": .words(UnhandledDeclaration.evaluations).said("What the app does then.")
          .otherwise(.made("cancel")),
        "report": .words(UnhandledDeclaration.reports).said("How loudly it is told.").otherwise(
          .made("error")
        ),
      ]
    )
  }

  private static func policy(_ builder: inout SchemaBuilder) -> Schema {
    builder.mapping(
      "policy",
      keys: PolicyReader.keys,
      [
        "order": .words(ResponderPolicy.Order.allCases.map { $0.rawValue })
          .said("Which rule is asked first.").otherwise(.made("declared")),
        "match": .words(ResponderPolicy.Match.allCases.map { $0.rawValue })
          .said("all: every rule that matches runs, and the first evaluation decides.").otherwise(
            .made("first")
          ),
        "otherwise": .words(ResponderPolicy.Otherwise.allCases.map { $0.rawValue })
          .said("When “otherwise” is asked: no rule decided, or none matched.").otherwise(.made("undecided")),
        "always": .words(ResponderPolicy.Always.allCases.map { $0.rawValue })
          .said("When “always” runs: once the outcome is known, or after the responder's own actions.")
          .otherwise(.made("after")),
      ]
    )
  }
}

/// What may stand on everything that has a name.
extension RuleFileSchema {
  static let notes = (
    description: Schema.name.said("What it is for, for people."),
    meta: Schema.mapping(to: .definition("present"))
      .said("Whatever tools should carry along: an owner, a runbook. Never interpreted.")
      .such(as: [#"{"owner": "app team", "runbook": "https://wiki.example/errors"}"#])
  )

  static func suppress(_ builder: inout SchemaBuilder) -> Schema {
    let suppression = builder.mapping(
      "suppression",
      keys: Section.suppressionKeys,
      [
        "reason": .name.said("Why the finding is all right here."),
        "until": .name.said("The day from which it is reported again.").such(as: [#""2027-01-31""#]),
      ],
      required: ["reason"]
    )
    return .mapping(to: .any([.name, suppression]))
      .said("Findings that are not reported here: their codes, each with the reason.")
      .such(as: [#"{"unreachable-rule": "kept until the old app is gone"}"#])
  }
}
