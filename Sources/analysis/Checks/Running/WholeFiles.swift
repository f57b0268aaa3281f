/// The files of a search that are checked for themselves.
///
/// A file that has responders and that another one imports is checked as a part of that file only, because it may need the
/// other's declarations. A fragment is also checked by itself.
package enum WholeFiles {
  package struct File {
    /// The path with all links resolved.
    let identity: String
    let isNamed: Bool
    let hasResponders: Bool
    /// The identities of its imports, directly and through others.
    let imports: [String]

    /// - Parameter isNamed: the user named the file itself, so that it is checked in any case.
    package init(_ identity: String, isNamed: Bool, hasResponders: Bool, imports: [String]) {
      self.identity = identity
      self.isNamed = isNamed
      self.hasResponders = hasResponders
      self.imports = imports
    }
  }

  /// The indices of the files to check for themselves, in order.
  package static func indices(of files: [File]) -> [Int] {
    let imported = Set(files.flatMap { $0.imports })
    var reached: Set<String> = []
    var isWhole = files.map { $0.isNamed || !$0.hasResponders || !imported.contains($0.identity) }
    for index in files.indices where isWhole[index] { reached.formUnion(files[index].imports) }
    // Files that import each other have no entry; the first one stands for all.
    for index in files.indices where !isWhole[index] && !reached.contains(files[index].identity) {
      isWhole[index] = true
      reached.formUnion(files[index].imports)
    }
    return files.indices.filter { isWhole[$0] }
  }
}
