internal import RuleLanguage
internal import Source

/// An errno number that means something else on the other platform: the symbol takes its place in a condition.
struct Errno {
  let symbol: String
  /// The members of the condition.
  let members: [(key: String, value: Node)]

  /// Nil for numbers that mean the same everywhere, or nothing.
  ///
  /// - Parameter platform: the one of records that name none.
  init?(_ error: Node, _ platform: String?) {
    guard error["domain"]?.string == CodeTable.posix.domain, let code = error["code"],
      case .integer(let number) = code.content
    else { return nil }
    let isLinux = (error["platform"]?.string ?? platform) == "linux"
    let symbols = CodeTable.posix.codes.sorted { $0.key < $1.key }
    let darwin = symbols.filter { $0.value.numbers.darwin == number }.map { $0.key }
    let linux = symbols.filter { $0.value.numbers.linux == number }.map { $0.key }
    guard Set(darwin).isDisjoint(with: linux) else { return nil }
    if let own = (isLinux ? linux : darwin).first {
      symbol = own
      members = [("code", .made(own))]
    } else {
      guard (isLinux ? darwin : linux).first != nil else { return nil }
      symbol = code.text
      members = [("code", code), ("platform", .made(isLinux ? "linux" : "darwin"))]
    }
  }
}
