package import Source

/// Numbers in a notation that every YAML parser reads alike.
package enum NumberText {
  package static func text(of text: String, _ content: Node.Content) -> String {
    guard OldYAML.reading(of: text, as: content) != nil else { return text }
    if case .integer(let integer) = content { return "\(integer)" }
    return withPoint(text) ?? text
  }

  private static func withPoint(_ text: String) -> String? {
    var rest = text[...]
    var sign = ""
    if rest.first == "-" || rest.first == "+" {
      if rest.first == "-" { sign = "-" }
      rest.removeFirst()
    }
    guard !rest.hasPrefix("0o"), !rest.hasPrefix("0x") else { return nil }
    let mark = rest.firstIndex { $0 == "e" || $0 == "E" } ?? rest.endIndex
    let parts = rest[..<mark].split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    let whole = parts[0].drop { $0 == "0" }
    let fraction = parts.count > 1 && !parts[1].isEmpty ? parts[1] : "0"
    var number = "\(sign)\(whole.isEmpty ? "0" : whole)"
    guard mark < rest.endIndex else {
      // An integer beyond 64 bits stays an integer.
      return parts.count > 1 ? "\(number).\(fraction)" : number
    }
    let exponent = rest[rest.index(after: mark)...]
    let isSigned = exponent.first == "-" || exponent.first == "+"
    number += ".\(fraction)e\(isSigned ? "" : "+")\(exponent)"
    return number
  }
}
