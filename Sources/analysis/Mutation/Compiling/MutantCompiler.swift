internal import Bytes
internal import Engine
internal import RuleLanguage
internal import Source

/// Compiles files with one change or none. They are JSON, so that a change needs no place among lines and
/// comments.
struct MutantCompiler: Sendable {
  private let roots: [Node]
  private let texts: [[UInt8]]
  private let entry: String
  private let imports: [ImportedFile]
  private let reader: (any ImportReader)?
  private let registry: Registry
  private let limits: Limits

  init(
    _ program: RuleProgram, name: String, imports: [ImportedFile], reader: (any ImportReader)?,
    registry: Registry, limits: Limits
  ) {
    roots = program.roots
    texts = program.roots.map { Array(JSONWriter.line($0).utf8) }
    entry = name
    self.imports = imports
    self.reader = reader
    self.registry = registry
    // A file may be longer as JSON than it was as YAML.
    var limits = limits
    limits.ruleFileBytes = max(limits.ruleFileBytes, texts.map { $0.count + 4_096 }.max() ?? 0)
    self.limits = limits
  }

  func texts(with mutation: Mutation?) -> [[UInt8]] {
    guard let mutation, let index = roots.firstIndex(where: { $0.range.file === mutation.target.range.file })
    else { return texts }
    var changed = texts
    let root = roots[index].replacing(mutation.target, with: mutation.replacement)
    changed[index] = Array(JSONWriter.line(root).utf8)
    return changed
  }

  func compile(_ texts: [[UInt8]], stubs: [String: Bool]) -> RuleSet.Compilation {
    var registry = registry
    registry.stubs = stubs
    var held: [String: [UInt8]] = [:]
    for (file, text) in zip(imports, texts.dropFirst()) { held[file.identity] = text }
    let imported = reader.map { HeldImports(reader: $0, texts: held) }
    return RuleSet.compile(
      name: "\(entry).json", bytes: texts[0], imports: imported, registry: registry, limits: limits)
  }
}

private struct HeldImports: ImportReader {
  let reader: any ImportReader
  let texts: [String: [UInt8]]

  var entry: String { reader.entry }

  func find(_ path: String, from importer: String) throws(ImportFault) -> ImportedFile {
    let file = try reader.find(path, from: importer)
    // The contents are JSON, whatever the file's extension.
    return texts[file.identity] == nil
      ? file : ImportedFile(identity: file.identity, name: "\(file.name).json")
  }

  func read(_ file: ImportedFile) throws(ImportFault) -> [UInt8] {
    if let text = texts[file.identity] { return text }
    return try reader.read(file)
  }
}
