internal import JSONRPC
internal import Source

extension Server {
  /// Adds the job of `workspace/executeCommand`.
  mutating func execute(_ id: RequestID, _ params: Params) throws(ResponseError) {
    let name = try params.text("command")
    guard let command = CommandName(rawValue: name) else {
      let all = CommandName.allCases.map { $0.rawValue }.joined(separator: ", ")
      throw ResponseError(.invalidParams, "There is no command “\(name)”. There are \(all).")
    }
    let list = try params.list("arguments")
    guard list.count == 1, let arguments = list.first, arguments.node?.members != nil else {
      throw ResponseError(.invalidParams, "“arguments” is not a list of one mapping. Send one.")
    }
    let uri = try arguments.text("uri")
    var path = snapshot.documents[uri]?.file.name
    if path == nil, let file = FileURI.path(of: uri) { path = snapshot.texts.identity(of: file) }
    guard let identity = path, let kind = DocumentKind(name: identity),
      kind == .rules || kind == .suite && command == .runTests
    else {
      throw ResponseError(.invalidParams, "“arguments.0.uri” is not the URI of a rule file. Send one.")
    }
    let snapshot = snapshot
    let work: CommandWork
    switch command {
    case .explain: work = try ExplainedRecord.answer(identity, arguments, snapshot)
    case .changes: work = try EditDifference.answer(identity, arguments, snapshot)
    case .draftRules: work = DraftedRulesOfStream.answer(identity, snapshot)
    case .runTests: work = try TestRun.answer(identity, arguments, snapshot)
    case .writeTest: work = try RecordedTest.answer(identity, arguments, snapshot)
    }
    request(
      Job(.answer(id, uri: uri)) { cancellation in
        .command(id, work.run(cancellation).map { $0.kept(for: snapshot) })
      }
    )
  }

  /// The result, and what the client is asked to apply and to show.
  mutating func answered(_ id: RequestID, _ answer: CommandAnswer) -> [Outgoing] {
    var messages: [Outgoing] = []
    var isApplied = false
    if let edit = answer.edit, snapshot.client.appliesEdits {
      messages.append(ask("workspace/applyEdit", .made([("label", .made(answer.title)), ("edit", edit)])))
      isApplied = true
    }
    messages.append(.result(id, answer.node(snapshot.client)))
    if isApplied, let place = answer.place {
      if snapshot.client.showsDocuments { messages.append(ask("window/showDocument", place)) }
    } else if let uri = answer.uri {
      messages.append(ask("window/showDocument", .made([("uri", .made(uri)), ("takeFocus", .made(true))])))
    } else if answer.message == nil {
      messages.append(show(answer.text))
    }
    if let message = answer.message { messages.append(show(message)) }
    return messages
  }

  private mutating func ask(_ method: String, _ params: Node) -> Outgoing {
    requestsSent += 1
    return .request(id: requestsSent, method: method, params)
  }

  private func show(_ text: String) -> Outgoing {
    .notification(method: "window/showMessage", .made([("type", .made(3)), ("message", .made(text))]))
  }
}
