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

  /// What the text is one of: what stands around the first and the last place is known.
  func texts(_ atoms: TextAtoms) -> TextSet {
    var texts = TextSet.all
    if case .text(let start)? = template?.parts.first, !start.isEmpty {
      texts = texts.intersection(TextSet(atoms.atom(.prefix(start))))
    }
    if case .text(let end)? = template?.parts.last, !end.isEmpty {
      texts = texts.intersection(TextSet(atoms.atom(.suffix(end))))
    }
    return texts
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
