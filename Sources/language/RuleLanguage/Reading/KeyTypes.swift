internal import Source

/// Types of keys that several readers share.
extension KeyType {
  static let fields = KeyType.defined("fields", "field or path, or a list of them")
  static let verdict = KeyType.defined("verdict", "verdict")
  static let actions = KeyType.defined("ruleActions", "list of actions")
  static let matcher = KeyType.other("matcher")

  /// Verdicts that are words.
  static func verdicts(_ words: [String]) -> KeyType {
    let known = VerdictReader.wordKeys
    return .words(words, meanings: words.compactMap { word in known.first { $0.name == word }?.meaning })
  }
}
