internal import RuleLanguage
internal import Source

/// The kinds of files that the server checks.
package enum DocumentKind: Sendable, Hashable {
  case rules
  case suite
  case mapping
  case configuration

  /// The kind by the file's name; nil for other files.
  package init?(name path: String) {
    let name = PathText.name(of: path)
    if name == ".errctl.yaml" {
      self = .configuration
    } else if [".test.yaml", ".test.yml"].contains(where: { name.hasSuffix($0) }) {
      self = .suite
    } else if [".mapping.yaml", ".mapping.yml"].contains(where: { name.hasSuffix($0) }) {
      self = .mapping
    } else if [".yaml", ".yml", ".json"].contains(where: { name.lowercased().hasSuffix($0) }) {
      self = .rules
    } else {
      return nil
    }
  }
}

/// The comment in which a text names its JSON Schema, for yaml-language-server and others.
enum SchemaComment {
  static func exists(in file: SourceFile, naming name: String = "") -> Bool {
    file.lines.prefix(16).contains {
      $0.hasPrefix("# yaml-language-server:") && $0.contains("$schema=")
        && (name.isEmpty || $0.contains(name))
    }
  }
}

extension SourceFile {
  fileprivate var lines: some Collection<String> {
    (1...lineCount).lazy.map { String(decoding: self.bytes[self.lineRange($0)], as: UTF8.self) }
  }
}

/// Whether a text is a rule file. Editors send every YAML and JSON file, and many of them have a `version`.
enum RuleFileSign {
  /// Keys that hardly any other format has.
  private static let strong: Set<String> = ["responders", "matchers", "categories", "escalation", "breakers"]

  static func isRuleFile(_ root: Node) -> Bool {
    guard root["version"] != nil || root["responders"] != nil, let members = root.members else {
      return false
    }
    if members.contains(where: { strong.contains($0.key) })
      || SchemaComment.exists(in: root.range.file, naming: "rule-file")
    {
      return true
    }
    guard case .integer(1)? = root["version"]?.content else { return false }
    return members.allSatisfy { RuleFile.keys.contains($0.key) }
  }

  /// Whether a text that can't be read is likely of this kind, because a line begins with such a key.
  static func isLikely(_ file: SourceFile) -> Bool {
    SchemaComment.exists(in: file, naming: "rule-file")
      || file.lines.contains { line in
        let word = line.drop { $0 == " " || $0 == "\"" || $0 == "{" }.prefix { $0.isLetter }
        return strong.contains(String(word))
      }
  }
}
