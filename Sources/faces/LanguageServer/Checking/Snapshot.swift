internal import JSONRPC
internal import Source

/// Everything that answers depend on, at one moment.
package struct Snapshot: Sendable {
  var client = ClientCapabilities()
  /// The texts that the client has open, by URI.
  package internal(set) var documents: [String: Document] = [:]
  /// The open documents of files, by resolved path.
  var openURIs: [String: String] = [:]
  package internal(set) var texts: Texts
  var checker: Checker
  package internal(set) var units: [Unit: UnitState] = [:]
  /// Who imports whom in these folders.
  var index = WorkspaceIndex()
  /// The values of open files when they could last be read, by resolved path.
  var lastRoots: [String: Node] = [:]
  /// Values of the sample streams.
  var words: [SampleSource: SampleWords] = [:]
  /// The folders that the client has open: as it names them, and resolved.
  var roots: [(path: String, identity: String)] = []

  init(_ texts: Texts, _ checker: Checker) {
    self.texts = texts
    self.checker = checker
  }

  /// The document of a request.
  ///
  /// - Throws: if it is not open, or if its text is unknown.
  func document(_ params: Params) throws(ResponseError) -> Document {
    let uri = try params.params("textDocument").text("uri")
    guard let document = documents[uri] else {
      throw ResponseError(.invalidParams, "The document \(uri) is not open. Open it first.")
    }
    guard !document.isLost else {
      throw ResponseError(
        .requestFailed, "A change of \(uri) could not be applied. Close the document and open it again.")
    }
    return document
  }

  /// The URI by which the client knows a file.
  package func uri(of identity: String) -> String {
    if let uri = openURIs[identity] { return uri }
    guard identity.hasPrefix("/") else { return identity }
    for root in roots where root.path != root.identity && PathText.isInside(identity, root.identity) {
      let path = PathText.joined(root.path, PathText.relative(identity, to: root.identity))
      return FileURI.uri(of: path)
    }
    return FileURI.uri(of: identity)
  }

  package func isOpen(_ identity: String) -> Bool { openURIs[identity] != nil }

  func place(_ range: SourceRange) -> Node {
    .made([
      ("uri", .made(uri(of: range.file.name))),
      ("range", client.encoding.range(of: range)),
    ])
  }

  func node(_ place: Range<Int>, in file: SourceFile) -> Node { client.encoding.range(of: place, in: file) }

  /// First what is in front of the user.
  func isSooner(_ left: Unit, _ right: Unit) -> Bool {
    let (isLeftOpen, isRightOpen) = (isOpen(left.identity), isOpen(right.identity))
    return isLeftOpen != isRightOpen ? isLeftOpen : left < right
  }
}
