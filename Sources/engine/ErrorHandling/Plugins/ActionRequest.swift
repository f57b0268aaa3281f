public import SwiftErrors

/// One run of an action, with its templates filled in.
public struct ActionRequest: Sendable {
  /// The action as in a resolution: its kind first, then its place.
  public let members: JSONValue
  /// The error; nil for an event.
  public let error: (any Error)?
  /// The origin of the error or event.
  public let origin: String
  /// The responder of the action.
  public let responder: String
  /// The clause of the action: a rule's id, `otherwise` or `always`.
  public let rule: String

  /// The action's kind: `perform`, `log`, a plugin's own key.
  public var kind: String { members.members?.first?.key ?? "" }
  /// The name under `perform`; nil for any other kind.
  public var name: String? { members["perform"]?.string }
  /// The values under `with`.
  public var with: JSONValue { members["with"] ?? .object([]) }
}

/// An alert to be shown.
public struct PresentedAlert: Sendable {
  /// The place at which an alert is shown.
  public enum Place: String, Sendable {
    /// The responder that shows the alert; the error's origin.
    case responder, origin
  }

  /// The presentation style, as `style` in the rule file.
  public enum Style: String, Sendable {
    case alert, sheet, inline
  }

  /// The alert's action, with its texts filled in.
  public let request: ActionRequest
  /// The title; may be empty.
  public let title: String
  /// The message; may be empty.
  public let message: String
  /// The presentation style that the rule names, or the default.
  public let style: Style
  /// The place that the rule names, or the default.
  public let place: Place
  /// The titles of its buttons, at least one.
  public let buttons: [String]
  /// Whether the answer is the verdict.
  public let decides: Bool
  /// The time that it stays, such as `2s`, for a temporary alert.
  public let standsFor: String?

  init(_ request: ActionRequest, buttons: [String], decides: Bool) {
    let parts = request.members["present"]
    self.request = request
    self.buttons = buttons
    self.decides = decides
    title = parts?["title"]?.text ?? ""
    message = parts?["message"]?.text ?? ""
    style = parts?["style"]?.string.flatMap { Style(rawValue: $0) } ?? .alert
    place = parts?["at"]?.string.flatMap { Place(rawValue: $0) } ?? .responder
    standsFor = parts?["for"]?.string
  }
}

/// A person's choice.
public enum AlertChoice: Sendable, Hashable {
  /// The button at an index, from 0.
  case button(Int)
  /// The button with this title.
  case title(String)
  /// None: the alert was dismissed. If it decides, the error ends as `cancel`.
  case never
}

extension JSONValue {
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
