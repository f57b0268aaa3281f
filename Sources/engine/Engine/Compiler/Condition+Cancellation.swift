internal import Records
internal import RuleLanguage
internal import Source

extension Condition {
  static func cancellation(_ file: SourceFile) -> Condition {
    let source = Source(SourceRange(file: file, bytes: 0..<0), expected: "cancellation")
    func code(_ domain: String, _ number: Int64) -> Condition {
      .all([
        .compare(.field(.domain), .text(TextTest(.equals, domain)), source),
        .compare(.field(.code), .code([NumberRange(.integer(number))]), source),
      ])
    }
    return .any(
      [
        .compare(.field(.cancelled), .equal(.bool(true)), source),
        .compare(.field(.type), .typeName("CancellationError", exactly: false), source),
      ] + KnownCancellation.codes.filter { $0.isIgnored }.map { code($0.domain, $0.number) })
  }
}
