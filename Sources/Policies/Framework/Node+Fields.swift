internal import Records
internal import Source

/// Fields of protocol buffers' messages, whose JSON has two spellings: `num_retries` and `numRetries`.
extension Node {
  func field(_ name: String) -> Node? { self[name] ?? self[name.lowerCamelCase] }

  /// The mappings that have a list in this field, wherever they stand, but not those within one another.
  func messages(withList field: String) -> [Node] {
    if self.field(field)?.elements != nil { return [self] }
    let inner = elements ?? members?.map { $0.value } ?? []
    return inner.flatMap { $0.messages(withList: field) }
  }

  /// An integer from 0 to 2^32 − 1, as a number or a text; nil, and reported, if it is none.
  func unsigned(_ key: String, in diagnostics: inout Diagnostics) -> Int64? {
    let number: Int64? =
      if case .integer(let number) = content { number } else { string.flatMap { Int64($0) } }
    if let number, (0...Int64(UInt32.max)).contains(number) { return number }
    diagnostics.report(.policyFault("“\(key)” must be an integer of at least 0.", at: range))
    return nil
  }

  /// A duration as protocol buffers have it, such as `0.25s`; nil, and reported, if it is none.
  func seconds(_ key: String, in diagnostics: inout Diagnostics) -> TimeSpan? {
    if let text = string, text.hasSuffix("s"), !text.hasSuffix("ms"), let span = TimeSpan(text) {
      return span
    }
    diagnostics.report(.policyFault("“\(key)” must be a number of seconds such as \"0.5s\".", at: range))
    return nil
  }
}
