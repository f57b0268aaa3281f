internal import Bytes
package import Source

/// Whether a text that nobody named is a rule file. Many YAML and JSON files have a `version`.
package enum RuleFileSign {
  /// Keys that hardly any other format has.
  private static let strong: Set<String> = ["responders", "matchers", "categories", "escalation", "breakers"]

  package static func isRuleFile(_ root: Node) -> Bool {
    guard root["version"] != nil || root["responders"] != nil, let members = root.members else {
      return false
    }
    if SchemaComment.exists(in: root.range.file, naming: "rule-file") { return true }
    let version = root["version"]?.content
    guard case .integer(let number)? = version else {
      // Extensions of VS Code have categories, too: a list of words.
      return members.contains { strong.contains($0.key) && hasDeclarations($0.value) }
    }
    if members.contains(where: { strong.contains($0.key) }) { return true }
    guard number == 1 else { return false }
    return members.allSatisfy { member in
      RuleFile.keys.contains { $0.name == member.key || Suggestion.isSlip(member.key, of: $0.name) }
    }
  }

  private static func hasDeclarations(_ value: Node) -> Bool {
    let values = value.elements ?? value.members?.map { $0.value } ?? []
    return values.contains { $0.members != nil }
  }

  /// Whether a text that can't be read is likely a rule file, because a line begins with such a key.
  package static func isLikely(_ file: SourceFile) -> Bool {
    SchemaComment.exists(in: file, naming: "rule-file")
      || file.lines.contains { line in
        let word = line.drop { $0 == " " || $0 == "\"" || $0 == "{" }.prefix { $0.isLetter }
        return strong.contains(String(word))
      }
  }
}

/// The comment in which a text names its JSON Schema, for yaml-language-server and others.
package enum SchemaComment {
  package static func exists(in file: SourceFile, naming name: String = "") -> Bool {
    file.lines.prefix(16).contains {
      $0.hasPrefix("# yaml-language-server:") && $0.firstRange(of: "$schema=") != nil
        && (name.isEmpty || $0.firstRange(of: name) != nil)
    }
  }
}

extension SourceFile {
  fileprivate var lines: some Collection<String> {
    (1...lineCount).lazy.map { String(decoding: self.bytes[self.lineRange($0)], as: UTF8.self) }
  }
}
