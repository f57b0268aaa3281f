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
    return .any([
      .compare(.field(.cancelled), .equal(.bool(true)), source),
      .compare(.field(.type), .typeName("CancellationError", exactly: false), source),
      code("NSURLErrorDomain", -999),
      code("NSCocoaErrorDomain", 3072),
      code("grpc", 1),
    ])
  }
}
