internal import Bytes

extension RuleIndex {
  /// Adds the mask of a class: its feature's default mask, with the bits that the class's predicates may decide.
  @inline(never)
  mutating func addMask(
    of number: Index<RuleLayout.Feature>, _ valueClass: Int32, _ reference: TablesReference
  ) -> ClassMasks.Mask {
    let base = defaultMask(of: number, reference)
    let feature = layout.features[number]
    masks.begin(from: base)
    for word in 0..<Int(classes.subjects[Int(feature.subject)].words) {
      var predicates = classes.predicates(word, of: valueClass)
      while predicates != 0 {
        let predicate = word * 64 + predicates.trailingZeroBitCount
        predicates &= predicates - 1
        for place in layout.requirements(decidedBy: predicate, of: feature) {
          let first = layout.requirement(place)
          masks.set(layout.requirements[first].bit, isOpen(first, of: feature, valueClass, reference))
        }
      }
    }
    defer { noteAddition() }
    return masks.end(ofClass: valueClass, from: base)
  }

  private mutating func defaultMask(of number: Index<RuleLayout.Feature>, _ reference: TablesReference)
    -> ClassMasks.Mask
  {
    let known = masks.find(defaultOf: number)
    guard known == ClassMasks.none else { return known }
    let feature = layout.features[number]
    masks.begin()
    for place in feature.requirements where !holds(place, ValueClasses.unclassified, reference) {
      masks.set(layout.requirements[place].bit, false)
    }
    return masks.end(defaultOf: number)
  }

  /// Whether all requirements of a bit hold, of which this is the first one.
  private func isOpen(
    _ first: Index<RuleLayout.Requirement>, of feature: RuleLayout.Feature, _ valueClass: Int32,
    _ reference: TablesReference
  ) -> Bool {
    let bit = layout.requirements[first].bit
    var place = first
    while place < feature.requirements.endIndex, layout.requirements[place].bit == bit {
      guard holds(place, valueClass, reference) else { return false }
      place += 1
    }
    return true
  }

  private func holds(
    _ place: Index<RuleLayout.Requirement>, _ valueClass: Int32, _ reference: TablesReference
  ) -> Bool {
    let requirement = layout.requirements[place]
    return holds(requirement.part, valueClass, reference) != requirement.isNegated
  }

  /// Whether a part that uses one subject matches the values of a class; no predicate holds for an unclassified one.
  private func holds(_ part: Index<ConditionInstruction>, _ valueClass: Int32, _ reference: TablesReference)
    -> Bool
  {
    let step = reference.tables.conditions.instructions[part]
    switch step.operation {
    case .all, .any:
      let isAny = step.operation == .any
      var next = part + 1
      while next < step.end {
        if holds(next, valueClass, reference) == isAny { return isAny }
        next = reference.tables.conditions.instructions[next].end
      }
      return !isAny
    case .not:
      return !holds(part + 1, valueClass, reference)
    default:
      return valueClass >= 0 && classes.holds(step.fieldPredicate, of: valueClass)
    }
  }
}
