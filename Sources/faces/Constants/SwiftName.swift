internal import Bytes

/// Conversion of names of a rule file to Swift identifiers.
enum SwiftName {
  /// `logInAgain` for `log-in-again`, `comShopCheckout` for `com.shop.checkout`. A leading digit, or a member
  /// that every enumeration has, gets an underscore. Nil for a name without a letter or digit.
  static func lowerCamel(_ name: String) -> String? {
    let words = words(of: name)
    guard let first = words.first else { return nil }
    let identifier = ([lowered(first)] + words.dropFirst().map { capitalized($0) }).joined()
    return identifier.first?.isNumber == true || members.contains(identifier) ? "_\(identifier)" : identifier
  }

  static func upperCamel(_ name: String) -> String? {
    let words = words(of: name)
    guard !words.isEmpty else { return nil }
    let identifier = words.map { capitalized($0) }.joined()
    return identifier.first.map { $0.isNumber ? "_\(identifier)" : identifier }
  }

  /// The identifier in a declaration, with backticks if it is a keyword.
  static func declared(_ identifier: String) -> String {
    reserved.contains(identifier) ? "`\(identifier)`" : identifier
  }

  /// The words of a name without invisible characters.
  private static func words(of name: String) -> [Substring] {
    var seen = String.UnicodeScalarView()
    seen.append(contentsOf: name.unicodeScalars.filter { EscapedText.isSafe($0) })
    return String(seen).split { !$0.isLetter && !$0.isNumber }
  }

  private static func capitalized(_ word: Substring) -> String {
    word.prefix(1).uppercased() + word.dropFirst()
  }

  /// `url` for `URL`, `urlSession` for `URLSession`, `again` for `Again`.
  private static func lowered(_ word: Substring) -> String {
    let capitals = word.prefix { $0.isUppercase }
    guard !capitals.isEmpty else { return String(word) }
    let count = capitals.count == word.count || capitals.count == 1 ? capitals.count : capitals.count - 1
    return word.prefix(count).lowercased() + word.dropFirst(count)
  }

  /// Members that an enumeration of texts already has.
  private static let members: Set = ["allCases", "hash", "hashValue", "rawValue"]

  /// Keywords that need backticks as the name of a case (The Swift Programming Language, Lexical Structure).
  private static let reserved: Set = [
    "associatedtype", "class", "deinit", "enum", "extension", "fileprivate", "func", "import", "init",
    "inout", "internal",
    "let", "operator", "precedencegroup", "private", "protocol", "public", "rethrows", "static", "struct",
    "subscript", "typealias", "var", "break", "case", "catch", "continue", "default", "defer", "do", "else",
    "fallthrough",
    "for", "guard", "if", "in", "repeat", "return", "switch", "throw", "throws", "try", "where", "while",
    "as", "false",
    "is", "nil", "self", "super", "true", "Any", "Self", "Type",
  ]
}
