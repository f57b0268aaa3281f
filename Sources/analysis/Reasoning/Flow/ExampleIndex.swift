internal import Records

/// Finds the few formulas that an example error may break among thousands, by the names that it has.
struct ExampleIndex {
  /// Broken only by errors with one of these texts. By dimension.
  private var byText: [Int: [ExactText: [Int]]] = [:]
  /// Broken only by errors with a type name that ends with these components. By dimension.
  private var byTypeName: [Int: [ExactText: [Int]]] = [:]
  /// Broken only by errors for which one of these dimensions is true.
  private var byTruth: [Int: [Int]] = [:]
  private var others: [Int] = []

  private struct Name {
    enum Value {
      case text(ExactText)
      case typeName(ExactText)
      case yes
    }

    let dimension: Int
    let value: Value
  }

  private static let mostNames = 64

  /// - Parameter avoiding: dimensions whose values are decided late, so that others are looked up first.
  mutating func add(_ formula: Formula, at place: Int, avoiding categories: DimensionMask) {
    guard let names = Self.names(breaking: formula, categories) else {
      others.append(place)
      return
    }
    for name in names {
      switch name.value {
      case .text(let text): byText[name.dimension, default: [:]][text, default: []].append(place)
      case .typeName(let text): byTypeName[name.dimension, default: [:]][text, default: []].append(place)
      case .yes: byTruth[name.dimension, default: []].append(place)
      }
    }
  }

  /// The places in a range, in order. `value` is that of the example in a dimension; nil if it has no value there.
  /// `isTrue` has all dimensions that are true.
  func places(in range: Range<Int>, brokenBy value: (Int) -> SampleValue?, isTrue: [Int]) -> [Int] {
    var places = Array(others.ascending(in: range))
    func add(_ found: [Int]?) {
      if let found { places += found.ascending(in: range) }
    }
    for dimension in isTrue { add(byTruth[dimension]) }
    for (dimension, byText) in byText {
      guard let value = value(dimension) else {
        for found in byText.values { add(found) }
        continue
      }
      for text in value.texts { add(byText[ExactText(text)]) }
    }
    for (dimension, byName) in byTypeName {
      guard let value = value(dimension) else {
        for found in byName.values { add(found) }
        continue
      }
      for text in value.texts {
        add(byName[ExactText(text)])
        for dot in text.utf8.indices where text.utf8[dot] == UInt8(ascii: ".") {
          add(byName[ExactText(String(text[text.utf8.index(after: dot)...]))])
        }
      }
    }
    // A formula with several names may be found more than once.
    return places.sortedOnce
  }

  /// An error without any of them satisfies the formula. Nil if they are not evident.
  private static func names(breaking formula: Formula, _ avoided: DimensionMask) -> [Name]? {
    switch formula {
    case .yes: return []
    case .no: return nil
    case .literal(let literal):
      switch literal.mode {
      case .whole:
        if literal.complement.isTrue { return [Name(dimension: literal.dimension, value: .yes)] }
        return names(of: literal.complement, literal.dimension)
      case .none: return names(of: literal.set, literal.dimension)
      case .some: return nil
      }
    case .all(let parts):
      var all: [Name] = []
      for part in parts.list {
        guard let names = names(breaking: part, avoided), all.count + names.count <= mostNames else {
          return nil
        }
        all += names
      }
      return all
    case .any(let parts):
      func isAvoided(_ names: [Name]) -> Bool {
        names.contains { !DimensionMask($0.dimension).isDisjoint(with: avoided) }
      }
      return parts.list.compactMap { names(breaking: $0, avoided) }.min { one, other in
        one.count == other.count ? !isAvoided(one) && isAvoided(other) : one.count < other.count
      }
    }
  }

  private static func names(of set: ValueSet, _ dimension: Int) -> [Name]? {
    guard set.kinds.isEmpty, set.hasNoNumber, !set.texts.isWidened else { return nil }
    var names: [Name] = []
    for part in set.texts.parts {
      if part.isFinite {
        names += part.texts.map { Name(dimension: dimension, value: .text($0)) }
        continue
      }
      let typeName = part.wanted.lazy.compactMap { predicate -> String? in
        if case .typeName(let name) = predicate.question { name } else { nil }
      }.first
      guard let typeName else { return nil }
      names.append(Name(dimension: dimension, value: .typeName(ExactText(typeName))))
    }
    return names.count <= mostNames ? names : nil
  }
}

extension ValueSet {
  fileprivate var isTrue: Bool { kinds == .yes && hasNoNumber && texts.isNone }
}

extension SampleValue {
  /// The texts of the value itself, or of the elements of a list.
  fileprivate var texts: [String] {
    switch self {
    case .text(let text): [text]
    case .array(let elements):
      elements.compactMap { if case .text(let text) = $0 { text } else { nil } }
    case .missing, .null, .bool, .number, .object: []
    }
  }
}
