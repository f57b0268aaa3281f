internal import RuleEngine

/// The patch of a finding that asks whether another name was meant.
enum MeantName {
  /// Puts the one name in place that the message asks for, where it is surely a slip: a letter or two, or capitals.
  static func patch(of finding: Diagnostic) -> Patch? {
    guard let meant = Suggestion.certain(in: finding.message) else { return nil }
    let written = finding.range.text
    let quote = written.first.map { $0 == "\"" || $0 == "'" ? String($0) : "" } ?? ""
    let word = String(written.dropFirst(quote.count).dropLast(quote.count))
    guard finding.message.contains("“\(word)”"), isPlain(meant), Suggestion.isSlip(word, of: meant) else {
      return nil
    }
    return Patch(finding.range, quote + meant + quote)
  }

  /// Whether a name is written the same way everywhere, in quotes or not.
  private static func isPlain(_ name: String) -> Bool {
    guard let first = name.unicodeScalars.first, first.properties.isAlphabetic else { return false }
    return name.unicodeScalars.allSatisfy {
      $0.isASCII
        && ($0.properties.isAlphabetic || $0.properties.numericType != nil
          || "._-".unicodeScalars.contains($0))
    } && !name.hasSuffix(".")
  }
}
