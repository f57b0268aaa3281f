internal import Bytes
internal import Records

/// The possible values of a record's member; it may be missing.
struct ValueSet {
  /// Neither numbers nor texts. An array counts as one value, whatever its elements.
  struct Kinds: OptionSet, Hashable {
    let rawValue: UInt8

    static let missing = Kinds(rawValue: 1)
    static let null = Kinds(rawValue: 2)
    static let no = Kinds(rawValue: 4)
    static let yes = Kinds(rawValue: 8)
    static let object = Kinds(rawValue: 16)
    static let array = Kinds(rawValue: 32)
    static let all: Kinds = [.missing, .null, .no, .yes, .object, .array]
  }

  var kinds: Kinds
  /// Numbers in integer notation of 64 bits, and those with a point or an exponent: 404 equals 404.0, but
  /// only the former is a status. Bounds may be fractions.
  var numbers: NumberSet
  var decimals: NumberSet
  var texts: TextSet

  /// A set of values. Without `decimals`, numbers count in both notations.
  init(kinds: Kinds = [], numbers: NumberSet = .none, decimals: NumberSet? = nil, texts: TextSet = .none) {
    self.kinds = kinds
    self.numbers = numbers
    self.decimals = decimals ?? numbers
    self.texts = texts
  }

  static var none: ValueSet { ValueSet() }
  static var all: ValueSet { ValueSet(kinds: .all, numbers: .all, texts: .all) }
  static var missing: ValueSet { ValueSet(kinds: .missing) }
  static var present: ValueSet {
    ValueSet(kinds: Kinds.all.subtracting(.missing), numbers: .all, texts: .all)
  }

  /// Whether the set is empty, as far as it is known without automata.
  var isNone: Bool { kinds.isEmpty && hasNoNumber && texts.isNone }

  var hasNoNumber: Bool { numbers.isEmpty && decimals.isEmpty }

  var wholeNumbers: ValueSet { ValueSet(numbers: numbers, decimals: NumberSet.none) }

  var complement: ValueSet {
    ValueSet(
      kinds: Kinds.all.subtracting(kinds), numbers: numbers.complement, decimals: decimals.complement,
      texts: texts.complement)
  }

  func intersection(_ other: ValueSet) -> ValueSet {
    ValueSet(
      kinds: kinds.intersection(other.kinds), numbers: numbers.intersection(other.numbers),
      decimals: decimals.intersection(other.decimals),
      texts: texts.isNone || other.texts.isNone ? .none : texts.intersection(other.texts))
  }

  func union(_ other: ValueSet) -> ValueSet {
    ValueSet(
      kinds: kinds.union(other.kinds), numbers: numbers.union(other.numbers),
      decimals: decimals.union(other.decimals), texts: texts.union(other.texts))
  }

  static func union(of sets: [ValueSet]) -> ValueSet { union(of: sets[...]) }

  private static func union(of sets: ArraySlice<ValueSet>) -> ValueSet {
    guard sets.count > 1 else { return sets.first ?? .none }
    let middle = sets.startIndex + sets.count / 2
    return union(of: sets[..<middle]).union(union(of: sets[middle...]))
  }

  /// Whether the sets are disjoint, as far as it is known without automata.
  func isDisjoint(with other: ValueSet) -> Bool {
    kinds.isDisjoint(with: other.kinds)
      && numbers.isDisjoint(with: other.numbers) && decimals.isDisjoint(with: other.decimals)
      && texts.isDisjoint(with: other.texts)
  }

  func isWrittenLike(_ other: ValueSet) -> Bool {
    kinds == other.kinds && numbers == other.numbers && decimals == other.decimals
      && texts.isWrittenLike(other.texts)
  }

  func contains(_ value: SampleValue) -> Bool {
    switch value {
    case .missing: kinds.contains(.missing)
    case .null: kinds.contains(.null)
    case .bool(let flag): kinds.contains(flag ? .yes : .no)
    case .number(.integer(let number)): numbers.contains(.integer(number))
    case .number(.decimal(let number)): decimals.contains(.decimal(number))
    case .text(let text): texts.contains(text)
    case .object: kinds.contains(.object)
    case .array: kinds.contains(.array)
    }
  }
}

/// An example, or a constant in a rule.
indirect enum SampleValue {
  case missing
  case null
  case bool(Bool)
  case number(Number)
  case text(String)
  case array([SampleValue])
  case object([(key: String, value: SampleValue)])

  /// A missing value is null.
  var json: String {
    switch self {
    case .missing, .null: "null"
    case .bool(let flag): flag ? "true" : "false"
    case .number(.integer(let value)): "\(value)"
    case .number(.decimal(let value)): "\(value)"
    case .text(let text): text.json
    case .array(let elements): "[\(elements.map { $0.json }.joined(separator: ", "))]"
    case .object(let members):
      "{\(members.map { "\($0.key.json): \($0.value.json)" }.joined(separator: ", "))}"
    }
  }

  var isMissing: Bool { if case .missing = self { true } else { false } }
  var isNumber: Bool { if case .number = self { true } else { false } }

  subscript(key: String) -> SampleValue {
    guard case .object(let members) = self else { return .missing }
    return members.first { $0.key.utf8.elementsEqual(key.utf8) }?.value ?? .missing
  }
}
