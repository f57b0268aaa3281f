internal import RuleEngine

/// Names of types and cases that say of an error that another try comes to the same.
enum VainNames {
  /// The name a comparison asks for, where it is such a one.
  static func name(in comparison: Comparison) -> String? {
    let name: String
    switch comparison {
    case .typeName(let asked, _), .name(let asked): name = asked
    case .text(let test) where test.operator == .equals: name = test.operand
    case .text, .exists, .equal, .matches, .typeGlob, .qualifiedCaseGlob, .number, .code, .duration,
      .severity,
      .strictProblem:
      return nil
    }
    guard !name.contains("*"), let last = name.split(separator: ".").last else { return nil }
    return words(of: last).contains { all.contains($0) } ? name : nil
  }

  /// Of authorisation, of parsing, of validation.
  private static let all: Set<String> = [
    "unauthorized", "unauthorised", "unauthenticated", "authorization", "authorisation", "authentication",
    "forbidden",
    "decoding", "encoding", "parse", "parsing", "parser", "malformed", "validation",
  ]

  /// The words of a name as Swift has them: `json`, `parse`, `error` of `JSONParseError`.
  private static func words(of name: Substring) -> [String] {
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
