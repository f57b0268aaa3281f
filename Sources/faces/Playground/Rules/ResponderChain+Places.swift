internal import Engine
package import Source

extension ResponderChain {
  /// Where the clauses stand, in the order of their indices.
  ///
  /// - Parameter uri: that of a file by its name.
  package func places(_ uri: (String) -> String) -> [Node] {
    clauses.indices.map { index in
      let range = clauses[index].range
      return .made([
        ("name", .made(name(ofClause: index))),
        ("uri", .made(uri(range.file.name))),
        ("line", .made(range.start.line - 1)),
      ])
    }
  }
}
