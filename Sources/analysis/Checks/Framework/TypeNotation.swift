/// Names of types as a program's code has them, with words and signs around them.
enum TypeNotation {
  private static let words: Set<Substring> = [
    "is", "as", "as?", "as!", "any", "some", "let", "catch", "case", "new",
  ]

  /// The types of `is APIError`, `as? APIError`, `any Error`, `APIError?`, `A | B`, `(A, B)` or `A.class`; nil for a plain name.
  static func types(meantBy text: String) -> [String]? {
    guard !text.isEmpty, !text.contains("*"), !text.contains("<"), !text.contains("\\") else { return nil }
    let isGroup = text.hasPrefix("(") && text.hasSuffix(")")
    let inner = isGroup ? text.dropFirst().dropLast() : text[...]
    let parts = inner.split { "|,".contains($0) }.map { plain($0) }
    guard !parts.isEmpty, !parts.contains(nil) else { return nil }
    let names = parts.compactMap { $0 }
    return names == [text] ? nil : names
  }

  /// Nil for what is not a name of a type.
  private static func plain(_ text: Substring) -> String? {
    var parts = text.split(separator: " ")
    while parts.count > 1, let first = parts.first, words.contains(first) { parts.removeFirst() }
    guard parts.count == 1, var name = parts.first else { return nil }
    if name.hasSuffix("?") || name.hasSuffix("!") { name = name.dropLast() }
    if name.hasSuffix(".class") { name = name.dropLast(6) }
    guard let first = name.first, first.isLetter || first == "_",
      name.allSatisfy({ $0.isLetter || $0.isNumber || "._$:".contains($0) })
    else { return nil }
    return String(name)
  }
}
