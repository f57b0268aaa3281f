enum CamelWords {
  /// `json`, `parse`, `error` for `JSONParseError`.
  static func of(_ name: Substring) -> [String] {
    var words: [String] = []
    var word: [Character] = []
    let characters = Array(name)
    for (index, character) in characters.enumerated() {
      let next = index + 1 < characters.count ? characters[index + 1] : nil
      let begins =
        character.isUppercase && (!(word.last?.isUppercase ?? true) || (next?.isLowercase ?? false))
      if begins || !character.isLetter, !word.isEmpty {
        words.append(String(word).lowercased())
        word = []
      }
      if character.isLetter { word.append(character) }
    }
    return word.isEmpty ? words : words + [String(word).lowercased()]
  }
}
