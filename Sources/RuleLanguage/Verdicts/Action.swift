internal import Bytes
public import Records

/// Something a rule does, as compiled: what it is as written, its templates read, and its alert if it is one.
public struct Action: Sendable {
  /// A value of an action as the resolution shows it.
  public indirect enum Content: Sendable {
    /// A scalar as it is written.
    case scalar(Scalar)
    /// A text with places to fill.
    case template(Template)
    case list([Content])
    case mapping([Member])
    /// The titles of the error's options, as a list.
    case optionTitles
  }

  /// A key of an action and its value.
  public struct Member: Sendable {
    /// The key as written.
    public let key: String
    /// Its value.
    public let value: Content

    /// A member of an action.
    public init(_ key: String, _ value: Content) {
      self.key = key
      self.value = value
    }
  }

  /// The action's members, its kind first.
  public let members: [Member]
  /// What the summary calls it, such as `perform logout`.
  public let label: String
  /// The alert, where the action shows one.
  public let alert: Alert?
  /// How often it runs at most; nil: always.
  public var throttle: Throttle?

  /// An action with `members`, of which the first is its kind.
  public init(_ members: [Member], label: String, alert: Alert? = nil) {
    self.members = members
    self.label = label
    self.alert = alert
  }
}

/// What an action asks a person.
public struct Alert: Sendable {
  /// One of the answers.
  public struct Button: Sendable {
    /// What it says; unique in its alert.
    public let title: String
    /// What runs once it is chosen.
    public let actions: [Action]
    /// The verdict it stands for, where the alert decides.
    public let verdict: Verdict?

    /// A button that says `title`.
    public init(title: String, actions: [Action] = [], verdict: Verdict? = nil) {
      self.title = title
      self.actions = actions
      self.verdict = verdict
    }
  }

  /// The answers in order; never empty.
  public let buttons: [Button]
  /// Whether the buttons are the error's options: then ``buttons`` are what one that does not recover stands for, and
  /// what one that does.
  public let isRecovery: Bool
  /// What an alert must agree in with the one before it to take its answer, while that one is open; nil: it never does.
  public let coalesce: [Subject]?

  /// What makes it decide, for messages that ask to delete it.
  package var whatDecides: String { isRecovery ? "“recovery”" : "its buttons' verdicts" }

  /// Whether the answer is the rule's verdict.
  public var decides: Bool { buttons.contains { $0.verdict != nil } }

  /// An alert with `buttons`.
  public init(buttons: [Button], coalesce: [Subject]? = nil) {
    self.buttons = buttons
    self.coalesce = coalesce
    isRecovery = false
  }

  /// An alert whose buttons are the error's options: one that recovers is a person's retry, any other cancels; where
  /// there is none, OK cancels.
  public init(recoveryCoalescing coalesce: [Subject]? = nil) {
    let cancel = Button(title: "OK", verdict: .evaluation(.cancel))
    buttons = [cancel, Button(title: "", verdict: .retryByPerson)]
    self.coalesce = coalesce
    isRecovery = true
  }
}

extension Action.Content {
  /// The content as JSON; templates as they are written, which is for checks only.
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
  /// The scalar as JSON.
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
