import Checks
internal import Engine
internal import Source

struct CheckedFile {
  private let file: RuleFiles.Selected
  private let compilation: RuleSet.Compilation
  private let own: [Diagnostic]
  /// The resolved path that imports and findings use.
  private let identity: String
  private let name: String

  init(_ file: RuleFiles.Selected, _ compilation: RuleSet.Compilation, findings: [Diagnostic]) {
    own = findings
    self.file = file
    self.compilation = compilation
    name = compilation.program?.roots.first?.range.file.name ?? file.path
    identity = FileImports.identity(of: file.path) ?? file.path
  }

  /// The findings without duplicates, of the files that are checked for themselves.
  ///
  /// - Parameter unnamed: the resolved paths of files whose rules get no ids.
  static func findings(of files: [CheckedFile], keeping unnamed: Set<String>) -> [Diagnostic] {
    var said: Set<Place> = []
    var findings: [Diagnostic] = []
    for file in wholes(of: files) {
      let fresh = file.own.filter { !said.contains(Place($0)) }
      said.formUnion(fresh.map { Place($0) })
      findings += fresh
    }
    guard !unnamed.isEmpty else { return findings }
    return findings.map { finding in
      let name = finding.range.file.name
      guard finding.code == "missing-id", unnamed.contains(FileImports.identity(of: name) ?? name) else {
        return finding
      }
      return Diagnostic(
        finding.code, finding.severity, finding.message, at: finding.range, related: finding.related)
    }
  }

  /// Rules and event rules of the files and their imports, each counted where it is written.
  static func rules(of files: [CheckedFile]) -> Int {
    struct Place: Hashable {
      let file: String
      let bytes: Range<Int>
    }
    var identities: [String: String] = [:]
    var places: Set<Place> = []
    for file in files {
      guard let program = file.compilation.program else { continue }
      for (_, clause) in program.allClauses where clause.kind == .rule || clause.kind == .eventRule {
        let name = clause.range.file.name
        let identity = identities[name] ?? FileImports.identity(of: name) ?? name
        identities[name] = identity
        places.insert(Place(file: identity, bytes: clause.range.bytes))
      }
    }
    return places.count
  }

  static func names(of files: [CheckedFile]) -> [String] {
    var seen: Set<String> = []
    return files.flatMap { file in
      [(file.identity, file.name)] + file.compilation.imports.map { ($0.identity, $0.name) }
    }.filter { seen.insert($0.0).inserted }.map { $0.1 }
  }

  /// The entry for each file name in a finding: the file itself, or one that imports it.
  static func entries(of files: [CheckedFile]) -> [String: String] {
    var entries: [String: String] = [:]
    for file in wholes(of: files) {
      for name in [file.name] + file.compilation.imports.map({ $0.name }) where entries[name] == nil {
        entries[name] = file.file.path
      }
    }
    return entries
  }

  private static func wholes(of files: [CheckedFile]) -> [CheckedFile] {
    WholeFiles.indices(
      of: files.map { file in
        WholeFiles.File(
          file.identity, isNamed: file.file.isNamed, hasResponders: file.compilation.hasResponders,
          imports: file.compilation.imports.map { $0.identity })
      }
    ).map { files[$0] }
  }

  /// The same text may differ in its suggestions.
  private struct Place: Hashable {
    private let code: String
    private let file: String
    private let bytes: Range<Int>

    init(_ finding: Diagnostic) {
      code = finding.code
      let name = finding.range.file.name
      file = FileImports.identity(of: name) ?? name
      bytes = finding.range.bytes
    }
  }
}
