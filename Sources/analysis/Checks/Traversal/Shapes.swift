enum Shapes {
  /// Only letters and digits, the first in lower case, as cases of Swift enums.
  static func isCaseName(_ word: some StringProtocol) -> Bool {
    guard let first = word.unicodeScalars.first, first.properties.isLowercase else { return false }
    return word.unicodeScalars.allSatisfy { $0.properties.isAlphabetic || $0.properties.numericType != nil }
  }

  static func isTypeName(_ word: some StringProtocol) -> Bool {
    word.unicodeScalars.first?.properties.isUppercase ?? false
  }

  /// Two or more components that all begin with a capital.
  static func isSwiftType(_ domain: String) -> Bool {
    let components = domain.split(separator: ".", omittingEmptySubsequences: false)
    return components.count >= 2 && components.allSatisfy { isTypeName($0) } && !domain.contains("*")
      && !domain.hasSuffix("Domain")
  }

  /// A domain of NSError, as Apple names them: `CKErrorDomain`, `kCFErrorDomainCFNetwork`, `com.apple.LocalAuthentication`.
  static func isNSErrorDomain(_ domain: String) -> Bool {
    domain.contains("ErrorDomain") && !domain.contains("*") || domain.hasPrefix("com.apple.")
  }

  /// Such as 4 for 404, for whole numbers from 100 to 999.
  static func statusClass(_ number: Int64) -> Int64? {
    (100...999).contains(number) ? number / 100 : nil
  }
}
