internal import Source

/// The names of a rule set: of its entry file, of the files that it imports, and of suites that test it.
struct NameTable {
  /// The uses in the order of the files.
  let uses: [NameUse]
  private let bases: [String: String]
  private let declared: [NameUse]

  init(_ files: [(root: Node, names: [NameUse])]) {
    let listed = ListedNames(files.map { $0.root })
    uses = files.flatMap { $0.names + listed.names(in: $0.root) }
    declared = uses.filter { $0.isDeclaration }
    var bases: [String: String] = [:]
    for file in files {
      for responder in file.root["responders"]?.elements ?? [] {
        guard let id = responder["id"]?.string else { continue }
        bases[id] = responder["extends"]?["from"]?.string
      }
    }
    self.bases = bases
  }

  func declarations(of use: NameUse) -> [NameUse] {
    let all = declared.filter { $0.kind == use.kind && $0.name == use.name }
    guard use.kind == .rule || use.kind == .code, let owner = use.owner else { return all }
    if use.isDeclaration || use.kind == .code { return all.filter { $0.owner == owner } }
    // A rule is declared by its responder or by one that it extends.
    var (next, seen): (String?, Set<String>) = (owner, [])
    while let responder = next, seen.insert(responder).inserted {
      let own = all.filter { $0.owner == responder }
      if !own.isEmpty { return own }
      next = bases[responder]
    }
    return []
  }

  /// Declarations and uses that mean the same as one of them.
  func all(like use: NameUse) -> [NameUse] {
    let places = Set(declarations(of: use).map { SourcePlace($0.range) })
    return uses.filter { other in
      guard other.kind == use.kind, other.name == use.name else { return false }
      let theirs = declarations(of: other)
      if theirs.isEmpty || places.isEmpty { return theirs.isEmpty && places.isEmpty }
      return theirs.contains { places.contains(SourcePlace($0.range)) }
    }
  }

  func declares(_ name: String, like use: NameUse) -> Bool {
    declared.contains { other in
      other.kind == use.kind && other.name == name
        && (use.kind != .rule && use.kind != .code
          || declarations(of: use).contains { $0.owner == other.owner })
    }
  }
}
