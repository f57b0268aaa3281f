package import Source

/// The place of an entry of a list or mapping in its file, with the containers around it.
package struct WrittenPlace {
  let file: SourceFile
  /// The containers around it, the outermost first, each with the index of its entry on the path.
  let path: [(container: WrittenNode, index: Int)]

  /// The innermost entry that begins at or before a place and ends after it; nil if the file can't be read.
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

  package var outer: WrittenPlace? {
    path.count > 1 ? WrittenPlace(file: file, path: path.dropLast()) : nil
  }

  /// The innermost list element on the path, including this entry.
  package var element: WrittenPlace? {
    entry.key == nil ? self : outer?.element
  }

  /// The place of another entry of the same container.
  func sibling(_ index: Int) -> WrittenPlace {
    WrittenPlace(file: file, path: path.dropLast() + [(container, index)])
  }

  var container: WrittenNode { path[path.count - 1].container }
  var index: Int { path[path.count - 1].index }
  var entry: WrittenEntry { container.entries[index] }
}

extension WrittenEntry {
  var start: Int { (key ?? value).range.lowerBound }

  var end: Int { max(key?.range.upperBound ?? 0, isValueWritten ? value.range.upperBound : 0) }

  private var isValueWritten: Bool {
    if case .nothing = value.content { false } else { true }
  }
}
