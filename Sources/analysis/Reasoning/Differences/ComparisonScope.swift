package import Records
package import RuleLanguage

/// The errors that two rule sets are compared on. None of them names its category itself.
package struct ComparisonScope {
  /// Holds for them, by their recorded values.
  let errors: Condition
  /// Attributes whose value is a text, and no list.
  let texts: [Subject]

  package init(_ errors: Condition, texts: [Subject] = []) {
    self.errors = errors
    self.texts = texts
  }

  func formula(_ translator: Translator) -> Formula {
    let form = translator.forms.recorded
    let areTexts = texts.map { translator.access($0, form, .whole, ValueSet(texts: .all)) }
    let hasNoCategory = translator.member(.category, form, .missing)
    return .conjunction(areTexts + [hasNoCategory, translator.formula(errors, of: form)])
  }
}
