internal import JSONSchema
internal import Records
internal import RuleLanguage
internal import Source

/// An action with a schema of the values below its keys.
protocol ActionSchema: ActionPlugin {
  func schemas(at place: ActionPlace, in builder: inout SchemaBuilder) -> [String: Schema]
}

extension NothingAction: ActionSchema {
  func schemas(at place: ActionPlace, in builder: inout SchemaBuilder) -> [String: Schema] {
    [key: .words(["nothing"]).or(.value(.made(true)))]
  }
}

extension LogAction: ActionSchema {
  func schemas(at place: ActionPlace, in builder: inout SchemaBuilder) -> [String: Schema] {
    [
      key: .definition(place.text),
      "level": .words(Severity.allCases.map { $0.name }).described("The log level.")
        .otherwise(.made("info")),
    ]
  }
}

extension PerformAction: ActionSchema {
  func schemas(at place: ActionPlace, in builder: inout SchemaBuilder) -> [String: Schema] {
    [
      key: .name,
      "with": .mapping(to: .definition(place.templates)).described(
        "Its values; texts may contain placeholders."),
    ]
  }
}

extension SetAction: ActionSchema {
  func schemas(at place: ActionPlace, in builder: inout SchemaBuilder) -> [String: Schema] {
    [key: .mapping(to: .definition(place.templates), atLeast: 1)]
  }
}

extension WaitAction: ActionSchema {
  func schemas(at place: ActionPlace, in builder: inout SchemaBuilder) -> [String: Schema] {
    [key: .duration]
  }
}

extension PresentAction: ActionSchema {
  func schemas(at place: ActionPlace, in builder: inout SchemaBuilder) -> [String: Schema] {
    [
      key: .any([
        .name.described("The name of an alert under “alerts”."), .definition(place.alert(isNested: false)),
      ])
    ]
  }
}

extension ActionPlace {
  /// The name of the definition of an alert; behind a button no alert decides.
  func alert(isNested: Bool) -> String { "\(rawValue)\(isNested ? "Button" : "")Alert" }

  func button(isNested: Bool) -> String { "\(rawValue)\(isNested ? "Button" : "")AlertButton" }
}

extension Schema {
  func or(_ other: Schema) -> Schema { .any([self, other]) }

  static func actions(of registry: Registry, in builder: inout SchemaBuilder) {
    builder.define("actionLimit", .any([.lastingDuration, .words([FailureReader.unlimited])]))
    for place in ActionPlace.allCases {
      // Under “alerts” only buttons have actions.
      if place == .alert {
        defineAlert(place, isNested: false, &builder)
      } else {
        defineActions(registry, place, isNested: false, &builder)
      }
      defineActions(registry, place, isNested: true, &builder)
    }
  }

  private static func defineActions(
    _ registry: Registry, _ place: ActionPlace, isNested: Bool, _ builder: inout SchemaBuilder
  ) {
    defineAlert(place, isNested: isNested, &builder)
    let kinds = registry.actions.flatMap { plugin -> [Schema] in
      var schemas = (plugin as? any ActionSchema)?.schemas(at: place, in: &builder) ?? [:]
      if isNested, plugin is PresentAction {
        schemas[plugin.key] = .any([.name, .definition(place.alert(isNested: true))])
      }
      // Without a deciding answer, an alert with buttons is no valid example.
      let isWithoutButtons = plugin is PresentAction && (isNested || !place.mayDecide)
      let values = plugin.examples.prefix(isWithoutButtons ? 1 : .max).compactMap {
        Node.made(json: $0)?[plugin.key]
      }
      .map { JSONWriter.line($0) }
      let own = (schemas[plugin.key] ?? .anything).described(plugin.summary).such(as: values)
      let failure =
        plugin.mayFail ? failure(at: place).filter { !plugin.companions.contains($0.key) } : []
      let companions = plugin.companions.map { (key: $0, value: schemas[$0] ?? .anything) } + failure
      let throttle = definition("throttle").described(
        "How often the action runs at most. When it is skipped, the verdict still stands.")
      let short = mapping([(plugin.key, own)] + companions + [("throttle", throttle)], required: [plugin.key])
      guard let form = LongForm.of(plugin.key), plugin is any ActionSchema else { return [short] }
      let inner = mapping([(form.value, own)] + companions, required: [form.value])
      return [short, mapping([(plugin.key, inner), ("throttle", throttle)], required: [plugin.key])]
    }
    let all = kinds + (registry.action("nothing") == nil ? [] : [words(["nothing"])])
    builder.define(isNested ? place.buttonActions : place.actions, list(of: any(all)))
  }

  private static func failure(at place: ActionPlace) -> [(key: String, value: Schema)] {
    let meaning = "The verdict if it fails or its limit ends it. Without it, a failure changes nothing."
    let verdict: Schema =
      switch place {
      case .rule, .alert: .definition("failureVerdict").described(meaning)
      case .event: .definition("eventFailureVerdict").described(meaning)
      case .always: .nothing
      }
    return [
      ("failed", verdict),
      (
        "limit",
        .definition("actionLimit").described(
          "How long it may take, or none; in place of the program's limit.")
      ),
    ]
  }

  private static func defineAlert(_ place: ActionPlace, isNested: Bool, _ builder: inout SchemaBuilder) {
    let mayDecide = place.mayDecide && !isNested
    let name = place.button(isNested: isNested)
    let button = builder.mapping(
      "button",
      keys: ButtonReader.keys,
      [
        "title": .name.described("The button's title; unique in its alert."),
        "role": .words(ButtonReader.roles).described("The button's role."),
        "do": definition(place.buttonActions).described("Actions that run once the button is chosen."),
        "then": mayDecide
          ? definition("buttonVerdict").described(
            "The verdict of this button. If one button has a verdict, all must.")
          : .nothing,
      ],
      required: ["title"]
    )
    builder.define(
      name, any([.name, button]).described("A title, or a button with a role, actions and a verdict."))
    let buttons = list(of: definition(name), atLeast: 1).unique
    let agreeing = buttons.andAny(list(of: .requiring("then")), list(of: .not(.requiring("then"))))
    let shown = any([definition(place.text), number, flag])
    let alert = builder.mapping(
      "alert",
      keys: PresentAction.keys,
      [
        "title": shown.described("A short title."),
        "message": shown.described("What happened and what the person can do."),
        "style": .words(PresentAction.styles).described("The presentation style.").otherwise(.made("alert")),
        "at": .words(PresentAction.places).described(
          "What it is shown over: the place where the error was raised, or the responder."),
        "for": .duration.described("How long it stays; only for alerts that decide nothing."),
        "buttons": (mayDecide ? agreeing : buttons).described("The buttons; default: one OK."),
        "recovery": (mayDecide ? flag : .value(.made(false)))
          .described("true: the error's own recovery options are the buttons; one that recovers is a retry."),
        "coalesce": definition("fields")
          .described(
            "An alert with the same values of these fields as the open one is not shown; it takes that one's answer."
          ),
      ]
    )
    let decides = any([deciding(by: "recovery", .value(.made(true))), decidingButtons])
    builder.define(
      place.alert(isNested: isNested),
      alert.described("An alert: its texts and its buttons.").and(
        .requiringOne(of: ["title", "message"]),
        .not(.all([deciding(by: "recovery", .value(.made(true))), .requiring("buttons")])),
        .not(.all([decides, .requiring("for")]))))
  }

  private static func deciding(by key: String, _ value: Schema) -> Schema {
    all([.requiring(key), .having([key: value])])
  }

  private static let decidingButtons = deciding(by: "buttons", .containing(.requiring("then")))
}
