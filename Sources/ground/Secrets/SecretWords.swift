/// Recognizes names of secrets: `userPassword`, `X-Api-Key`, `auth_token`.
///
/// A name is split into words at case changes, digits and punctuation. It is secret if it contains the words
/// of a secret in a row, so `token_type` is one and `broken` is not. A plural counts as its singular.
package struct SecretWords: Sendable {
  private var phrases: Set<[String]> = []
  private var longest = 1

  /// The names that every recorder hides.
  package static let standard = SecretWords([
    "password", "passwd", "pwd", "passphrase", "passcode", "token", "authtoken", "accesstoken",
    "refreshtoken",
    "jwt", "bearer", "authorization", "cookie", "secret", "clientsecret", "api_key", "apikey", "access_key",
    "accesskey", "private_key", "privatekey", "secret_key", "session", "sessionid", "credential",
    "card_number",
    "cardnumber", "cvc", "cvv",
  ])

  package init(_ names: [String]) {
    insert(names)
  }

  package mutating func insert(_ names: [String]) {
    for name in names {
      let words = Self.words(of: name)
      guard !words.isEmpty else { continue }
      phrases.insert(words)
      longest = max(longest, words.count)
    }
  }

  package func match(_ name: String) -> Bool {
    let words = Self.words(of: name)
    for start in words.indices {
      for end in start..<min(start + longest, words.count) where phrases.contains(Array(words[start...end])) {
        return true
      }
    }
    return false
  }

  private static func words(of name: String) -> [String] {
    var words: [String] = []
    var word: [Character] = []
    func singular(_ word: [Character]) -> String {
      let text = String(word).lowercased()
      return text.count > 3 && text.hasSuffix("s") && !text.hasSuffix("ss") ? String(text.dropLast()) : text
    }
    for character in name.prefix(256) {
      guard character.isLetter else {
        if !word.isEmpty { words.append(singular(word)) }
        word = []
        continue
      }
      if let last = word.last, character.isUppercase != last.isUppercase {
        if character.isUppercase {
          words.append(singular(word))
          word = []
        } else if word.count > 1 {
          // The end of an acronym: `APIKey` is `API` and `Key`.
          words.append(singular(Array(word.dropLast())))
          word = [last]
        }
      }
      word.append(character)
    }
    if !word.isEmpty { words.append(singular(word)) }
    return words
  }
}
