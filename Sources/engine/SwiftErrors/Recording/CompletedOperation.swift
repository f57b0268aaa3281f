/// A record that says that an operation ended well, in place of an error.
struct CompletedOperation {
  private let occurrence: ErrorOccurrence
  private let policy: RecordingPolicy

  init(_ occurrence: ErrorOccurrence, policy: RecordingPolicy) {
    self.occurrence = occurrence
    self.policy = policy
  }

  /// One line of NDJSON: UTF-8, with its line feed. Texts are cut and redacted as those of errors are.
  var line: [UInt8] {
    var reader = ErrorReader(policy: policy)
    var members: [JSONValue.Member] = []
    if let time = occurrence.time { members.append(JSONValue.Member("time", .string(timestamp(time)))) }
    for (key, text) in [("origin", occurrence.origin), ("operation", occurrence.operation)] {
      if let text { members.append(JSONValue.Member(key, .string(reader.text(text)))) }
    }
    if let attempt = occurrence.attempt {
      members.append(JSONValue.Member("attempt", .integer(Int64(attempt))))
    }
    let attributes = reader.members(JSONValue.object(sorted: occurrence.attributes).members ?? [])
    if !attributes.isEmpty { members.append(JSONValue.Member("attributes", .object(attributes))) }
    members.append(JSONValue.Member("completed", .bool(true)))
    var writer = RecordJSONWriter()
    writer.write(.object(members))
    writer.endLine()
    return writer.bytes
  }
}
