internal import Source

/// A section of HAProxy's configuration with the sections of defaults that it inherits from, the nearest first.
struct HAProxySection {
  /// A line with the words behind its keyword.
  struct Line {
    /// The keyword, for findings about the whole line.
    let keyword: PolicyValue
    let arguments: [PolicyValue]

    /// The words together, or the keyword where there are none.
    let value: PolicyValue
    /// Whether `no` stands before it.
    let isNegated: Bool
    /// Whether it comes from a section of defaults.
    var isInherited = false
  }

  let keyword: String
  /// The words behind the keyword.
  let name: [PolicyValue]
  let value: PolicyValue
  private let lines: [(path: String, line: Line)]
  fileprivate(set) var bases: [HAProxySection] = []

  fileprivate init(_ member: Node.Member, _ root: PolicyValue) {
    keyword = member.key
    value = root.with(member.value).at(member.keyRange)
    name = root.with(member.value)[HAProxyParser.name]?.elements ?? []
    lines = (member.value.members ?? []).dropFirst().map { Self.line($0, root, "", isNegated: false) }
  }

  private static func line(_ member: Node.Member, _ root: PolicyValue, _ path: String, isNegated: Bool)
    -> (path: String, line: Line)
  {
    if let inner = member.value.members?.first {
      let isPrefix = member.key == "no" || member.key == "default"
      return line(
        inner, root, isPrefix ? path : "\(path)\(member.key) ", isNegated: isNegated || member.key == "no")
    }
    let value = PolicyValue(member.value, root.findings, key: path + member.key)
    let line = Line(
      keyword: value.at(member.keyRange), arguments: value.elements ?? [], value: value, isNegated: isNegated)
    return (path + member.key, line)
  }

  /// The proxies and their defaults in the order of the file. A section inherits from the defaults that it names, else from the
  /// last ones before it; defaults inherit only from those that they name.
  static func all(in root: PolicyValue) -> [HAProxySection] {
    var sections: [HAProxySection] = []
    var defaults: HAProxySection?
    for member in root[HAProxyParser.root]?.members ?? []
    where ["defaults", "frontend", "backend", "listen"].contains(member.key) {
      var section = HAProxySection(member, root)
      let isDefaults = member.key == "defaults"
      if let from = section.name.lastIndex(where: { $0.text == "from" }), from + 1 < section.name.count {
        let wanted = section.name[from + 1]
        if let base = sections.last(where: { $0.keyword == "defaults" && $0.name.first?.text == wanted.text })
        {
          section.bases = [base] + base.bases
        } else {
          wanted.fault("No “defaults \(wanted.text)” stands before. HAProxy does not start.")
        }
      } else if !isDefaults, let defaults {
        section.bases = [defaults] + defaults.bases
      }
      if isDefaults { defaults = section }
      sections.append(section)
    }
    return sections
  }

  /// Lines of the section itself.
  func own(_ keyword: String) -> [Line] { lines.filter { $0.path == keyword }.map { $0.line } }

  /// The line that counts: the last one of the section, or else of the nearest defaults that have one.
  func last(_ keyword: String) -> Line? {
    if let line = own(keyword).last { return line }
    for base in bases {
      guard var line = base.own(keyword).last else { continue }
      line.isInherited = true
      return line
    }
    return nil
  }

  /// Lines of the section and of all that it inherits from, the nearest first.
  func all(_ keyword: String) -> [Line] { own(keyword) + bases.flatMap { $0.own(keyword) } }

  func has(_ keywords: [String]) -> Bool { keywords.contains { last($0) != nil } }
}
