internal import RuleEngine

/// What a condition surely asks for, of what is cheap to compare: single names and numbers that stand in it plainly.
struct Needs {
  private var names: [Subject: String] = [:]
  private var numbers: [Subject: [NumberRange]] = [:]
  /// The types it asks for by name: an error may be of several.
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

  /// What single value it asks of a field, by which others that ask for another one are left out at once.
  struct Key: Hashable {
    let subject: Subject
    let isNumber: Bool
  }

  /// The single names and numbers it asks for.
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

  /// Whether no error satisfies both: certain where it is true.
  func excludes(_ other: Needs) -> Bool {
    // An attribute may be a list, of which one element is enough.
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
  /// Whether a number may lie in both.
  fileprivate func meets(_ other: NumberRange) -> Bool {
    let isBelow = { (one: NumberRange, two: NumberRange) in
      guard let upper = one.upper, let lower = two.lower else { return false }
      return upper < lower || (upper == lower && (one.excludesUpper || two.excludesLower))
    }
    return !isBelow(self, other) && !isBelow(other, self)
  }
}
