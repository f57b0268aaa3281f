internal import Records
internal import RuleLanguage

/// Necessary conditions that are cheap to compare: single names and numbers.
struct RequiredValues {
  private var names: [Subject: String] = [:]
  private var numbers: [Subject: [NumberRange]] = [:]
  private(set) var types: Set<String> = []

  init(_ condition: Condition) {
    for part in condition.conjuncts {
      guard case .compare(let subject, let comparison, _) = part else { continue }
      switch comparison {
      case .name(let name) where !name.contains("*"): names[subject] = name
      case .text(let test) where test.operator == .equals && !test.ignoresCase: names[subject] = test.operand
      case .typeName(let name, _) where subject == .field(.type): types.insert(name)
      case .number(let ranges), .code(let ranges): numbers[subject] = ranges
      default: continue
      }
    }
  }

  /// The key of a single required value, to rule out conditions with other values quickly.
  struct Key: Hashable {
    let subject: Subject
    let isNumber: Bool
  }

  var values: [Key: String] {
    var values: [Key: String] = [:]
    for (subject, name) in names {
      if case .field = subject { values[Key(subject: subject, isNumber: false)] = name }
    }
    for (subject, ranges) in numbers {
      guard case .field = subject, ranges.count == 1, case .integer(let lower)? = ranges[0].lower,
        case .integer(let upper)? = ranges[0].upper, lower == upper
      else { continue }
      values[Key(subject: subject, isNumber: true)] = "\(lower)"
    }
    return values
  }

  /// No error meets both conditions. False if unknown.
  func excludes(_ other: RequiredValues) -> Bool {
    // An attribute may be a list, of which one matching element is enough.
    let isOne = { (subject: Subject) in if case .field = subject { true } else { false } }
    return names.contains { subject, name in
      isOne(subject) && other.names[subject].map { $0 != name } ?? false
    }
      || numbers.contains { subject, ranges in
        guard isOne(subject), let others = other.numbers[subject] else { return false }
        return !ranges.contains { range in others.contains { range.meets($0) } }
      }
  }
}

extension NumberRange {
  fileprivate func meets(_ other: NumberRange) -> Bool {
    let isBelow = { (one: NumberRange, two: NumberRange) in
      guard let upper = one.upper, let lower = two.lower else { return false }
      return upper < lower || (upper == lower && (one.excludesUpper || two.excludesLower))
    }
    return !isBelow(self, other) && !isBelow(other, self)
  }
}
