package import RuleEngine

/// The errors that two rule sets are compared on: those that the first one's record filter lets pass, and that name no category
/// themselves.
package struct ComparisonScope {
  /// Attributes whose value is a text, and no list.
  let texts: [Subject]

  package init(texts: [Subject] = []) {
    self.texts = texts
  }

  func formula(_ translator: Translator, _ program: RuleProgram) -> Formula {
    let form = translator.forms.recorded
    let areTexts = texts.map { translator.access($0, form, .whole, ValueSet(texts: .all)) }
    let hasNone = translator.member(.category, form, .missing)
    return .conjunction(
      areTexts + [hasNone, program.recordFilter.map { translator.formula($0, of: form) } ?? .yes]
    )
  }
}
