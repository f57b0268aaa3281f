package import Source

/// Where an entry of a list or mapping stands in its file, with everything around it.
package struct WrittenPlace {
  let file: SourceFile
  /// The lists and mappings around it, the outermost first, each with the place of its entry on the way.
  let path: [(container: WrittenNode, index: Int)]

  /// The innermost entry that begins at or before a place and ends after it; nil where there is none, or where the file
  /// can't be read.
  package init?(_ place: SourceRange) {
    file = place.file
    guard let written = Self.tree(of: place.file) else { return nil }
    var path: [(container: WrittenNode, index: Int)] = []
    var node = written.root.value
    let offset = place.bytes.lowerBound
    while let index = node.entries.lastIndex(where: { $0.start <= offset }), offset <= node.entries[index].end
    {
      path.append((node, index))
      node = node.entries[index].value
    }
    guard !path.isEmpty else { return nil }
    self.path = path
  }

  private init(file: SourceFile, path: [(container: WrittenNode, index: Int)]) {
    self.file = file
    self.path = path
  }

  private static func tree(of file: SourceFile) -> WrittenFile? {
    guard file.name.lowercased().hasSuffix(".json") else { return try? YAMLTreeBuilder.read(file) }
    var diagnostics = Diagnostics()
    let node = SourceReader().read(name: file.name, bytes: file.bytes, into: &diagnostics).node
    return node.map { NodeTreeBuilder.read($0) }
  }

  /// The entry that holds this one.
  package var outer: WrittenPlace? {
    path.count > 1 ? WrittenPlace(file: file, path: path.dropLast()) : nil
  }

  /// The innermost element of a list on the way, this entry included.
  package var element: WrittenPlace? {
    entry.key == nil ? self : outer?.element
  }

  var container: WrittenNode { path[path.count - 1].container }
  var index: Int { path[path.count - 1].index }
  var entry: WrittenEntry { container.entries[index] }
}

extension WrittenEntry {
  /// Its first byte, of an element without its dash.
  var start: Int { (key ?? value).range.lowerBound }

  /// The byte after its last.
  var end: Int { max(key?.range.upperBound ?? 0, isValueWritten ? value.range.upperBound : 0) }

  private var isValueWritten: Bool {
    if case .nothing = value.content { false } else { true }
  }
}
