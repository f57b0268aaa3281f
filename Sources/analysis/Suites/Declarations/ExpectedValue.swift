internal import Patterns
package import Source

/// A constraint on a value: equality, or operators; lists element by element, mappings by the named members.
package struct ExpectedValue: Sendable {
  enum Test: Sendable {
    case equals(ExpectedValue)
    /// A text match: `contains`, `hasPrefix`, `hasSuffix`, `glob` or `matches`.
    case text(Pattern)
    case atLeast(Double), atMost(Double), lessThan(Double), greaterThan(Double)
    case exists(Bool)
  }

  indirect enum Meaning: Sendable {
    case scalar
    case list([ExpectedValue])
    /// Members by name; if only operators are named, these, unless the value is itself a mapping.
    case mapping([(key: String, value: ExpectedValue)], tests: [Test])
    /// A number of seconds, written as a duration.
    case seconds(Double)
    /// Any mapping with this first key: an action of a kind.
    case kind(String)
  }

  let node: Node
  let meaning: Meaning

  package var text: String { JSONWriter.line(node) }

  package func holds(for value: Node?) -> Bool {
    switch meaning {
    case .scalar: return value.map { node.isSameScalar(as: $0) } ?? false
    case .seconds(let seconds): return value?.asNumber == seconds
    case .kind(let key):
      return value?.members?.first?.key == key || value?.members == nil && value?.text == key
    case .list(let expected):
      guard let elements = value?.elements, elements.count == expected.count else { return false }
      return zip(expected, elements).allSatisfy { $0.holds(for: $1) }
    case .mapping(let members, let tests):
      if !tests.isEmpty, value?.members == nil { return tests.allSatisfy { $0.holds(for: value) } }
      guard let value, value.members != nil else { return false }
      return members.allSatisfy { member in member.value.holds(for: value[member.key]) }
    }
  }
}

extension ExpectedValue.Test {
  func holds(for value: Node?) -> Bool {
    switch self {
    case .exists(let exists): return (value != nil) == exists
    case .equals(let expected): return expected.holds(for: value)
    case .text(let pattern): return value?.string.map { pattern.makeSearcher().matches($0) } ?? false
    case .atLeast(let bound): return value?.asNumber.map { $0 >= bound } ?? false
    case .atMost(let bound): return value?.asNumber.map { $0 <= bound } ?? false
    case .lessThan(let bound): return value?.asNumber.map { $0 < bound } ?? false
    case .greaterThan(let bound): return value?.asNumber.map { $0 > bound } ?? false
    }
  }
}

extension Node {
  var asNumber: Double? {
    switch content {
    case .integer(let integer): Double(integer)
    case .decimal(let decimal): decimal
    case .null, .bool, .string, .sequence, .mapping: nil
    }
  }

  /// Whether the scalars are the same as in JSON: 500 equals 500.0, but not "500".
  func isSameScalar(as other: Node) -> Bool {
    switch content {
    case .null: if case .null = other.content { true } else { false }
    case .bool(let flag): if case .bool(flag) = other.content { true } else { false }
    case .integer(let integer):
      if case .integer(let value) = other.content { integer == value } else { asNumber == other.asNumber }
    case .decimal: asNumber == other.asNumber
    case .string(let string):
      if case .string(let value) = other.content {
        string.unicodeScalars.elementsEqual(value.unicodeScalars)
      } else {
        false
      }
    case .sequence, .mapping: false
    }
  }
}
