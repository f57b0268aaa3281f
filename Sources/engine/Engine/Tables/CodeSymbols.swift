internal import Bytes
internal import Records

/// The symbols of error domains: a text code that is a symbol of its domain is that symbol's number.
struct CodeSymbols: ~Copyable {
  struct Symbol: NamedEntry {
    let name: TextSpan
    let domain: TextSpan
    /// The numbers by platform; nil if a platform lacks the symbol.
    let darwin: Int64?
    let linux: Int64?
  }

  private let symbols: NameTable<Symbol>

  init(_ symbols: [Symbol] = [], _ texts: borrowing Buffer<UInt8> = Buffer()) {
    self.symbols = NameTable(symbols, texts)
  }

  /// Whether a text is a symbol of any domain. `texts` are those that the table was built with.
  func contains(_ text: ByteSlice, _ texts: borrowing Buffer<UInt8>) -> Bool {
    symbols.entry(named: text, texts) != nil
  }

  /// The number of a symbol in a domain; nil if it is none there, or not on the platform.
  func number(
    of text: ByteSlice, in domain: ByteSlice, on platform: Platform, _ texts: borrowing Buffer<UInt8>
  ) -> Int64? {
    let symbol = symbols.entry(named: text, texts) { texts.slice($0.domain) == domain }
    return platform == .linux ? symbol?.linux : symbol?.darwin
  }
}
