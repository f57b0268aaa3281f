import RuleEngine

extension ErrorForm.Filling {
  /// Where the template is a text around one place: that text, and the field.
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

  /// What the text is one of: what stands around the places, in order, is known.
  func texts(_ atoms: TextAtoms) -> TextSet {
    guard let template else { return .all }
    var glob = ""
    for part in template.parts {
      switch part {
      case .text(let text):
        // There is no escape for a star, which then stands for anything.
        glob += text
      case .value: if !glob.hasSuffix("*") { glob += "*" }
      }
    }
    return TextSet(atoms.atom(.glob(glob, questionMark: false)))
  }

  /// That the text is in a set, said of what the template inserts: of its only place, where that is a text as recorded, or
  /// is known, and stands in a text. Nil where it is not so.
  func isIn(_ set: TextSet, _ translator: Translator) -> Formula? {
    guard let (before, field, after) = around, !before.isEmpty || !after.isEmpty else { return nil }
    switch form[field] {
    case .missing: return set.contains(before + after) ? .yes : .no
    case .constant(.text(let text)) where field.isText:
      return set.contains(before + text + after) ? .yes : .no
    case .recorded(let frame) where field.isText:
      // A missing value is an empty text.
      let isMissing: ValueSet.Kinds = set.contains(before + after) ? .missing : []
      let inner = set.inside(before: before, after: after, translator.atoms)
      return translator.is_(.member(frame: frame, field), ValueSet(kinds: isMissing, texts: inner))
    case .recorded, .constant, .filled, .either: return nil
    }
  }

  /// Of a text that is wanted: the field of a frame that has to be filled in, and with what. Nil where that is not known.
  func source(of wanted: String) -> (frame: Int, field: Field, text: String)? {
    guard let (before, field, after) = around, case .recorded(let frame) = form[field] else { return nil }
    return wanted.inner(before: before, after: after).map { (frame, field, $0) }
  }
}

extension Field {
  /// Whether its value is a text, or is inserted as the text it is known by.
  fileprivate var isText: Bool {
    switch self {
    case .origin, .type, .case, .domain, .message, .reason, .suggestion, .operation, .event, .id, .code: true
    case .category, .time, .platform, .severity, .status, .attempt, .retryAfter, .fatal, .cancelled, .problem,
      .attributes, .with, .is, .payload, .options, .answers, .underlying:
      false
    }
  }
}
