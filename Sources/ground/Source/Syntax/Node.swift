/// A value of a rule file with its place: the common result of the YAML and JSON readers.
public struct Node: Sendable {
  /// The value of a node: a scalar, a list or a mapping.
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

  /// The notation of a value.
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
    /// The place of the key, with its quotes.
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

  /// The value: a scalar, a list or a mapping.
  public let content: Content
  /// The notation of the value in its file.
  public let style: Style
  /// The exact place: a quoted string with its quotes, a block scalar from its indicator.
  public let range: SourceRange
  /// A scalar's text: a string's value, or a number, boolean or null as written; empty for containers.
  public let text: String
  /// Whether it comes from what is written at its place, but is not written there itself.
  package private(set) var isTranslated = false

  /// A value at a place.
  public init(_ content: Content, style: Style, range: SourceRange, text: String = "") {
    self.content = content
    self.style = style
    self.range = range
    self.text = text
  }

  /// The same value, which comes from what is written at its place.
  package var translated: Node {
    var node = self
    node.isTranslated = true
    return node
  }

  /// The kind of value in words, for messages: `a string`, `a list`.
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

  package var isSingle: Bool { members == nil && elements == nil }

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
