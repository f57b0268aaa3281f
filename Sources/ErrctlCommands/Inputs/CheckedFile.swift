import RuleEngine

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

  /// Without duplicates.
  ///
  /// A file found in a folder that has responders and that another file imports is checked as a part of that
  /// file only, because it may need the other's declarations. A fragment is also checked by itself.
  static func findings(of files: [CheckedFile]) -> [Diagnostic] {
    var said: Set<Place> = []
    var findings: [Diagnostic] = []
    for file in wholes(of: files) {
      let fresh = file.own.filter { !said.contains(Place($0)) }
      said.formUnion(fresh.map { Place($0) })
      findings += fresh
    }
    return findings
  }

  /// Rules and event rules of the files and their imports, each counted where it is written.
  static func rules(of files: [CheckedFile]) -> Int {
    let places = files.flatMap { file in
      (file.compilation.program?.allClauses ?? []).compactMap { _, clause -> String? in
        guard clause.kind == .rule || clause.kind == .eventRule else { return nil }
        let name = clause.range.file.name
        return "\(FileImports.identity(of: name) ?? name) \(clause.range.bytes)"
      }
    }
    return Set(places).count
  }

  static func names(of files: [CheckedFile]) -> [String] {
    var seen: Set<String> = []
    return files.flatMap { file in
      [(file.identity, file.name)] + file.compilation.imports.map { ($0.identity, $0.name) }
    }.filter { seen.insert($0.0).inserted }.map { $0.1 }
  }

  /// For each file name in a finding: the file itself, or one that imports it.
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
    let imported = Set(files.flatMap { $0.compilation.imports.map { $0.identity } })
    var reached: Set<String> = []
    var isWhole = files.map { file in
      file.file.isNamed || !file.compilation.hasResponders || !imported.contains(file.identity)
    }
    for index in files.indices where isWhole[index] {
      reached.formUnion(files[index].compilation.imports.map { $0.identity })
    }
    // Files that import each other have no entry; the first one stands for all.
    for index in files.indices where !isWhole[index] && !reached.contains(files[index].identity) {
      isWhole[index] = true
      reached.formUnion(files[index].compilation.imports.map { $0.identity })
    }
    return files.indices.filter { isWhole[$0] }.map { files[$0] }
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
