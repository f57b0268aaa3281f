/// The text without addresses in Swift's names of private types and in Foundation's names of objects.
///
/// `Shop.(unknown context at $7f12a0).Failure` becomes `Shop.Failure`, `Shop.(Failure in _33B1C2)` too,
/// `<Shop.Cart: 0x7f12a0>` becomes `<Shop.Cart>`.
func stableText(_ text: String) -> String {
  let utf8 = text.utf8
  guard utf8.contains(UInt8(ascii: "(")) || utf8.contains(UInt8(ascii: "<")) else { return text }
  var rest = text[...]
  var stable = ""
  while let mark = rest.firstIndex(where: { $0 == "(" || $0 == ":" }) {
    stable += rest[..<mark]
    rest = rest[mark...]
    if let end = endOfUnknownContext(rest) {
      rest = rest[end...]
    } else if let (name, end) = discriminatedName(rest) {
      stable += name
      rest = rest[end...]
    } else if let end = endOfAddress(rest) {
      rest = rest[end...]
    } else {
      stable.append(rest.removeFirst())
    }
  }
  return stable + rest
}

func qualifiedName(of type: Any.Type) -> String {
  let name = stableText(String(reflecting: type))
  for prefix in ["__C.", "__C_Synthesized."] where name.hasPrefix(prefix) {
    return String(name.dropFirst(prefix.count))
  }
  return name
}

/// `(unknown context at $7f12a0).`
private func endOfUnknownContext(_ text: Substring) -> String.Index? {
  let opening = "(unknown context at $"
  guard text.hasPrefix(opening), let close = text.prefix(64).firstIndex(of: ")") else { return nil }
  guard text[..<close].dropFirst(opening.count).allSatisfy({ $0.isHexDigit }) else { return nil }
  let next = text.index(after: close)
  return text[next...].first == "." ? text.index(after: next) : next
}

/// `(Failure in _33B1C2)`
private func discriminatedName(_ text: Substring) -> (name: Substring, end: String.Index)? {
  guard text.first == "(", let close = text.prefix(512).firstIndex(of: ")") else { return nil }
  let parts = text[..<close].dropFirst().split(separator: " ", omittingEmptySubsequences: false)
  guard parts.count == 3, parts[1] == "in", parts[2].first == "_", parts[2].count > 6 else { return nil }
  guard parts[2].dropFirst().allSatisfy({ $0.isHexDigit }) else { return nil }
  return (parts[0], text.index(after: close))
}

/// `: 0x7f12a0` before `>`
private func endOfAddress(_ text: Substring) -> String.Index? {
  guard text.hasPrefix(": 0x"), let close = text.prefix(32).firstIndex(of: ">") else { return nil }
  let digits = text[..<close].dropFirst(4)
  return digits.count > 5 && digits.allSatisfy({ $0.isHexDigit }) ? close : nil
}
