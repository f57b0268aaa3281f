internal import RuleLanguage

/// Types and cases of errors that fail again on every try.
enum VainNames {
  static func name(in comparison: Comparison) -> String? {
    guard let name = comparison.typeName ?? comparison.name, !name.contains("*"),
      let last = name.split(separator: ".").last
    else { return nil }
    return CamelWords.of(last).contains { all.contains($0) } ? name : nil
  }

  private static let all: Set<String> = [
    "unauthorized", "unauthorised", "unauthenticated", "authorization", "authorisation", "authentication",
    "forbidden",
    "decoding", "encoding", "parse", "parsing", "parser", "malformed", "validation",
  ]
}
