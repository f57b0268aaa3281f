internal import JSONRPC
internal import Source

/// The findings of a document as the client asked for them last.
struct PulledFindings {
  let id: String
  let version: Int?
  /// All of the answer but its id.
  let text: String
}

/// Findings for a client that asks for them (LSP 3.17). It is not told of them otherwise, but asked to ask again once
/// there are others for the same text.
extension Server {
  mutating func pull(_ id: RequestID, _ params: Params) throws(ResponseError) -> Outgoing {
    let document = try snapshot.document(params)
    isPullAwaited = false
    let (items, others) = pulled(document)
    let text = JSONWriter.line(items) + (others.map { JSONWriter.line($0) } ?? "")
    if let before = pulled[document.uri], before.text == text {
      pulled[document.uri] = PulledFindings(id: before.id, version: document.version, text: text)
      if params["previousResultId"]?.string == before.id {
        return .result(id, .made([("kind", .made("unchanged")), ("resultId", .made(before.id))]))
      }
    } else {
      pullsAnswered += 1
      pulled[document.uri] = PulledFindings(id: "\(pullsAnswered)", version: document.version, text: text)
    }
    var members: [(key: String, value: Node)] = [
      ("kind", .made("full")), ("resultId", .made(pulled[document.uri]?.id ?? "")), ("items", items),
    ]
    if let others { members.append(("relatedDocuments", others)) }
    return .result(id, .made(members))
  }

  /// Asks the client to ask again, if a text that it has asked about has other findings now.
  mutating func refreshPulled() -> [Outgoing] {
    guard snapshot.client.refreshesFindings, !isPullAwaited else { return [] }
    let isOld = pulled.contains { uri, before in
      guard let document = snapshot.documents[uri], document.version == before.version else { return false }
      let (items, others) = pulled(document)
      return before.text != JSONWriter.line(items) + (others.map { JSONWriter.line($0) } ?? "")
    }
    guard isOld else { return [] }
    isPullAwaited = true
    requestsSent += 1
    return [.request(id: requestsSent, method: "workspace/diagnostic/refresh", .null)]
  }

  /// The findings of a document; and those of the files that belong to it and are not open, if the client takes them.
  private func pulled(_ document: Document) -> (items: Node, others: Node?) {
    let all = Publication.findings(of: snapshot.units)
    func items(_ identity: String) -> Node {
      .made(withoutSchemas(all[identity] ?? [], in: identity).map { snapshot.node($0) })
    }
    let own = items(document.file.name)
    guard snapshot.client.takesRelatedFindings else { return (own, nil) }
    let others = all.keys.filter { !snapshot.isOpen($0) }.sorted().map { identity in
      (
        key: snapshot.uri(of: identity),
        value: Node.made([("kind", .made("full")), ("items", items(identity))])
      )
    }
    return (own, others.isEmpty ? nil : .made(others))
  }
}
