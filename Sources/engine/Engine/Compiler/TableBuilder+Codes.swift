internal import Bytes
internal import Records
internal import RuleLanguage

extension TableBuilder {
  /// The symbols of all domains whose numbers conditions compare codes with; no other symbol changes a result.
  mutating func addCodeSymbols(_ domains: [String: CodeTable]) {
    let (single, ranges) = comparedCodes()
    guard !single.isEmpty || !ranges.isEmpty else { return }
    func isCompared(_ number: Int64?) -> Bool {
      guard let number else { return false }
      return single.contains(number) || ranges.contains { $0.contains(.integer(number)) }
    }
    var symbols: [CodeSymbols.Symbol] = []
    for (domain, table) in domains {
      for (symbol, code) in table.codes {
        let numbers = code.numbers
        guard isCompared(numbers.darwin) || isCompared(numbers.linux) else { continue }
        symbols.append(
          CodeSymbols.Symbol(
            name: place(symbol), domain: place(domain), darwin: numbers.darwin, linux: numbers.linux))
      }
    }
    tables.codeSymbols = CodeSymbols(symbols, tables.bytes)
  }
  /// The numbers that conditions compare codes with, single ones and ranges.
  private func comparedCodes() -> (single: Set<Int64>, ranges: [CompiledRange]) {
    var single: Set<Int64> = []
    var ranges: [CompiledRange] = []
    for index in tables.conditions.instructions.indices
    where tables.conditions.instructions[index].operation == .code {
      let step = tables.conditions.instructions[index]
      for place in Int(step.operand)..<Int(step.operand + step.count) {
        let range = tables.conditions.ranges[place]
        if let number = range.onlyInteger { single.insert(number) } else { ranges.append(range) }
      }
    }
    return (single, ranges)
  }
}
