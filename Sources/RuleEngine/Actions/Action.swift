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

  /// Whether the answer is the rule's verdict.
  public var decides: Bool { buttons.contains { $0.verdict != nil } }

  /// An alert with `buttons`.
  public init(buttons: [Button]) {
    self.buttons = buttons
  }
}
