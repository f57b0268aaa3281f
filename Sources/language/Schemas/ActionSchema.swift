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
    [key: .definition(place.text)].merging(Self.keys.map { builder.member($0) }) { own, _ in own }
  }
}

extension PerformAction: ActionSchema {
  func schemas(at place: ActionPlace, in builder: inout SchemaBuilder) -> [String: Schema] {
    let with = Self.keys.map { builder.member($0, .mapping(to: .definition(place.templates))) }
    return [key: .name].merging(with) { own, _ in own }
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
      // Without a deciding answer, an alert with buttons is not a valid example.
      let isWithoutButtons = plugin is PresentAction && (isNested || !place.mayDecide)
      let values = plugin.examples.prefix(isWithoutButtons ? 1 : .max).compactMap {
        Node.made(json: $0)?[plugin.key]
      }
      .map { JSONWriter.line($0) }
      let own = (schemas[plugin.key] ?? .anything).described(plugin.summary).such(as: values)
      let failure =
        plugin.mayFail ? failure(at: place, &builder).filter { !plugin.companions.contains($0.key) } : []
      let companions = plugin.companions.map { (key: $0, value: schemas[$0] ?? .anything) } + failure
      let throttle = builder.member(ThrottleReader.key)
      let short = mapping([(plugin.key, own)] + companions + [throttle], required: [plugin.key])
      guard let form = LongForm.of(plugin.key), plugin is any ActionSchema else { return [short] }
      let inner = mapping([(form.value, own)] + companions, required: [form.value])
      return [short, mapping([(plugin.key, inner), throttle], required: [plugin.key])]
    }
    let all = kinds + (registry.action("nothing") == nil ? [] : [words(["nothing"])])
    builder.define(isNested ? place.buttonActions : place.actions, list(of: any(all)))
  }

  private static func failure(at place: ActionPlace, _ builder: inout SchemaBuilder) -> [(
    key: String, value: Schema
  )] {
    FailureReader.keys.map { key in
      guard key.name == "failed" else { return builder.member(key) }
      switch place {
      case .rule, .alert: return builder.member(key, .definition("failureVerdict"))
      case .event: return builder.member(key, .definition("eventFailureVerdict"))
      case .always: return (key.name, .nothing)
      }
    }
  }

  private static func defineAlert(_ place: ActionPlace, isNested: Bool, _ builder: inout SchemaBuilder) {
    let mayDecide = place.mayDecide && !isNested
    let name = place.button(isNested: isNested)
    let verdict: Schema = mayDecide ? .definition("buttonVerdict") : .nothing
    let button = builder.mapping(
      ButtonReader.keys, ["do": .definition(place.buttonActions), "then": verdict])
    builder.define(
      name, any([.name, button]).described("A title, or a button with a role, actions and a verdict."))
    let buttons = list(of: definition(name), atLeast: 1).unique
    let agreeing = buttons.andAny(list(of: .requiring("then")), list(of: .not(.requiring("then"))))
    let shown = any([definition(place.text), number, flag])
    let alert = builder.mapping(
      PresentAction.keys,
      [
        "title": shown, "message": shown, "buttons": mayDecide ? agreeing : buttons,
        "recovery": mayDecide ? flag : .value(.made(false)),
      ])
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
