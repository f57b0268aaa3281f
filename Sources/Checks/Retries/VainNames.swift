internal import RuleEngine

/// Names of types and cases that say of an error that another try comes to the same.
enum VainNames {
  /// The name a comparison asks for, where it is such a one.
  static func name(in comparison: Comparison) -> String? {
    guard let name = comparison.typeName ?? comparison.name, !name.contains("*"),
      let last = name.split(separator: ".").last
    else { return nil }
    return CamelWords.of(last).contains { all.contains($0) } ? name : nil
  }

  /// Of authorisation, of parsing, of validation.
  private static let all: Set<String> = [
    "unauthorized", "unauthorised", "unauthenticated", "authorization", "authorisation", "authentication",
    "forbidden",
    "decoding", "encoding", "parse", "parsing", "parser", "malformed", "validation",
  ]
}
