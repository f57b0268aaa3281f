internal import Bytes
public import Records

/// A compiled action: its members as written, its templates, and its alert if it has one.
public struct Action: Sendable {
  /// A value of an action, as in the resolution.
  public indirect enum Content: Sendable {
    /// A scalar as it is written.
    case scalar(Scalar)
    /// A text with placeholders.
    case template(Template)
    case list([Content])
    case mapping([Member])
    /// The titles of the error's recovery options, as a list.
    case optionTitles
  }

  /// A key and value of an action.
  public struct Member: Sendable {
    /// The key as written.
    public let key: String
    /// The value, with its placeholders.
    public let value: Content

    /// A member with its key and value.
    public init(_ key: String, _ value: Content) {
      self.key = key
      self.value = value
    }
  }

  /// The action's members, its kind first.
  public let members: [Member]
  /// Its name in summaries, such as `perform logout`.
  public let label: String
  /// The alert, if the action shows one.
  public let alert: Alert?
  /// The throttle; nil: the action always runs.
  public var throttle: Throttle?
  /// The verdict if the action fails or its limit ends it; nil: a failure changes nothing.
  public var failed: Verdict?
  /// The time limit in place of the program's; nil: the program's.
  public var limit: ActionLimit?

  /// An action with `members`, the first of which is its kind.
  public init(_ members: [Member], label: String, alert: Alert? = nil) {
    self.members = members
    self.label = label
    self.alert = alert
  }
}

/// The decision part of an alert: its buttons, and how it coalesces.
public struct Alert: Sendable {
  /// A button of an alert.
  public struct Button: Sendable {
    /// The title; unique in its alert.
    public let title: String
    /// Actions that run once it is chosen.
    public let actions: [Action]
    /// The verdict of choosing it, if the alert decides.
    public let verdict: Verdict?

    /// A button with a title, actions and a verdict.
    public init(title: String, actions: [Action] = [], verdict: Verdict? = nil) {
      self.title = title
      self.actions = actions
      self.verdict = verdict
    }
  }

  /// The buttons in order; never empty.
  public let buttons: [Button]
  /// Whether the buttons are the error's recovery options; then ``buttons`` has one for options that do not
  /// recover, and one for those that do.
  public let isRecovery: Bool
  /// The fields in which an alert must agree with the open one to share its answer; nil: it never does.
  public let coalesce: [Subject]?

  package var whatDecides: String { isRecovery ? "“recovery”" : "its buttons' verdicts" }

  /// Whether its answer is the rule's verdict.
  public var decides: Bool { buttons.contains { $0.verdict != nil } }

  /// An alert with `buttons`.
  public init(buttons: [Button], coalesce: [Subject]? = nil) {
    self.buttons = buttons
    self.coalesce = coalesce
    isRecovery = false
  }

  /// Buttons are the error's recovery options: one that recovers is a person's retry, any other, or OK if
  /// there are none, cancels.
  public init(recoveryCoalescing coalesce: [Subject]? = nil) {
    let cancel = Button(title: "OK", verdict: .evaluation(.cancel))
    buttons = [cancel, Button(title: "", verdict: .retryByPerson)]
    self.coalesce = coalesce
    isRecovery = true
  }
}

extension Action.Content {
  /// The action with templates as empty texts; for checks only.
  var json: String {
    switch self {
    case .scalar(let scalar): scalar.json
    case .template: "\"\""
    case .optionTitles: "[]"
    case .list(let elements): "[\(elements.map { $0.json }.joined(separator: ","))]"
    case .mapping(let members):
      "{\(members.map { "\($0.key.json):\($0.value.json)" }.joined(separator: ","))}"
    }
  }
}

extension Scalar {
  package var json: String {
    switch self {
    case .null: "null"
    case .bool(let flag): flag ? "true" : "false"
    case .number(.integer(let value)): "\(value)"
    case .number(.decimal(let value)): value.isFinite ? "\(value)" : "null"
    case .string(let text): text.json
    }
  }
}
