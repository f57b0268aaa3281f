internal import JSONSchema
internal import RuleLanguage
internal import Source

/// Values of any shape.
extension Schema {
  /// A single value where null has no place.
  static let presentScalar = any([text, number, flag])

  /// Definitions of what several kinds of document have.
  static func values(in builder: inout SchemaBuilder) {
    // Null stands only below the keys that hold recorded values.
    let open: [(key: String, value: Schema)] = NullCheck.open.sorted().map { ($0, anythingBelow) }
    builder.define(
      "present",
      any([
        presentScalar, list(of: definition("present")), mapping(open, others: definition("present")),
      ]).said("A value of any type except null.")
    )
    builder.define("plainText", text.and(.not(.filledText)))
    for place in ActionPlace.allCases {
      builder.define(place.text, template(place.extras))
      let own = definition(place.templates)
      builder.define(
        place.templates,
        any([definition(place.text), number, flag, list(of: own), mapping(to: own)])
          .said("A value of any type; its texts may contain placeholders: {error.message}.")
      )
    }
  }

  private static let anythingBelow = not(value(.null))
}

/// Where actions stand, as far as it decides what they may be.
enum ActionPlace: String, CaseIterable {
  /// In a rule or under `otherwise`.
  case rule
  /// Under `always`.
  case always
  /// In an event rule.
  case event
  /// In an alert under `alerts`, which may be for a rule or for `always`.
  case alert

  var extras: Set<Template.Extra> {
    switch self {
    case .rule: []
    case .always, .alert: [.outcome]
    case .event: [.with]
    }
  }

  /// Whether an alert's answer may be the verdict.
  var mayDecide: Bool {
    switch self {
    case .rule, .alert: true
    case .always, .event: false
    }
  }

  /// The definition of a text with places to fill.
  var text: String { "\(rawValue)Text" }

  /// The definition of a value of templates.
  var templates: String { "\(rawValue)Templates" }

  /// The definition of a list of actions.
  var actions: String { "\(rawValue)Actions" }

  /// The definition of the list of actions that stand behind a button.
  var buttonActions: String { "\(rawValue)ButtonActions" }
}
