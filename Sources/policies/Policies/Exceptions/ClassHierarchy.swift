/// Exception classes, and which of them are below which.
struct ClassHierarchy {
  private let children: [String: [String]]

  /// - Parameter table: `ancestor=class,class; …`. A class without a package is in its ancestor's, and one that begins with `$`
  ///   is within its ancestor.
  init(_ table: String) {
    var children: [String: [String]] = [:]
    for (ancestor, classes) in Self.pairs(table) {
      let end = ancestor.lastIndex(of: ".").map { ancestor.index(after: $0) } ?? ancestor.startIndex
      children[ancestor] = classes.split(separator: ",").map { name in
        name.hasPrefix("$")
          ? ancestor + name : name.contains(".") ? String(name) : String(ancestor[..<end]) + name
      }
    }
    self.children = children
  }

  /// A class and all that are below it, each once.
  func classes(below name: String) -> [String] {
    var found = [name]
    var next = 0
    while next < found.count {
      found += (children[found[next]] ?? []).filter { !found.contains($0) }
      next += 1
    }
    return found
  }

  static func pairs(_ table: String) -> [String: String] {
    Dictionary(
      uniqueKeysWithValues: table.split(separator: "; ").map { entry in
        let parts = entry.split(separator: "=")
        return (String(parts[0]), String(parts[1]))
      }
    )
  }
}
