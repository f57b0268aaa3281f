internal import RuleLanguage

extension TableBuilder {
  /// The symbols of all domains, if a condition compares codes with numbers.
  mutating func addCodeSymbols(_ domains: [String: CodeTable]) {
    guard tables.instructions.indices.contains(where: { tables.instructions[$0].operation == .code }) else {
      return
    }
    var symbols: [CodeSymbols.Slot] = []
    for (domain, table) in domains {
      for (symbol, code) in table.codes {
        let numbers = code.numbers
        guard numbers.darwin != nil || numbers.linux != nil else { continue }
        symbols.append(
          CodeSymbols.Slot(
            symbol: place(symbol),
            domain: place(domain),
            darwin: numbers.darwin,
            linux: numbers.linux
          )
        )
      }
    }
    tables.codeSymbols = CodeSymbols(symbols, tables.bytes)
  }
}
