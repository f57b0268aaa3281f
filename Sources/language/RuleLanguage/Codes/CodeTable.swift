internal import Records

/// One error domain's symbols and the codes they stand for.
package struct CodeTable: Sendable {
  /// The code of a symbol; errno numbers depend on the platform.
  package enum Code: Sendable {
    case integer(Int64)
    case string(String)
    /// The numbers of an errno symbol; nil if the platform lacks the symbol.
    case errno(darwin: Int64?, linux: Int64?)

    /// Its number on each platform; nil for a string that is not a number.
    package var numbers: (darwin: Int64?, linux: Int64?) {
      switch self {
      case .integer(let code): return (code, code)
      case .string(let code):
        let integer = Int64(code).flatMap { String($0) == code ? $0 : nil }
        return (integer, integer)
      case .errno(let darwin, let linux): return (darwin, linux)
      }
    }

    /// The condition for the code of `symbol`; a record may have the symbol itself as its code.
    func condition(of symbol: String, source: Condition.Source) -> Condition {
      switch self {
      case .integer(let code):
        return number(code, source)
      case .string(let code):
        if let integer = numbers.darwin { return number(integer, source) }
        let texts = code == symbol ? [code] : [code, symbol]
        let either = texts.map { text -> Condition in
          .compare(.field(.code), .text(TextTest(.equals, text)), source)
        }
        return either.count == 1 ? either[0] : .any(either)
      case .errno(let darwin, let linux):
        if let darwin, darwin == linux { return number(darwin, source) }
        let platforms: [(Platform, Int64?)] = [(.darwin, darwin), (.linux, linux)]
        let either: [Condition] = platforms.compactMap { platform, code in
          guard let code else { return nil }
          let isPlatform = Condition.compare(
            .field(.platform), .text(TextTest(.equals, platform.name)), source)
          return .all([isPlatform, number(code, source)])
        }
        return either.count == 1 ? either[0] : .any(either)
      }
    }

    private func number(_ code: Int64, _ source: Condition.Source) -> Condition {
      .compare(.field(.code), .code([NumberRange(.integer(code))]), source)
    }
  }

  package let domain: String
  package var codes: [String: Code]

  package init(domain: String, codes: [String: Code]) {
    self.domain = domain
    self.codes = codes
  }

  package static let builtIn: [CodeTable] = [.foundationURL, .cocoa, .posix, .grpc]
}
