internal import Source

/// A value of an imported rule file. Without a place of its own it has that of the value around it.
indirect enum ImportedValue: Sendable {
  case text(String)
  case integer(Int64)
  case decimal(Double)
  case flag(Bool)
  case list([ImportedValue])
  case mapping([(key: String, value: ImportedValue)])
  case placed(ImportedValue, SourceRange)
  /// A value that has its places already, or that is written so in the policy.
  case node(Node)

  func at(_ place: SourceRange) -> ImportedValue { .placed(self, place) }

  func node(at place: SourceRange) -> Node {
    switch self {
    case .text(let text): .text(text, at: place)
    case .integer(let value): .integer(value, at: place)
    case .decimal(let value): .decimal(value, at: place)
    case .flag(let value): .boolean(value, at: place)
    case .list(let elements): .list(elements.map { $0.node(at: place) }, at: place)
    case .mapping(let members): .mapping(members.map { ($0.key, $0.value.node(at: place)) }, at: place)
    case .placed(let value, let own): value.node(at: own)
    case .node(let node): node
    }
  }

  /// Its own place, if it has one.
  var place: SourceRange? {
    switch self {
    case .placed(let value, let place): value.place ?? place
    case .node(let node): node.range
    case .text, .integer, .decimal, .flag, .list, .mapping: nil
    }
  }

  var isEmpty: Bool {
    switch self {
    case .list(let elements): elements.isEmpty
    case .mapping(let members): members.isEmpty
    case .placed(let value, _): value.isEmpty
    case .text, .integer, .decimal, .flag, .node: false
    }
  }

  /// A mapping of the members that are there.
  static func members(_ members: KeyValuePairs<String, ImportedValue?>) -> ImportedValue {
    .mapping(members.compactMap { member in member.value.map { (member.key, $0) } })
  }

  /// The value itself, or a list of several.
  static func oneOf(_ values: [ImportedValue]) -> ImportedValue {
    values.count == 1 ? values[0] : .list(values)
  }

  static func oneOf(_ values: [Node]) -> ImportedValue { oneOf(values.map { .node($0) }) }

  static func texts(_ texts: [String]) -> ImportedValue { .list(texts.map { .text($0) }) }

  /// A condition that holds if one of these holds.
  static func any(of conditions: [ImportedValue]) -> ImportedValue {
    conditions.count == 1 ? conditions[0] : ["any": .list(conditions)]
  }

  /// Checks that must not object, with the reasons.
  static func suppressed(_ reasons: [(code: String, reason: String)]) -> ImportedValue? {
    reasons.isEmpty ? nil : .mapping(reasons.map { ($0.code, .text($0.reason)) })
  }
}

extension ImportedValue: ExpressibleByStringInterpolation, ExpressibleByIntegerLiteral,
  ExpressibleByFloatLiteral, ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral,
  ExpressibleByDictionaryLiteral
{
  init(stringLiteral text: String) { self = .text(text) }
  init(integerLiteral value: Int64) { self = .integer(value) }
  init(floatLiteral value: Double) { self = .decimal(value) }
  init(booleanLiteral value: Bool) { self = .flag(value) }
  init(arrayLiteral elements: ImportedValue...) { self = .list(elements) }
  init(dictionaryLiteral members: (String, ImportedValue)...) {
    self = .mapping(members.map { (key: $0.0, value: $0.1) })
  }
}

extension Node {
  init(_ value: ImportedValue, at place: SourceRange) { self = value.node(at: place) }
}
