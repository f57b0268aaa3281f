internal import Source
internal import Engine
internal import Records
import Patterns

// Conditions on types, cases and categories.
extension Translator {
  func ancestor(_ form: ErrorForm, _ texts: ValueSet) -> Formula {
    switch form[.is] {
    case .recorded(let errorNode): return is_(.ancestors(errorNode: errorNode), texts, .some)
    case .constant(let value): return value.elements.contains { texts.contains($0) } ? .yes : .no
    case .missing, .filled, .either: return .no
    }
  }

  func ancestors(_ form: ErrorForm, _ set: ValueSet) -> Formula {
    switch form[.is] {
    case .recorded(let errorNode):
      var whole = set
      if set.kinds.contains(.object) { whole.kinds.insert(.array) }
      return is_(.ancestors(errorNode: errorNode), whole)
    case .constant, .filled, .either: return set.kinds.contains(.object) ? .yes : .no
    case .missing: return set.kinds.contains(.missing) ? .yes : .no
    }
  }

  /// Type, dot and case together match the glob, for every position of the dot.
  func qualifiedCase(_ glob: String, _ form: ErrorForm) -> Formula {
    let scalars = Array(glob.unicodeScalars)
    func part(_ range: Range<Int>) -> TextSet {
      var text = String.UnicodeScalarView()
      text.append(contentsOf: scalars[range])
      return self.glob(String(text))
    }
    var paths: [Formula] = []
    for (index, scalar) in scalars.enumerated() where scalar == "." || scalar == "*" {
      let isStar = scalar == "*"
      let type = part(0..<(isStar ? index + 1 : index))
      let own = part((isStar ? index : index + 1)..<scalars.count)
      paths.append(
        .conjunction([
          member(.type, form, ValueSet(texts: type)), member(.case, form, ValueSet(texts: own)),
        ])
      )
    }
    return .disjunction(paths)
  }

  // Category

  /// The set may include a missing category.
  func isCategory(_ form: ErrorForm, _ set: ValueSet) -> Formula {
    guard form.hasCategory else { return member(.category, form, set) }
    return is_(
      .category(form: errorSpace.category(of: form, side: side)),
      ValueSet(kinds: set.kinds.intersection(.missing), texts: set.texts))
  }

  /// Nil stands for no category. With `isAlone` whatever earlier categories match.
  func definition(_ category: String?, of form: ErrorForm, isAlone: Bool, _ condition: (Int) -> Formula?)
    -> Formula
  {
    let isUnlisted = isUnlisted(form)
    let isDefault = program.defaultCategory.map { program.categories[$0].name.text } == category
    var paths: [Formula] = []
    if let index = categoryIndex(category), let formula = condition(index) {
      let before =
        isAlone || faults.contains(.categoryOrder)
        ? [] : (0..<index).compactMap { condition($0)?.negation }
      paths.append(.conjunction([isUnlisted, formula] + before))
    }
    if isDefault {
      let others = isAlone ? [] : program.categories.indices.compactMap { condition($0)?.negation }
      paths.insert(.conjunction([isUnlisted] + others), at: 0)
    }
    if let category { paths.append(member(.category, form, ValueSet(texts: TextSet([category])))) }
    return .disjunction(paths)
  }

  private func categoryIndex(_ category: String?) -> Int? {
    category.flatMap { categoryIndices[ExactText($0)] }
  }

  /// No category is named by the error itself.
  private func isUnlisted(_ form: ErrorForm) -> Formula {
    if let known = unlisted[form.number] { return known }
    let listed = ValueSet(texts: TextSet(program.categories.map { $0.name.text }))
    let formula = member(.category, form, listed).negation
    unlisted[form.number] = formula
    return formula
  }
}
