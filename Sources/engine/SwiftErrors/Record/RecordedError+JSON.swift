extension RecordedError {
  /// The record as a JSON object, with its members in the order of the reference and without unknown ones.
  public var json: JSONValue {
    var members: [JSONValue.Member] = []
    func add(_ key: String, _ value: JSONValue?) {
      if let value { members.append(JSONValue.Member(key, value)) }
    }
    func add(_ key: String, _ text: String?) { add(key, text.map { .string($0) }) }
    func add(_ key: String, _ number: Int?) { add(key, number.map { .integer(Int64($0)) }) }
    func add(_ key: String, _ bool: Bool?) { add(key, bool.map { .bool($0) }) }
    func add(_ key: String, _ list: [JSONValue]) { add(key, list.isEmpty ? nil : .array(list)) }

    add("time", time.map { timestamp($0) })
    add("id", id)
    add("origin", origin)
    add("type", type)
    add("case", `case`)
    add("payload", payload)
    add("is", `is`.map { .string($0) })
    add("domain", domain)
    add("code", code)
    add("status", status)
    add("message", message)
    add("reason", reason)
    add("suggestion", suggestion)
    add("options", options.map { $0.json })
    add("category", category)
    add("severity", severity?.rawValue)
    add("fatal", fatal)
    add("cancelled", cancelled)
    add("operation", operation)
    add("attempt", attempt)
    add("retryAfter", retryAfter.map { durationText($0) })
    add("elapsed", elapsed.map { durationText($0) })
    add("problem", problem?.json)
    add("underlying", underlying.map { $0.json })
    add("answers", answers)
    add("performed", performed.map { .string($0.rawValue) })
    add("platform", platform?.rawValue)
    add("attributes", attributes.isEmpty ? nil : .object(attributes))
    return .object(members)
  }

  /// The record as one line of NDJSON: UTF-8, with its line feed.
  public var line: [UInt8] {
    var writer = RecordJSONWriter()
    writer.write(json)
    writer.endLine()
    return writer.bytes
  }
}

extension RecordedError.Option {
  fileprivate var json: JSONValue {
    guard let recovers else { return .string(title) }
    return ["title": .string(title), "recovers": .bool(recovers)]
  }
}

extension Problem {
  /// The document as JSON: the members of the RFC, then the others by name.
  public var json: JSONValue {
    var members: [JSONValue.Member] = []
    if let type { members.append(JSONValue.Member("type", .string(type))) }
    if let title { members.append(JSONValue.Member("title", .string(title))) }
    if let status { members.append(JSONValue.Member("status", .integer(Int64(status)))) }
    if let detail { members.append(JSONValue.Member("detail", .string(detail))) }
    if let instance { members.append(JSONValue.Member("instance", .string(instance))) }
    let own: Set = ["type", "title", "status", "detail", "instance"]
    for (key, value) in extensions.sorted(by: { $0.key < $1.key }) where !own.contains(key) {
      members.append(JSONValue.Member(key, value))
    }
    return .object(members)
  }
}
