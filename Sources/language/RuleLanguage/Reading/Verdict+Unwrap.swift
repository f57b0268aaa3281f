internal import Source

extension Verdict {
  /// The verdict that goes on with the error at a path; nil if a fault was reported.
  init?(unwrapping path: Node, in diagnostics: inout Diagnostics) {
    if path.string == "underlying" {
      self = .unwrapCause
      return
    }
    if let text = path.string, text.hasPrefix("payload."), let index = Int32(text.dropFirst(8)), index >= 0,
      text == "payload.\(index)"
    {
      self = .unwrapPayload(Int(index))
      return
    }
    guard path.scalar != nil else {
      diagnostics.report(.wrongType(path, expected: "payload.0 (or another index) or underlying"))
      return nil
    }
    let question = Suggestion.question(for: path.text, among: ["payload.0", "underlying"])
    let advice = question.isEmpty ? " Write payload.0 (or another index) or underlying." : question
    diagnostics.report(.wrongValue(path, "“\(path.text)” does not lead to a nested error.\(advice)"))
    return nil
  }
}
