internal import Bytes
internal import Source

/// The suite of the same name beside a rule file: `app.test.yaml` of `app.yaml`.
enum SuiteBeside {
  static let endings = [".test.yaml", ".test.yml"]

  /// All texts of the suite, among them the names of rules that it expects; empty without one.
  static func names(of rules: String, _ limits: Limits) -> Set<String> {
    guard let dot = rules.lastIndex(of: ".") else { return [] }
    var names: Set<String> = []
    for ending in endings {
      let suite = String(rules[..<dot] + ending)
      guard let kind = try? FileKind(of: suite), kind.isRegular,
        let bytes = try? InputFile.read(suite, limit: limits.ruleFileBytes)
      else { continue }
      var diagnostics = Diagnostics()
      if let node = SourceReader(limits: limits).read(name: suite, bytes: bytes, into: &diagnostics).node {
        add(node, to: &names)
      }
    }
    return names
  }

  private static func add(_ node: Node, to names: inout Set<String>) {
    if let text = node.string { names.insert(text) }
    for member in node.members ?? [] {
      names.insert(member.key)
      add(member.value, to: &names)
    }
    for element in node.elements ?? [] { add(element, to: &names) }
  }
}
