extension Node {
  package var oneLine: String {
    if isTranslated { return flow }
    let text = range.text
    // Most values are on one line; only bytes that may begin a line break outside ASCII need a closer look.
    if text.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0xC2 && $0 != 0xE2 }) {
      return text.utf8.first == 0x20 ? String(text.drop { $0 == " " }) : text
    }
    return text.split(whereSeparator: { $0.isNewline }).map { line in
      String(line.drop(while: { $0 == " " || $0 == "\t" }))
    }.joined(separator: " ")
  }

  /// The text as it would be written on one line.
  private var flow: String {
    switch content {
    case .sequence(let elements): "[ \(elements.map { $0.flow }.joined(separator: ", ")) ]"
    case .mapping(let members): "{ \(members.map { "\($0.key): \($0.value.flow)" }.joined(separator: ", ")) }"
    case .null, .bool, .integer, .decimal, .string: text
    }
  }
}
