/// Any JSON value, for attributes, problem extensions and payloads; objects keep their order.
public indirect enum JSONValue: Sendable, Hashable {
  case null
  case bool(Bool)
  case integer(Int64)
  /// Written in the shortest form that parses to the same number; if not finite, its name as a string.
  case decimal(Double)
  case string(String)
  case array([JSONValue])
  /// An object, with its members in the order they are written.
  case object([Member])

  /// A member of an object.
  public struct Member: Sendable, Hashable {
    /// The member's name.
    public var key: String
    /// The member's value.
    public var value: JSONValue

    /// A member with its name and value.
    public init(_ key: String, _ value: JSONValue) {
      self.key = key
      self.value = value
    }
  }

  /// An object with members sorted by name.
  public static func object(sorted members: [String: JSONValue]) -> JSONValue {
    .object(members.sorted { $0.key < $1.key }.map { Member($0.key, $0.value) })
  }

  /// The members of an object, or nil.
  public var members: [Member]? {
    if case .object(let members) = self { members } else { nil }
  }

  /// The elements of an array, or nil.
  public var elements: [JSONValue]? {
    if case .array(let elements) = self { elements } else { nil }
  }

  /// The text of a string, or nil.
  public var string: String? {
    if case .string(let string) = self { string } else { nil }
  }

  /// The value of an integer, or nil.
  public var integer: Int64? {
    if case .integer(let integer) = self { integer } else { nil }
  }

  /// The value of a boolean, or nil.
  public var bool: Bool? {
    if case .bool(let bool) = self { bool } else { nil }
  }

  /// The value of an object's first member of that name, or nil.
  public subscript(key: String) -> JSONValue? {
    members?.first { $0.key == key }?.value
  }
}

extension JSONValue: ExpressibleByNilLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByFloatLiteral, ExpressibleByStringInterpolation, ExpressibleByArrayLiteral,
  ExpressibleByDictionaryLiteral
{
  /// JSON's null.
  public init(nilLiteral: ()) { self = .null }
  /// A JSON boolean from a literal.
  public init(booleanLiteral value: Bool) { self = .bool(value) }
  /// A JSON number from an integer literal, without a fraction.
  public init(integerLiteral value: Int64) { self = .integer(value) }
  /// A number with a fraction.
  public init(floatLiteral value: Double) { self = .decimal(value) }
  /// A JSON string from a literal.
  public init(stringLiteral value: String) { self = .string(value) }
  /// A JSON array of the elements, in the order written.
  public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
  /// An object, its members in the order written.
  public init(dictionaryLiteral elements: (String, JSONValue)...) {
    self = .object(elements.map { Member($0.0, $0.1) })
  }
}
