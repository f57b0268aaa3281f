internal import JSONSchema
internal import RuleLanguage
internal import Source

extension Schema {
  static let presentScalar = any([text, number, flag])

  static func values(in builder: inout SchemaBuilder) {
    // Null is allowed only below the keys that hold recorded values.
    let open: [(key: String, value: Schema)] = NullCheck.open.sorted().map { ($0, anythingBelow) }
    builder.define(
      "present",
      any([
        presentScalar, list(of: definition("present")), mapping(open, others: definition("present")),
      ]).described("A value of any type except null.")
    )
    builder.define("plainText", text.and(.not(.filledText)))
    for place in ActionPlace.allCases {
      builder.define(place.text, template(place.extras))
      let own = definition(place.templates)
      builder.define(
        place.templates,
        any([definition(place.text), number, flag, list(of: own), mapping(to: own)]).described(
          "A value of any type; its texts may contain placeholders: {error.message}."))
    }
  }

  private static let anythingBelow = not(value(.null))
}

/// The places of actions, as far as they decide which actions are allowed.
enum ActionPlace: String, CaseIterable {
  case rule
  case always
  case event
  /// An alert under `alerts`, for a rule or for `always`.
  case alert

  var extras: Set<Template.Extra> {
    switch self {
    case .rule: []
    case .always, .alert: [.outcome]
    case .event: [.with]
    }
  }

  var mayDecide: Bool {
    switch self {
    case .rule, .alert: true
    case .always, .event: false
    }
  }

  var text: String { "\(rawValue)Text" }

  var templates: String { "\(rawValue)Templates" }

  var actions: String { "\(rawValue)Actions" }

  var buttonActions: String { "\(rawValue)ButtonActions" }
}
