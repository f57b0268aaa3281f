internal import Engine
internal import Records
internal import RuleLanguage

// Codes by name.
extension Translator {
  /// The conditions under which a text code is a symbol, in the error's domain, of one of these numbers.
  func codeSymbols(_ numbers: NumberSet, _ subject: Subject, _ form: ErrorForm) -> [Formula] {
    symbolDomains.flatMap { domain, codes -> [Formula] in
      if let pinnedDomain, pinnedDomain.form == form.number, pinnedDomain.name != domain { return [] }
      let (darwin, linux) = (codes.symbols(numbers) { $0.darwin }, codes.symbols(numbers) { $0.linux })
      let both = darwin.intersection(linux)
      let groups: [(Platform?, Set<String>)] = [
        (nil, both), (.darwin, darwin.subtracting(both)), (.linux, linux.subtracting(both)),
      ]
      return groups.compactMap { platform, symbols in
        guard !symbols.isEmpty else { return nil }
        var parts = [
          access(.field(.domain), form, .whole, ValueSet(texts: TextSet([domain]))),
          access(subject, form, .whole, ValueSet(texts: TextSet(symbols.sorted()))),
        ]
        if let platform {
          parts.append(access(.field(.platform), form, .whole, ValueSet(texts: TextSet([platform.name]))))
        }
        return .conjunction(parts)
      }
    }
  }

  private var symbolDomains: [(String, CodeTable)] {
    program.codeTables.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }
}

extension CodeTable {
  fileprivate func symbols(
    _ numbers: NumberSet, _ number: (_ numbers: (darwin: Int64?, linux: Int64?)) -> Int64?
  ) -> Set<String> {
    Set(
      codes.filter { code in number(code.value.numbers).map { numbers.contains(.integer($0)) } ?? false }.keys
    )
  }
}

extension Condition {
  /// The only domain that the condition matches, if it compares the domain with a plain name.
  var domainName: String? {
    guard case .compare(.field(.domain), let comparison, _) = self, let name = comparison.name,
      !name.contains("*")
    else { return nil }
    return name
  }
}
