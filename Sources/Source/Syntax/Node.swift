/// A value of a rule file with its place: what YAML and JSON readers both produce, and all that comes after
/// them sees.
public struct Node: Sendable {
  /// What stands there.
  public enum Content: Sendable {
    case null
    case bool(Bool)
    /// An integer that fits 64 bits.
    case integer(Int64)
    /// Any other number: the nearest Double.
    case decimal(Double)
    case string(String)
    case sequence([Node])
    case mapping([Member])
  }

  /// How a value was written.
  public enum Style: Sendable {
    case plain
    case singleQuoted
    case doubleQuoted
    case literal
    case folded
    case flow
    case block
  }

  /// A key of a mapping and its value.
  public struct Member: Sendable {
    /// The key's text.
    public let key: String
    /// Where the key stands, with its quotes.
    public let keyRange: SourceRange
    /// The value.
    public let value: Node

    /// A member of a mapping.
    public init(key: String, keyRange: SourceRange, value: Node) {
      self.key = key
      self.keyRange = keyRange
      self.value = value
    }
  }

  /// What stands there.
  public let content: Content
  /// How it was written.
  public let style: Style
  /// Exactly where: of a quoted string with its quotes, of a block scalar from its indicator.
  public let range: SourceRange
  /// A scalar's text: a string's value, a number, boolean or null as it was written; empty for containers.
  public let text: String

  /// A value at a place.
  public init(_ content: Content, style: Style, range: SourceRange, text: String = "") {
    self.content = content
    self.style = style
    self.range = range
    self.text = text
  }

  /// The kind of value in plain words, for messages: `a string`, `a list`.
  public var kindName: String {
    switch content {
    case .null: "nothing (null)"
    case .bool: "a boolean"
    case .integer: "an integer"
    case .decimal: "a number"
    case .string: "a string"
    case .sequence: "a list"
    case .mapping: "a mapping"
    }
  }

  /// Whether it is a single value: neither a list nor a mapping.
  package var isSingle: Bool { members == nil && elements == nil }

  /// Whether nothing stands there.
  package var isNull: Bool {
    if case .null = content { true } else { false }
  }

  /// The members of a mapping, or nil.
  public var members: [Member]? {
    if case .mapping(let members) = content { members } else { nil }
  }

  /// The elements of a list, or nil.
  public var elements: [Node]? {
    if case .sequence(let elements) = content { elements } else { nil }
  }

  /// The value of a string, or nil.
  public var string: String? {
    if case .string(let string) = content { string } else { nil }
  }

  /// The value of a mapping's key, or nil.
  public subscript(key: String) -> Node? {
    members?.first { $0.key == key }?.value
  }
}
