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

  /// What there would be of a text in the only place of the template; nil where there are more places.
  func text(around inner: String) -> String? { around.map { $0.before + inner + $0.after } }

  /// The field of a frame that the only place of the template inserts, where it is a text and stands in a text; else nil.
  var place: (frame: Int, field: Field)? {
    guard let (before, field, after) = around, !before.isEmpty || !after.isEmpty,
      case .recorded(let frame) = form[field]
    else { return nil }
    switch field {
    case .origin, .type, .case, .domain, .message, .reason, .suggestion, .operation, .event, .id, .code:
      return (frame, field)
    case .category, .time, .platform, .severity, .status, .attempt, .retryAfter, .fatal, .cancelled, .problem,
      .attributes, .with, .is, .payload, .options, .answers, .underlying:
      return nil
    }
  }

  /// Of a text that is wanted: the field of a frame that has to be filled in, and with what. Nil where that is not known.
  func source(of wanted: String) -> (frame: Int, field: Field, text: String)? {
    guard let (before, field, after) = around, case .recorded(let frame) = form[field] else { return nil }
    let bytes = Array(wanted.utf8)
    guard bytes.count >= before.utf8.count + after.utf8.count, bytes.starts(with: before.utf8),
      bytes.reversed().starts(with: after.utf8.reversed())
    else { return nil }
    let inner = bytes.dropFirst(before.utf8.count).dropLast(after.utf8.count)
    return (frame, field, String(decoding: inner, as: UTF8.self))
  }
}
