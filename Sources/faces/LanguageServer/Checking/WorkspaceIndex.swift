internal import Source
internal import Suites

/// Who imports whom, and which suites there are, in the folders that the client has open.
package struct WorkspaceIndex: Sendable {
  /// The files that each rule file imports itself.
  private var imports: [String: [String]] = [:]
  /// The rule files that each suite tests.
  private var suites: [String: [String]] = [:]

  /// Names looked at in one scan.
  private static let most = 50_000

  /// Nothing known.
  package init() {}

  /// Reads the rule files with imports and the suites below some folders, without hidden folders and `node_modules`.
  init(_ roots: [String], _ texts: Texts, isCancelled: () -> Bool) {
    var open = roots
    var seen: Set<String> = []
    var count = 0
    while let folder = open.popLast() {
      guard seen.insert(folder).inserted else { continue }
      for name in texts.files.names(in: folder).sorted() where !name.hasPrefix(".") {
        count += 1
        if count > Self.most || isCancelled() { return }
        let path = PathText.joined(folder, name)
        guard let isFolder = texts.files.isFolder(path), let identity = try? texts.files.resolve(path) else {
          continue
        }
        if isFolder {
          // A link to a folder may form a cycle.
          if name != "node_modules", identity == path { open.append(path) }
        } else {
          add(identity, texts, roots)
        }
      }
    }
  }

  private mutating func add(_ identity: String, _ texts: Texts, _ roots: [String]) {
    switch DocumentKind(name: identity) {
    case .rules?:
      guard let bytes = try? texts.bytes(of: identity), Self.mayImport(bytes) else { return }
      var diagnostics = Diagnostics()
      let root = SourceReader(limits: texts.limits).read(name: identity, bytes: bytes, into: &diagnostics)
        .node
      let reader = TextImports(entry: identity, texts: texts, reads: ReadFiles())
      let found = (root?["imports"]?.elements ?? []).compactMap { $0.string }.map { path in
        (try? reader.find(path, from: identity))?.identity
          ?? texts.identity(of: PathText.joined(PathText.folder(of: identity), path))
      }
      if !found.isEmpty { imports[identity] = found }
    case .suite?:
      guard let bytes = try? texts.bytes(of: identity) else { return }
      var suite = SuiteFile(name: identity, bytes: bytes, limits: texts.limits)
      suites[identity] = SuitePlaces(identity, texts, roots, ReadFiles()).tested(by: &suite)
    case .mapping?, .configuration?, nil: return
    }
  }

  /// Most files have no imports and need not be read.
  private static func mayImport(_ bytes: [UInt8]) -> Bool {
    let word = Array("imports".utf8)
    guard bytes.count >= word.count else { return false }
    var index = 0
    while index <= bytes.count - word.count {
      if bytes[index] == word[0], bytes[index..<(index + word.count)].elementsEqual(word) { return true }
      index += 1
    }
    return false
  }

  /// The rule files that import this one, directly or through others.
  func importers(of identity: String) -> Set<String> {
    var found: Set<String> = []
    var open = [identity]
    while let next = open.popLast() {
      for (importer, imported) in imports where imported.contains(next) && found.insert(importer).inserted {
        open.append(importer)
      }
    }
    found.remove(identity)
    return found
  }

  /// The suites that test one of these rule files.
  func suites(testing rules: Set<String>) -> [String] {
    suites.filter { !rules.isDisjoint(with: $0.value) }.keys.sorted()
  }
}
