internal import Engine
internal import Source

/// An error as the last rule of its responder gets it: the record, with what `unwrap` and `transform` changed on the way.
enum EndedError {
  /// - Parameters:
  ///   - record: the record as JSON.
  ///   - explanation: its evaluation, with secrets shown.
  static func of(_ record: String, _ explanation: Explanation) -> Node {
    let error = Node.made(json: record) ?? .null
    let changes = explanation.steps.flatMap { $0.changes }
    guard !changes.isEmpty else { return error }
    var members = (error.members ?? []).map { (key: $0.key, value: $0.value) }
    for change in changes {
      members.removeAll { $0.key == change.field }
      if let value = change.after.flatMap({ Node.made(json: $0) }) {
        members.append((key: change.field, value: value))
      }
    }
    return .made(members)
  }
}
