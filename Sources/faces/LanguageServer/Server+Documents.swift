internal import JSONRPC
internal import Source

extension Server {
  mutating func open(_ params: Params) throws(ResponseError) {
    let item = try params.params("textDocument")
    let uri = try item.text("uri")
    let text = try item.text("text")
    guard snapshot.documents[uri] == nil else {
      throw ResponseError(.invalidParams, "The document \(uri) is already open. Close it first.")
    }
    let identity = identity(of: uri, language: try? item.text("languageId"))
    let document = Document(uri: uri, name: identity, version: try? item.integer("version"), text: text)
    snapshot.documents[uri] = document
    snapshot.openURIs[identity] = uri
    set(document.file, at: identity)
  }

  private func identity(of uri: String, language: String?) -> String {
    if let path = FileURI.path(of: uri) { return snapshot.texts.identity(of: path) }
    // The name's ending says how to read it.
    if DocumentKind(name: uri) != nil { return uri }
    switch language {
    case "yaml"?: return "\(uri).yaml"
    case "json"?, "jsonc"?: return "\(uri).json"
    default: return uri
    }
  }

  private mutating func set(_ file: SourceFile?, at identity: String) {
    snapshot.texts.set(file, at: identity)
    changed.insert(identity)
    isSettled = false
  }

  mutating func change(_ params: Params) throws(ResponseError) -> [Outgoing] {
    let item = try params.params("textDocument")
    let uri = try item.text("uri")
    guard var document = snapshot.documents[uri] else {
      throw ResponseError(.invalidParams, "The document \(uri) is not open. Open it first.")
    }
    let before = document.version
    let changes: [Document.Change]
    do throws(ResponseError) {
      changes = try document.apply(params, snapshot.client.encoding)
    } catch {
      snapshot.documents[uri] = document
      isSettled = false
      throw error
    }
    snapshot.documents[uri] = document
    let identity = document.file.name
    for unit in snapshot.units.keys where snapshot.units[unit]?.reading.reads.contains(identity) == true {
      snapshot.units[unit]?.move(changes, in: document.file)
    }
    set(document.file, at: identity)
    let outdated = modified(uri)
    guard let before, let version = document.version, version <= before else { return outdated }
    return outdated + [
      log("The version of \(uri) went from \(before) to \(version). Raise it with each change.")
    ]
  }

  /// Ends the requests that are about an older text.
  private mutating func modified(_ uri: String) -> [Outgoing] {
    func isAbout(_ job: Job) -> RequestID? {
      if case .answer(let id, uri) = job.purpose { id } else { nil }
    }
    var ids = requested.compactMap { isAbout($0) }
    requested.removeAll { isAbout($0) != nil }
    if let running, let id = isAbout(running) {
      running.cancellation.cancel()
      self.running = nil
      ids.append(id)
    }
    return ids.map { .error($0, ResponseError(.contentModified, "The document was changed meanwhile.")) }
  }

  mutating func close(_ params: Params) throws(ResponseError) {
    let uri = try params.params("textDocument").text("uri")
    guard let document = snapshot.documents.removeValue(forKey: uri) else {
      throw ResponseError(.invalidParams, "The document \(uri) is not open.")
    }
    pulled[uri] = nil
    let identity = document.file.name
    guard snapshot.openURIs[identity] == uri else { return }
    // A link may have opened the same file once more.
    let other = snapshot.documents.values.first { $0.file.name == identity }
    snapshot.openURIs[identity] = other?.uri
    if other == nil { snapshot.lastRoots[identity] = nil }
    set(other?.file, at: identity)
    forgetIndex()
  }

  /// Who does not watch files may have changed others meanwhile.
  mutating func save(_ params: Params) throws(ResponseError) {
    _ = try params.params("textDocument").text("uri")
    guard !snapshot.client.watchesFiles else { return }
    for state in snapshot.units.values { changed.formUnion(state.reading.reads) }
    forgetIndex()
  }

  mutating func changeFiles(_ params: Params) throws(ResponseError) {
    for change in try params.list("changes") {
      guard let path = FileURI.path(of: try change.text("uri")) else { continue }
      let identity = snapshot.texts.identity(of: path)
      if !snapshot.isOpen(identity) { changed.insert(identity) }
    }
    forgetIndex()
  }
}
