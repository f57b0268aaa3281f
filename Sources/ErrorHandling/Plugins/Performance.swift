public import SwiftErrors

/// One action that a rule asks for, its templates filled in.
public struct Performance: Sendable {
  /// The action as a resolution shows it: its kind first, then where it stands.
  public let members: JSONValue
  /// The error that is answered; nil where it is an event.
  public let error: (any Error)?
  /// Where that was raised.
  public let origin: String
  /// The responder that asks for it.
  public let responder: String
  /// The rule that asks for it: its id, `otherwise` or `always`.
  public let rule: String

  /// The action's kind: `perform`, `log`, a plugin's own key.
  public var kind: String { members.members?.first?.key ?? "" }
  /// What `perform` names; nil for any other kind.
  public var name: String? { members["perform"]?.string }
  /// The values that it was given.
  public var with: JSONValue { members["with"] ?? .object([]) }
}

/// An alert that is to be shown.
public struct PresentedAlert: Sendable {
  /// Where the alert goes.
  public enum Place: String, Sendable {
    /// At the responder that shows it; where the error was raised.
    case responder, origin
  }

  /// How it looks.
  public enum Style: String, Sendable {
    case alert, sheet, inline
  }

  /// The alert's action, its texts filled in.
  public let performance: Performance
  /// Its title; empty where it has none.
  public let title: String
  /// Its message; empty where it has none.
  public let message: String
  /// How it looks.
  public let style: Style
  /// Where it goes.
  public let place: Place
  /// The titles of its buttons, at least one.
  public let buttons: [String]
  /// Whether the answer decides what becomes of the error.
  public let decides: Bool
  /// How long it stands, such as `2s`, where it is for a moment only.
  public let standsFor: String?

  init(_ performance: Performance, buttons: [String], decides: Bool) {
    let parts = performance.members["present"]
    self.performance = performance
    self.buttons = buttons
    self.decides = decides
    title = parts?["title"]?.text ?? ""
    message = parts?["message"]?.text ?? ""
    style = parts?["style"]?.string.flatMap { Style(rawValue: $0) } ?? .alert
    place = parts?["at"]?.string.flatMap { Place(rawValue: $0) } ?? .responder
    standsFor = parts?["for"]?.string
  }
}

/// What a person chose.
public enum AlertChoice: Sendable, Hashable {
  /// The button at a place, from 0.
  case button(Int)
  /// The button that says this.
  case title(String)
  /// None: the alert went away. Where it decides, the error ends as `cancel`.
  case never
}

extension JSONValue {
  /// A scalar for people.
  var text: String? {
    switch self {
    case .string(let text): text
    case .integer(let integer): "\(integer)"
    case .decimal(let decimal): "\(decimal)"
    case .bool(let bool): "\(bool)"
    case .null, .array, .object: nil
    }
  }
}
