internal import RuleLanguage
internal import Records

extension ErrorForm.Filling {
  /// The texts around the template's only placeholder, and its field.
  private var around: (before: String, field: Field, after: String)? {
    var (before, after) = ("", "")
    var found: Field?
    for part in template?.parts ?? [] {
      switch part {
      case .text(let text): if found == nil { before += text } else { after += text }
      case .value(.field(let field), nil) where found == nil: found = field
      case .value: return nil
      }
    }
    return found.map { (before, $0, after) }
  }

  /// A superset: the fixed parts are known, in order.
  func texts(_ textPredicates: TextPredicates) -> TextSet {
    guard let template else { return .all }
    var glob = ""
    for part in template.parts {
      switch part {
      case .text(let text):
        // A star can't be escaped, and then matches anything.
        glob += text
      case .value: if !glob.hasSuffix("*") { glob += "*" }
      }
    }
    return TextSet(textPredicates.textPredicate(.glob(glob, questionMark: false)))
  }

  /// The condition in terms of the inserted field. Nil unless there is a single placeholder with a recorded or known
  /// text.
  func isIn(_ set: TextSet, _ translator: Translator) -> Formula? {
    guard let (before, field, after) = around, !before.isEmpty || !after.isEmpty else { return nil }
    switch form[field] {
    case .missing: return set.contains(before + after) ? .yes : .no
    case .constant(.text(let text)) where field.isText:
      return set.contains(before + text + after) ? .yes : .no
    case .recorded(let errorNode) where field.isText:
      // A missing value is an empty text.
      let isMissing: ValueSet.Kinds = set.contains(before + after) ? .missing : []
      let inner = set.inside(before: before, after: after, translator.textPredicates)
      return translator.is_(.member(errorNode: errorNode, field), ValueSet(kinds: isMissing, texts: inner))
    case .recorded, .constant, .filled, .either: return nil
    }
  }

  /// The field to set so that the template gives the wanted text. Nil if unknown.
  func source(of wanted: String) -> (errorNode: Int, field: Field, text: String)? {
    guard let (before, field, after) = around, case .recorded(let errorNode) = form[field] else { return nil }
    return wanted.inner(before: before, after: after).map { (errorNode, field, $0) }
  }
}

extension Field {
  /// A text, or inserted as the text it is known by.
  fileprivate var isText: Bool {
    switch self {
    case .origin, .type, .case, .domain, .message, .reason, .suggestion, .operation, .event, .id, .code: true
    case .category, .time, .platform, .severity, .status, .attempt, .retryAfter, .fatal, .cancelled, .problem,
      .attributes, .with, .is, .payload, .options, .answers, .performed, .underlying:
      false
    }
  }
}
