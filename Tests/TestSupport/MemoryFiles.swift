package import RuleEngine

/// Rule files in memory, by path; the first one is the entry file.
package struct MemoryFiles: ImportReader, ExpressibleByDictionaryLiteral {
  package let entry: String
  private let bytes: [String: [UInt8]]
  /// Targets of links, by path.
  private let links: [String: String]

  package init(_ files: KeyValuePairs<String, String>, links: [String: String]) {
    entry = files.first?.key ?? ""
    bytes = Dictionary(files.map { ($0.key, Array($0.value.utf8)) }, uniquingKeysWith: { $1 })
    self.links = links
  }

  package init(dictionaryLiteral files: (String, String)...) {
    entry = files.first?.0 ?? ""
    bytes = Dictionary(files.map { ($0.0, Array($0.1.utf8)) }, uniquingKeysWith: { $1 })
    links = [:]
  }

  package init(entry: String, _ bytes: [String: [UInt8]]) {
    self.entry = entry
    self.bytes = bytes
    links = [:]
  }

  package func find(_ path: String, from importer: String) throws(ImportFault) -> ImportedFile {
    var components = importer.split(separator: "/").dropLast()
    for component in path.split(separator: "/") where component != "." {
      guard component == ".." else {
        components.append(component)
        continue
      }
      if components.popLast() == nil { throw .leavesFolder }
    }
    let place = components.joined(separator: "/")
    let name = links[place] ?? place
    if bytes.keys.contains(where: { $0.hasPrefix(name + "/") }) { throw .isFolder }
    guard bytes[name] != nil else { throw .isMissing }
    return ImportedFile(identity: name, name: name)
  }

  package func read(_ file: ImportedFile) throws(ImportFault) -> [UInt8] {
    guard let bytes = bytes[file.identity] else { throw .isMissing }
    return bytes
  }

  package func compile(registry: Registry = Registry(), limits: Limits = Limits()) -> RuleSet.Compilation {
    RuleSet.compile(name: entry, bytes: bytes[entry] ?? [], imports: self, registry: registry, limits: limits)
  }

  /// The findings, each as `file:line:column code`.
  package func findings(limits: Limits = Limits()) -> [String] {
    compile(limits: limits).diagnostics.map { finding in
      let start = finding.range.start
      return "\(finding.range.file.name):\(start.line):\(start.column) \(finding.code)"
    }
  }
}
