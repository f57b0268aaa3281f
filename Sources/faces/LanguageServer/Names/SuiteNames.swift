package import Source

/// The names of a suite: its own errors and expectations, and names of the rules that it tests.
package enum SuiteNames {
  package static func of(_ root: Node) -> [NameUse] {
    var names = NameCollector()
    for error in root["errors"]?.members ?? [] {
      names.declare(.error, error)
      names.use(.error, error.value["use"])
    }
    for expectation in root["expectations"]?.members ?? [] {
      names.declare(.expectation, expectation)
      self.expectation(expectation.value, &names)
    }
    for step in root["cases"]?.elements ?? [] {
      self.step(step, &names)
      for inner in step["steps"]?.elements ?? [] { self.step(inner, &names) }
      table(step["table"], &names)
    }
    return names.all
  }

  private static func step(_ node: Node, _ names: inout NameCollector) {
    error(node["error"], &names)
    expectation(node["expect"], &names)
  }

  private static func error(_ node: Node?, _ names: inout NameCollector) {
    if node?.members == nil { names.use(.error, node) } else { names.use(.error, node?["use"]) }
  }

  private static func expectation(_ node: Node?, _ names: inout NameCollector) {
    guard let node else { return }
    if node.members == nil { return names.use(.expectation, node) }
    for member in node.members ?? [] { self.member(member.key, member.value, &names) }
    for key in ["never", "only"] {
      for member in node[key]?.members ?? [] { self.member(member.key, member.value, &names) }
    }
  }

  private static func member(_ key: String, _ value: Node, _ names: inout NameCollector) {
    switch key {
    case "use": names.use(.expectation, value)
    case "by", "rules": names.useRule(value)
    case "responder", "path": names.use(.responder, value)
    case "category": names.use(.category, value)
    case "events": names.use(.event, value)
    case "actions":
      for action in value.elements ?? [] { names.use(.action, action["perform"]) }
    default: return
    }
  }

  /// A column names a member of the error or of the expectation.
  private static func table(_ node: Node?, _ names: inout NameCollector) {
    let columns = (node?["columns"]?.elements ?? []).map { $0.string ?? "" }
    for row in node?["rows"]?.elements ?? [] {
      for (column, value) in zip(columns, row.elements ?? []) {
        switch column {
        case "error": error(value, &names)
        case "error.use": names.use(.error, value)
        case "expect": expectation(value, &names)
        default:
          guard column.hasPrefix("expect.") else { continue }
          let key = column.split(separator: ".").last.map { String($0) } ?? column
          member(key, value, &names)
        }
      }
    }
  }
}
