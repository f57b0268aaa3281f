internal import Source
internal import Suites

/// Finds where a name is declared and used: in the rule sets that a file belongs to, and in the suites that test them.
struct NameSearch {
  private let snapshot: Snapshot
  let files: NamedFiles

  /// - Parameter withLastRoots: files that can't be read have the names that they had last, at their places of then.
  init(_ snapshot: Snapshot, withLastRoots: Bool = false) {
    self.snapshot = snapshot
    files = NamedFiles(snapshot.texts, lastRoots: withLastRoots ? snapshot.lastRoots : [:])
  }

  /// All names that may be used in a file.
  func names(in identity: String) -> [NameUse] {
    var seen: Set<SourcePlace> = []
    let isSuite = DocumentKind(name: identity) == .suite
    let names = entries(of: identity).sorted().flatMap { entry in
      files.table(of: files.closure(of: entry) + (isSuite ? [identity] : [])).uses
    }
    return names.filter { seen.insert(SourcePlace($0.range)).inserted }
  }

  /// The name at a byte offset of a file, its end included.
  func use(at offset: Int, in identity: String) -> NameUse? {
    func find(_ names: [NameUse]) -> NameUse? {
      names.first { $0.range.bytes.lowerBound <= offset && offset <= $0.range.bytes.upperBound }
    }
    guard let file = files.file(identity) else { return nil }
    if let use = find(file.names) { return use }
    // An element of a list may be a name because of what another file does with it.
    let isInList = (file.root["lists"]?.range.bytes).map {
      $0.lowerBound <= offset && offset <= $0.upperBound
    }
    guard isInList == true else { return nil }
    return find(names(in: identity).filter { $0.range.file.name == identity })
  }

  /// The declarations of a name in the rule sets that a file belongs to.
  func declarations(of use: NameUse, in identity: String) -> [NameUse] {
    guard use.kind != .error, use.kind != .expectation else {
      return files.table(of: [identity]).declarations(of: use)
    }
    var seen: Set<SourcePlace> = []
    return entries(of: identity).sorted().flatMap { entry in
      files.table(of: files.closure(of: entry)).declarations(of: use)
    }.filter { seen.insert(SourcePlace($0.range)).inserted }
  }

  /// The occurrences of a name: its declarations, and these with all uses.
  struct Occurrences {
    var declarations: [NameUse] = []
    var all: [NameUse] = []
    var tables: [NameTable] = []
  }

  func occurrences(of use: NameUse, in identity: String) -> Occurrences {
    var found = Occurrences()
    if use.kind == .error || use.kind == .expectation {
      found.add(use, files.table(of: [identity]))
      return found
    }
    let isSuite = DocumentKind(name: identity) == .suite
    var entries: Set<String> = []
    var suites: Set<String> = []
    /// Rule sets that may have the name, and whether a suite says that they do.
    var open = self.entries(of: identity).sorted().map { (entry: $0, isTied: isSuite) }
    while let (entry, isTied) = open.popLast() {
      guard !entries.contains(entry) else { continue }
      let table = files.table(of: files.closure(of: entry) + (isSuite ? [identity] : []))
      let declarations = table.declarations(of: use)
      // Another rule set counts if it has the same declaration, not only the same word.
      guard isTied || found.tables.isEmpty || declarations.contains(where: { found.isDeclared(at: $0.range) })
      else { continue }
      entries.insert(entry)
      found.add(use, table)
      for file in Set(declarations.map { $0.range.file.name }) {
        open += self.entries(of: file).map { ($0, false) }
      }
      for suite in self.suites(testing: entries) where suites.insert(suite).inserted {
        let tested = tested(by: suite)
        let table = files.table(of: files.closure(of: entry) + [suite])
        found.add(use, table)
        // A suite that uses the name and tests several rule sets means the names of all of them.
        let isUsed = table.all(like: use).contains { $0.range.file.name == suite }
        if isUsed { open += tested.map { ($0, true) } }
      }
    }
    return found
  }

  /// The rule sets that a file belongs to, by their entry files.
  private func entries(of identity: String) -> Set<String> {
    if DocumentKind(name: identity) == .suite { return Set(tested(by: identity)) }
    var entries = snapshot.index.importers(of: identity).union([identity])
    for open in snapshot.openURIs.keys where DocumentKind(name: open) == .rules {
      if files.closure(of: open).contains(identity) { entries.insert(open) }
    }
    return entries
  }

  private func tested(by suite: String) -> [String] {
    guard let bytes = try? snapshot.texts.bytes(of: suite) else { return [] }
    var file = SuiteFile(name: suite, bytes: bytes, limits: snapshot.texts.limits)
    let roots = snapshot.roots.map { $0.identity }
    return SuitePlaces(suite, snapshot.texts, roots, ReadFiles()).tested(by: &file)
  }

  private func suites(testing rules: Set<String>) -> [String] {
    let open = snapshot.openURIs.keys.filter { suite in
      DocumentKind(name: suite) == .suite && !rules.isDisjoint(with: tested(by: suite))
    }
    return Set(snapshot.index.suites(testing: rules) + open).sorted()
  }
}

extension NameSearch.Occurrences {
  func isDeclared(at range: SourceRange) -> Bool {
    let place = SourcePlace(range)
    return declarations.contains { SourcePlace($0.range) == place }
  }

  mutating func add(_ use: NameUse, _ table: NameTable) {
    tables.append(table)
    var known = Set(all.map { SourcePlace($0.range) })
    for other in table.all(like: use) where known.insert(SourcePlace(other.range)).inserted {
      all.append(other)
    }
    known = Set(declarations.map { SourcePlace($0.range) })
    for other in table.declarations(of: use) where known.insert(SourcePlace(other.range)).inserted {
      declarations.append(other)
    }
  }
}
