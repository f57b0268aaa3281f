internal import RuleEngine

/// Naming conventions of Swift.
enum Shapes {
  /// Whether a word has only letters and digits and begins with a lower-case letter, as cases of Swift enums
  /// do.
  static func isCaseName(_ word: some StringProtocol) -> Bool {
    guard let first = word.unicodeScalars.first, first.properties.isLowercase else { return false }
    return word.unicodeScalars.allSatisfy { $0.properties.isAlphabetic || $0.properties.numericType != nil }
  }

  /// Whether a word begins with a capital, as Swift types do.
  static func isTypeName(_ word: some StringProtocol) -> Bool {
    word.unicodeScalars.first?.properties.isUppercase ?? false
  }

  /// Whether a domain is the name of a Swift type: two or more components that all begin with a capital.
  static func isSwiftType(_ domain: String) -> Bool {
    let components = domain.split(separator: ".", omittingEmptySubsequences: false)
    return components.count >= 2 && components.allSatisfy { isTypeName($0) } && !domain.contains("*")
      && !domain.hasSuffix("Domain")
  }

  /// The class of a status, such as 4 for 404, for whole numbers from 100 to 999.
  static func statusClass(_ number: Int64) -> Int64? {
    (100...999).contains(number) ? number / 100 : nil
  }
}
