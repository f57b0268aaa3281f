internal import RuleLanguage
internal import Source

/// A key without a value whose own keys stand beside it: they are not indented.
struct OutdentedKeys {
  let parent: Node.Member
  let members: [Node.Member]

  /// The keys of files with findings about missing values.
  static func all(in roots: [Node], explaining diagnostics: [Diagnostic], registry: Registry)
    -> [OutdentedKeys]
  {
    let nulls = Set(diagnostics.filter { $0.code == "null-value" }.map { SourcePlace($0.range) })
    guard !nulls.isEmpty else { return [] }
    var keys = keys
    keys["when"] = registry.matchers.map { $0.key }
    var found: [OutdentedKeys] = []
    func look(_ node: Node) {
      for element in node.elements ?? [] { look(element) }
      let members = node.members ?? []
      for (index, member) in members.enumerated() {
        look(member.value)
        guard nulls.contains(SourcePlace(member.keyRange)), let keys = keys[member.key] else { continue }
        let outdented = members[(index + 1)...].prefix { keys.contains($0.key) }
        if !outdented.isEmpty { found.append(OutdentedKeys(parent: member, members: Array(outdented))) }
      }
    }
    for root in roots { look(root) }
    return found
  }

  private static let keys: [String: [String]] = [
    "present": PresentAction.keys.names,
    "retry": RetryReader.keys.names,
    "backoff": RetryReader.backoffKeys.names,
    "transform": ReplacementReader.transformKeys,
    "raise": ReplacementReader.transformKeys,
    "throttle": ThrottleReader.keys.names,
    "otherwise": OtherwiseDeclaration.keys.names,
    "defaults": DefaultsDeclaration.keys.names,
    "examples": RuleDeclaration.exampleKeys.names,
  ]

  var finding: Diagnostic {
    let names = members.map { "“\($0.key)”" }
    let last = names[names.count - 1]
    let list = names.count == 1 ? last : "\(names.dropLast().joined(separator: ", ")) and \(last)"
    return Diagnostic(
      "missing-indentation",
      names.count == 1
        ? "\(list) belongs below “\(parent.key)”. Indent it."
        : "\(list) belong below “\(parent.key)”. Indent them.", at: parent.keyRange,
      related: members.prefix(1).map { .init("the first line to indent", at: $0.keyRange) })
  }
}
