internal import Bytes

/// The fix of a finding about a misspelt name.
package enum NameSuggestion {
  /// Nil unless the name is surely a typo: one or two letters, or case.
  package static func patch(of finding: Diagnostic) -> Patch? {
    guard let meant = Suggestion.certain(in: finding.message) else { return nil }
    let written = finding.range.text
    let quote = written.first.map { $0 == "\"" || $0 == "'" ? String($0) : "" } ?? ""
    let word = String(written.dropFirst(quote.count).dropLast(quote.count))
    guard finding.message.firstRange(of: "“\(word)”") != nil, isPlain(meant),
      Suggestion.isSlip(word, of: meant)
    else {
      return nil
    }
    return Patch(finding.range, quote + meant + quote)
  }

  private static func isPlain(_ name: String) -> Bool {
    guard let first = name.unicodeScalars.first, first.properties.isAlphabetic else { return false }
    return name.unicodeScalars.allSatisfy {
      $0.isASCII
        && ($0.properties.isAlphabetic || $0.properties.numericType != nil
          || "._-".unicodeScalars.contains($0))
    } && !name.hasSuffix(".")
  }
}
