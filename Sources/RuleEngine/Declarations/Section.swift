/// A mapping of a rule file while it is read: known keys are taken, others reported, nothing is skipped.
struct Section {
  /// What the mapping is, for messages: `a rule`.
  let what: String
  let node: Node
  private let members: [Node.Member]

  /// Opens a mapping, reporting what is no mapping, unknown keys and keys that are not supported yet.
  init?(
    _ node: Node,
    _ what: String,
    keys: [String],
    later: [String] = [],
    in diagnostics: inout Diagnostics
  ) {
    guard let members = node.members else {
      diagnostics.report(.wrongType(node, expected: "\(what) (a mapping)"))
      return nil
    }
    self.what = what
    self.node = node
    self.members = members
    for member in members where !keys.contains(member.key) {
      if later.contains(member.key) {
        diagnostics.report(.notSupportedYet("“\(member.key)”", at: member.keyRange))
        continue
      }
      let known = keys + later
      let question = Suggestion.question(for: member.key, among: known)
      let advice = question.isEmpty ? " It has \(known.joined(separator: ", "))." : question
      diagnostics.report(
        Diagnostic(
          "unknown-key",
          "“\(member.key)” is no key of \(what).\(advice)",
          at: member.keyRange
        )
      )
    }
  }

  /// The value of a key, or nil.
  subscript(key: String) -> Node? {
    members.first { $0.key == key }?.value
  }

  /// The member of a key, or nil.
  func member(_ key: String) -> Node.Member? {
    members.first { $0.key == key }
  }

  /// The text of a key; nil where it is absent, or once a wrong type is reported.
  func text(_ key: String, in diagnostics: inout Diagnostics) -> Named? {
    guard let value = self[key] else { return nil }
    guard let text = value.string, !text.isEmpty else {
      diagnostics.report(.wrongType(value, expected: "a text for “\(key)” (quote it)"))
      return nil
    }
    return Named(text, value.range)
  }

  /// The flag of a key, `otherwise` where it is absent.
  func flag(_ key: String, otherwise: Bool, in diagnostics: inout Diagnostics) -> Bool {
    guard let value = self[key] else { return otherwise }
    guard case .bool(let flag) = value.content else {
      diagnostics.report(.wrongType(value, expected: "true or false"))
      return otherwise
    }
    return flag
  }

  /// The word of a key, one of `words`.
  func word(_ key: String, of words: [String], in diagnostics: inout Diagnostics) -> String? {
    guard let value = self[key] else { return nil }
    guard let word = value.string, words.contains(word) else {
      let question = Suggestion.question(for: value.text, among: words)
      diagnostics.report(
        .wrongValue(value, "“\(key)” is one of \(words.joined(separator: ", ")).\(question)")
      )
      return nil
    }
    return word
  }

  /// The elements of a key's list; empty where it is absent, or once a wrong type is reported.
  func list(_ key: String, of what: String, in diagnostics: inout Diagnostics) -> [Node] {
    guard let value = self[key] else { return [] }
    guard let elements = value.elements else {
      diagnostics.report(.wrongType(value, expected: "a list of \(what)"))
      return []
    }
    return elements
  }

  /// The members of a key's mapping; empty where it is absent, or once a wrong type is reported.
  func mapping(_ key: String, of what: String, in diagnostics: inout Diagnostics) -> [Node.Member] {
    guard let value = self[key] else { return [] }
    guard let members = value.members else {
      diagnostics.report(.wrongType(value, expected: "a mapping of \(what)"))
      return []
    }
    return members
  }

  /// Checks what every described thing may carry: `description`, `meta`, `suppress`.
  func checkNotes(in diagnostics: inout Diagnostics) {
    _ = text("description", in: &diagnostics)
    _ = mapping("meta", of: "anything", in: &diagnostics)
    for member in mapping("suppress", of: "codes and reasons", in: &diagnostics) {
      if member.value.string?.isEmpty == false { continue }
      guard
        let section = Section(
          member.value,
          "a suppression",
          keys: ["reason", "until"],
          in: &diagnostics
        )
      else { continue }
      if section["reason"] == nil {
        diagnostics.report(
          .wrongValue(member.value, "Say why “\(member.key)” is suppressed: { reason: … }.")
        )
      }
      _ = section.text("reason", in: &diagnostics)
      _ = section.text("until", in: &diagnostics)
    }
  }
}

/// A name as written, with its place.
public struct Named: Sendable {
  /// The name.
  public let text: String
  /// Where it stands.
  public let range: SourceRange

  init(_ text: String, _ range: SourceRange) {
    self.text = text
    self.range = range
  }
}
