package import Edits
package import Source

extension Snapshot {
  /// A change of files, as the client can apply it. Line feeds become the line breaks of the file.
  package func workspaceEdit(_ edits: [(file: SourceFile, edits: [SourceEdit])]) -> Node {
    let changes = edits.map { (uri: uri(of: $0.file.name), edits: textEdits($0.edits, in: $0.file)) }
    guard client.hasDocumentChanges else {
      return .made([("changes", .made(changes.map { ($0.uri, $0.edits) }))])
    }
    let documents = changes.map { uri, edits -> Node in
      let version = self.documents[uri]?.version.map { Node.made($0) } ?? .null
      return .made([
        ("textDocument", .made([("uri", .made(uri)), ("version", version)])), ("edits", edits),
      ])
    }
    return .made([("documentChanges", .made(documents))])
  }

  /// Edits of one file.
  func textEdits(_ edits: [SourceEdit], in file: SourceFile) -> Node {
    let endings = LineEndings(of: file.bytes)
    return .made(
      edits.map { edit -> Node in
        let text = String(decoding: endings.broken(edit.replacement), as: UTF8.self)
        return .made([
          ("range", node(edit.range, in: file)), ("newText", .made(text)),
        ])
      }
    )
  }
}
