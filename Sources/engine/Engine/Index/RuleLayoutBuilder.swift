internal import Bytes

/// Converts conditions to disjunctive normal form: terms of literals.
struct RuleLayoutBuilder {
  struct ConditionLiteral {
    let part: Index<ConditionInstruction>
    let isNegated: Bool
    /// The subject, none for the category; nil if the part uses several features or one without classes.
    let feature: SubjectIndex?

    var subject: SubjectIndex { feature ?? SubjectIndex.nowhere }
  }

  struct Term {
    let item: Int32
    let literals: [ConditionLiteral]
    let isExact: Bool
  }

  private(set) var terms: [Term] = []
  private let reference: TablesReference
  private var tables: ChainTables { @inline(__always) unsafeAddress { reference.address } }
  private var rowStart = 0

  /// Beyond this many terms, a condition is one literal that is always evaluated in full.
  private static let termLimit = 16
  /// The number of most used features of a row that determine the order of its terms.
  private static let sortedFeatures = 4

  init(_ reference: TablesReference) {
    self.reference = reference
  }

  /// Adds the terms of a condition to the row; none if it is disabled.
  mutating func add(_ item: Int32, _ condition: Index<ConditionInstruction>) {
    guard !condition.isNone else { return }
    let end = tables.conditions.instructions[condition].end
    // An assumed result must be noted in the outcome, so such a condition is always evaluated.
    let isAssumed = (condition..<end).contains { tables.conditions.instructions[$0].operation == .assumed }
    for literals in isAssumed ? [[opaque(condition, false)]] : terms(of: condition, isNegated: false) {
      let known = literals.filter { $0.feature != nil }
      terms.append(Term(item: item, literals: known, isExact: known.count == literals.count))
    }
  }

  mutating func endRow(isReversed: Bool) -> RuleLayout.Row {
    if terms.count - rowStart > 64 { sortRow() }
    defer { rowStart = terms.count }
    return RuleLayout.Row(first: Int32(rowStart), end: Int32(terms.count), isReversed: isReversed)
  }

  private func terms(of index: Index<ConditionInstruction>, isNegated: Bool) -> [[ConditionLiteral]] {
    let step = tables.conditions.instructions[index]
    switch step.operation {
    case .always:
      return isNegated ? [] : [[]]
    case .not:
      return terms(of: index + 1, isNegated: !isNegated)
    case .all, .any:
      if let feature = onlyFeature(of: index) {
        return [[ConditionLiteral(part: index, isNegated: isNegated, feature: feature)]]
      }
      let areAlternatives = (step.operation == .any) != isNegated
      var terms: [[ConditionLiteral]] = areAlternatives ? [] : [[]]
      var part = index + 1
      while part < step.end {
        let next = self.terms(of: part, isNegated: isNegated)
        if areAlternatives {
          terms += next
          guard terms.count <= Self.termLimit else { return [[opaque(index, isNegated)]] }
        } else {
          let fits = terms.count * next.count <= Self.termLimit
          let factors = fits ? next : [[opaque(part, isNegated)]]
          terms = terms.flatMap { term in factors.map { term + $0 } }
        }
        part = tables.conditions.instructions[part].end
      }
      return terms
    default:
      return [[ConditionLiteral(part: index, isNegated: isNegated, feature: feature(of: step))]]
    }
  }

  private func opaque(_ part: Index<ConditionInstruction>, _ isNegated: Bool) -> ConditionLiteral {
    ConditionLiteral(part: part, isNegated: isNegated, feature: nil)
  }

  /// The feature of an instruction, if value classes or the category decide it.
  private func feature(of step: ConditionInstruction) -> SubjectIndex? {
    if step.operation == .category { return SubjectIndex.nowhere }
    return step.fieldPredicate.isNone ? nil : step.subject
  }

  /// The feature of everything below a connective, if there is only one.
  private func onlyFeature(of index: Index<ConditionInstruction>) -> SubjectIndex? {
    var only: SubjectIndex?
    for place in index + 1..<max(index + 1, tables.conditions.instructions[index].end) {
      let step = tables.conditions.instructions[place]
      if step.operation == .any || step.operation == .all || step.operation == .not { continue }
      guard let feature = feature(of: step), only == nil || only == feature else { return nil }
      only = feature
    }
    return only
  }

  private mutating func sortRow() {
    var counts: [SubjectIndex: Int] = [:]
    for term in terms[rowStart...] {
      for literal in term.literals { counts[literal.subject, default: 0] += 1 }
    }
    let features = counts.keys.sorted { (counts[$0] ?? 0, $1) > (counts[$1] ?? 0, $0) }.prefix(
      Self.sortedFeatures)
    let keyed = terms[rowStart...].map { term in
      var key = SIMD4<Int32>(repeating: -1)
      for literal in term.literals {
        guard let place = features.firstIndex(of: literal.subject), key[place] < 0 else { continue }
        key[place] = tables.conditions.instructions[literal.part].fieldPredicate.raw
      }
      return (key: key, term: term)
    }
    let sorted = keyed.sorted { left, right in
      for place in 0..<Self.sortedFeatures where left.key[place] != right.key[place] {
        return left.key[place] < right.key[place]
      }
      return left.term.item < right.term.item
    }
    terms.replaceSubrange(rowStart..., with: sorted.map { $0.term })
  }
}
