internal import Source
internal import Engine

/// A word or two from a rule's condition or actions, unique within a responder.
struct IDProposals {
  private var taken: Set<String>

  init(_ responder: RuleProgram.Responder) {
    taken = Set(responder.clauses.map { $0.name } + ["otherwise", "always"])
  }

  /// The id is then taken.
  mutating func next(for clause: RuleProgram.Clause) -> String {
    let name = Self.name(of: clause)
    var id = name
    var count = 2
    while !taken.insert(id).inserted {
      id = "\(name)-\(count)"
      count += 1
    }
    return id
  }

  private static func name(of clause: RuleProgram.Clause) -> String {
    let members = clause.when?.members ?? []
    for key in ["event", "category", "matcher", "custom", "case", "type", "code", "status", "operation"] {
      guard let value = members.first(where: { $0.key == key })?.value,
        let word = value.text.isEmpty ? value.elements?.first?.text : value.text
      else { continue }
      // The last component of NetworkError.server or of com.shop.login.*.
      let last = word.split(whereSeparator: { ".*$()\"".contains($0) }).last.map { String($0) } ?? ""
      let plain = words(of: last)
      if !plain.isEmpty {
        return key == "status" || plain.first?.isNumber == true ? "\(key)-\(plain)" : plain
      }
    }
    if clause.when == nil { return "rest" }
    let verdict = clause.then?.value.text ?? ""
    return verdict.isEmpty ? "rule" : verdict
  }

  /// Converts `noInternet` to `no-internet`.
  private static func words(of name: String) -> String {
    var result = ""
    var wasLower = false
    for character in name {
      let isLower = character.isLowercase || character.isNumber
      if character.isUppercase, wasLower { result += "-" }
      if character.isLetter || character.isNumber {
        result += character.lowercased()
      } else if !result.hasSuffix("-"), !result.isEmpty {
        result += "-"
      }
      wasLower = isLower
    }
    while result.hasSuffix("-") { result.removeLast() }
    return result
  }
}
