internal import Source
internal import Suites

/// Files with their names, each read once. Confined to the answer to one request.
final class NamedFiles {
  struct File {
    let root: Node
    let names: [NameUse]
  }

  private let texts: Texts
  /// The contents of files when they could last be read, for those that can't be now.
  private let lastRoots: [String: Node]
  private var read: [String: File?] = [:]
  /// For each rule file: itself, and the files that it imports, directly and through others.
  private var closures: [String: [String]] = [:]

  init(_ texts: Texts, lastRoots: [String: Node] = [:]) {
    self.texts = texts
    self.lastRoots = lastRoots
  }

  /// Nil if it can't be read.
  func file(_ identity: String) -> File? {
    if let known = read[identity] { return known }
    let file = root(identity, texts).map { Self.file($0, identity) }
    read[identity] = .some(file)
    return file
  }

  func root(_ identity: String) -> Node? { file(identity)?.root }

  private func root(_ identity: String, _ texts: Texts) -> Node? {
    guard let bytes = try? texts.bytes(of: identity) else { return nil }
    var diagnostics = Diagnostics()
    let reader = SourceReader(limits: texts.limits)
    return reader.read(name: identity, bytes: bytes, into: &diagnostics).node ?? lastRoots[identity]
  }

  private static func file(_ root: Node, _ identity: String) -> File {
    let isSuite = DocumentKind(name: identity) == .suite
    return File(root: root, names: isSuite ? SuiteNames.of(root) : RuleFileNames.of(root))
  }

  func closure(of entry: String) -> [String] {
    if let known = closures[entry] { return known }
    let imports = TextImports(entry: entry, texts: texts, reads: ReadFiles())
    var (files, seen): ([String], Set<String>) = ([], [])
    var open = [entry]
    while let identity = open.popLast() {
      guard seen.insert(identity).inserted else { continue }
      files.append(identity)
      guard entry.hasPrefix("/"), let root = file(identity)?.root else { continue }
      let paths = (root["imports"]?.elements ?? []).compactMap { $0.string }
      open += paths.reversed().compactMap { try? imports.find($0, from: identity).identity }
    }
    closures[entry] = files
    return files
  }

  func table(of files: [String]) -> NameTable {
    NameTable(files.compactMap { identity in file(identity).map { ($0.root, $0.names) } })
  }
}
