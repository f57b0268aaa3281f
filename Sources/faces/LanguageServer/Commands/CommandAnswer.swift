internal import JSONRPC
internal import Source

/// The result of a command.
package struct CommandAnswer: Sendable {
  /// A word or two; also the name of the file in which the text is shown.
  let title: String
  let text: String
  /// A line to show in place of the text.
  var message: String?
  /// A change of files, with the place to go to.
  var edit: Node?
  var place: Node?
  /// The file that holds the text, if the client can show it.
  private(set) var uri: String?

  init(_ title: String, _ text: String) {
    self.title = title
    self.text = text
  }

  /// Puts the text into a file if the client shows files.
  func kept(for snapshot: Snapshot) -> CommandAnswer {
    guard snapshot.client.showsDocuments, message == nil, place == nil,
      let path = snapshot.texts.files.keep(text, as: "\(title).txt")
    else { return self }
    var answer = self
    answer.uri = FileURI.uri(of: path)
    return answer
  }

  /// The result of the request.
  func node(_ client: ClientCapabilities) -> Node {
    var members: [(key: String, value: Node)] = [("title", .made(title)), ("text", .made(text))]
    if let uri { members.append(("uri", .made(uri))) }
    // Who can't be asked to apply it may do so by themselves.
    if let edit, !client.appliesEdits { members.append(("edit", edit)) }
    return .made(members)
  }
}
