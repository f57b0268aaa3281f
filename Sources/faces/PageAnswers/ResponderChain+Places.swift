internal import Engine
package import Source

extension ResponderChain {
  /// A preview as pages have it: the elements of the report, the places of clauses, and the categories.
  ///
  /// - Parameter uri: the URI of a file by its name.
  package func preview(_ parts: [String], _ uri: (String) -> String) -> Node {
    .made([
      ("parts", .made(parts.map { .made($0) })), ("clauses", .made(places(uri))),
      ("categories", .made(categories.map { .made($0) })),
    ])
  }

  /// Where the clauses stand, in the order of their indices.
  ///
  /// - Parameter uri: the URI of a file by its name.
  func places(_ uri: (String) -> String) -> [Node] {
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
