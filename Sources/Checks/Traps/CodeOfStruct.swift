internal import RuleEngine

struct CodeOfStruct: Check {
  let page = CheckPage(
    "code-of-struct",
    .traps,
    .warning,
    summary: "A code of URLError, CocoaError or POSIXError is written as in Swift.",
    meaning: """
      These errors are structs, not enums. They are recorded with the domain and the number that they bridge to, and \
      without a case. So case: URLError.timedOut matches nothing, and beside type: URLError a word under code is \
      compared with numbers.
      """,
    advice:
      "Write the domain and its name for the code: { domain: NSURLErrorDomain, code: NSURLErrorTimedOut }.",
    fires: """
      version: 1
      responders:
        - id: app
          rules:
            - { id: offline, when: { case: URLError.notConnectedToInternet }, then: cancel }

      """,
    silent: """
      version: 1
      responders:
        - id: app
          rules:
            - { id: offline, when: { domain: NSURLErrorDomain, code: NSURLErrorNotConnectedToInternet }, then: cancel }

      """
  )

  var needsSoundRules: Bool { false }

  func run(on rules: CheckedRules, into findings: inout Findings) {
    let program = rules.program
    program.eachMatcher { mapping in
      func texts(_ key: String) -> [(node: Node, text: String)] {
        guard let value = mapping.members.first(where: { $0.key == key })?.value else { return [] }
        return program.values(of: value["exactly"] ?? value).compactMap { node in
          node.string.map { (node, $0) }
        }
      }
      let type = texts("type").lazy.compactMap { BridgedStruct.named($0.text) }.first
      for (node, text) in texts("type") {
        guard let (found, member) = Self.member(text),
          Shapes.isCaseName(member) || found.symbol(of: member) != nil
        else { continue }
        report(text, found, member, at: node, &findings)
      }
      for (node, text) in texts("case") {
        let name = String(text.prefix { $0 != "(" })
        if let (found, member) = Self.member(name) {
          report(text, found, member, at: node, &findings)
        } else if let type, name.drop(while: { $0 == "." }).allSatisfy({ $0 != "." && $0 != "*" }) {
          report(text, type, name, at: node, &findings)
        }
      }
      // Beside another domain, words are its own.
      guard mapping["domain"] == nil else { return }
      for (node, text) in texts("code") {
        let (found, member) = Self.member(text) ?? (type, text)
        guard let found, let symbol = found.symbol(of: member), symbol != text else { continue }
        report(text, found, member, at: node, &findings)
      }
    }
  }

  static func names(_ text: String) -> Bool { member(text) != nil }

  /// Of a text such as `URLError.timedOut` or `URLError.Code.timedOut`.
  private static func member(_ text: String) -> (BridgedStruct, String)? {
    var parts = text.split(separator: ".").map { String($0) }
    guard parts.count > 1, let member = parts.popLast() else { return nil }
    if parts.last == "Code" { parts.removeLast() }
    return BridgedStruct.named(parts.joined(separator: ".")).map { ($0, member) }
  }

  private func report(
    _ text: String,
    _ found: BridgedStruct,
    _ member: String,
    at node: Node,
    _ findings: inout Findings
  ) {
    let reason =
      "\(found.name) is a struct that is recorded with a domain and a number, so “\(text)” matches nothing."
    if let symbol = found.symbol(of: member) {
      findings.report("\(reason) Write { domain: \(found.domain), code: \(symbol) }.", at: node.range)
      return
    }
    let near = found.nearestSymbol(to: member)
    let advice = near.map { "Did you mean { domain: \(found.domain), code: \($0) }?" }
    findings.report(
      "\(reason) \(advice ?? "Write { domain: \(found.domain), code: … } with one of its codes.")",
      at: node.range
    )
  }
}
