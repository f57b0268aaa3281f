extension CodeTable.Code {
  /// The code, or the numbers of both platforms.
  package var text: String {
    switch self {
    case .integer(let number): return "\(number)"
    case .string(let text): return text
    case .errno(let darwin, let linux):
      if darwin == linux, let darwin { return "\(darwin)" }
      let numbers = [("Darwin", darwin), ("Linux", linux)].compactMap { platform, number in
        number.map { "\($0) on \(platform)" }
      }
      return numbers.joined(separator: ", ")
    }
  }
}

extension CodeTable {
  /// The number of a symbol that only one system's errors have, as text; nil for a word that says nothing without its domain.
  package static func number(of symbol: String) -> String? {
    for table in [foundationURL, cocoa, posix] {
      if let code = table.codes[symbol] { return code.text }
    }
    for codes in FrameworkCodes.all where !codes.hasGeneralWords && symbol.hasPrefix(codes.prefix) {
      if let code = codes.table.codes[symbol] { return code.text }
    }
    return nil
  }

  /// A code as people look it up, in Markdown: `CKError.zoneBusy = 23 (CKErrorDomain)`, and what it means.
  package func page(of symbol: String) -> String {
    guard let code = codes[symbol] else { return "" }
    let swift = BridgedStruct.all.first { $0.domain == domain }?.swiftName(of: symbol)
    let other = swift == nil ? "" : ", in Objective-C `\(symbol)`"
    let meaning = CodeMeaning.text(of: symbol).map { "\n\n\($0)" } ?? ""
    return "`\(swift ?? symbol) = \(code.text) (\(domain))`\(other)\(meaning)"
  }
}
