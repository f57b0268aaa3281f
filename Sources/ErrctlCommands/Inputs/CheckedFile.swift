import RuleEngine

/// A rule file that was checked, alone or as what another one imports.
struct CheckedFile {
  private let file: RuleFiles.Selected
  private let compilation: RuleSet.Compilation
  private let own: [Diagnostic]
  /// The file as an import leads to it, and as findings name it.
  private let identity: String
  private let name: String

  init(_ file: RuleFiles.Selected, _ compilation: RuleSet.Compilation, findings: [Diagnostic]) {
    own = findings
    self.file = file
    self.compilation = compilation
    name = compilation.program?.roots.first?.range.file.name ?? file.path
    identity = FileImports.identity(of: file.path) ?? file.path
  }

  /// What is to be said of the files, everything once.
  ///
  /// A file of a folder that has responders and that another of the files imports is checked as a part of that one
  /// only: alone it may lack what it is meant to stand beside. A fragment is checked for itself too.
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

  /// The files that were looked at, imported ones with them, each once.
  static func names(of files: [CheckedFile]) -> [String] {
    var seen: Set<String> = []
    return files.flatMap { file in
      [(file.identity, file.name)] + file.compilation.imports.map { ($0.identity, $0.name) }
    }.filter { seen.insert($0.0).inserted }.map { $0.1 }
  }

  /// By the name of each file that findings may name: the file to ask about it, itself or one that imports it.
  static func entries(of files: [CheckedFile]) -> [String: String] {
    var entries: [String: String] = [:]
    for file in wholes(of: files) {
      for name in [file.name] + file.compilation.imports.map({ $0.name }) where entries[name] == nil {
        entries[name] = file.file.path
      }
    }
    return entries
  }

  /// The files that are checked for themselves, in their order.
  private static func wholes(of files: [CheckedFile]) -> [CheckedFile] {
    let imported = Set(files.flatMap { $0.compilation.imports.map { $0.identity } })
    var reached: Set<String> = []
    var isWhole = files.map { file in
      file.file.isNamed || !file.compilation.hasResponders || !imported.contains(file.identity)
    }
    for index in files.indices where isWhole[index] {
      reached.formUnion(files[index].compilation.imports.map { $0.identity })
    }
    // Files that import one another are reached from nowhere: the first of them stands for all.
    for index in files.indices where !isWhole[index] && !reached.contains(files[index].identity) {
      isWhole[index] = true
      reached.formUnion(files[index].compilation.imports.map { $0.identity })
    }
    return files.indices.filter { isWhole[$0] }.map { files[$0] }
  }

  /// What is said and where; the same words may differ by what other names a file could have meant.
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
