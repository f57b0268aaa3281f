internal import Bytes

/// A mapping of a rule file while it is read; unknown keys are reported.
package struct Section {
  /// The name of the mapping in messages: `a rule`.
  let what: String
  package let node: Node
  /// Every key is known; otherwise a missing key may be present under another name.
  package let isWhole: Bool
  private let members: [Node.Member]
  /// Misspelt keys, already reported, by the intended key. Their values are read: one slip causes one
  /// finding.
  private let misspelt: [String: Node.Member]

  /// Opens a mapping; reports a value of another type, and unknown keys with `advice`.
  package init?(
    _ node: Node, _ what: String, keys: [Key], advice language: KeyAdvice, in diagnostics: inout Diagnostics
  ) {
    self.init(node, what, keys: keys.names, advice: language, in: &diagnostics)
  }

  /// Opens a mapping whose keys are known by their names alone.
  package init?(
    _ node: Node, _ what: String, keys: [String], advice language: KeyAdvice,
    in diagnostics: inout Diagnostics
  ) {
    guard let members = node.members else {
      let isOne = what.hasPrefix("a ") || what.hasPrefix("an ")
      let example = language.example(what).map { ", such as \($0)" } ?? ""
      diagnostics.report(
        .wrongType(node, expected: isOne ? "\(what) (a mapping)" : "a mapping for “\(what)”\(example)"))
      return nil
    }
    var isWhole = true
    var misspelt: [String: Node.Member] = [:]
    for member in members where !keys.contains(member.key) {
      isWhole = false
      if let space = member.noBreakSpaceInKey {
        diagnostics.report(.noBreakSpace(space))
        continue
      }
      let advice: String
      if let meaning = KnownWords.meaning(of: member.key, among: keys),
        !Self.isMatcherName(member, language.place("matcher", what))
      {
        advice = " Did you mean “\(meaning)”?"
        // A single value usually has another form there.
        if !member.value.isSingle { misspelt[meaning] = misspelt[meaning] ?? member }
      } else if let place = language.place(member.key, what) {
        advice = place
      } else {
        // A misplaced key is not misspelt.
        let meant =
          language.keys.contains(member.key)
          ? nil : Suggestion.closest(to: member.key, among: keys)
        advice =
          meant.map { " Did you mean “\($0)”?" } ?? " It has \(keys.joined(separator: ", "))."
        if let meant { misspelt[meant] = misspelt[meant] ?? member }
      }
      let isOne = what.hasPrefix("a ") || what.hasPrefix("an ")
      diagnostics.report(
        Diagnostic(
          "unknown-key", "“\(member.key)” is not a key of \(isOne ? what : "“\(what)”").\(advice)",
          at: member.keyRange))
    }
    self.what = what
    self.node = node
    self.isWhole = isWhole
    self.members = members
    self.misspelt = misspelt
  }

  /// Written beside `when` instead of below it, by `advice`.
  private static func isMatcherName(_ member: Node.Member, _ advice: String?) -> Bool {
    member.key == "matcher" && member.value.members == nil && advice != nil
  }

  package subscript(key: String) -> Node? {
    member(key)?.value
  }

  package func member(_ key: String) -> Node.Member? {
    members.first { $0.key == key } ?? misspelt[key]
  }

  /// The text of a key; nil if it is absent, or if a wrong type was reported.
  package func text(_ key: String, in diagnostics: inout Diagnostics) -> Named? {
    guard let value = self[key] else { return nil }
    guard let text = value.string else {
      let quoted = value.isSingle ? " in quotes" : ""
      diagnostics.report(.wrongType(value, expected: "a text\(quoted) for “\(key)”"))
      return nil
    }
    guard !text.isEmpty else {
      diagnostics.report(.wrongValue(value, "“\(key)” is empty. Write a text, or remove the key."))
      return nil
    }
    return Named(text, value.range)
  }

  /// Nil if it is absent. A value of the wrong type is reported and stands for itself as written, so that
  /// references to it are no second fault.
  package func name(_ key: String, in diagnostics: inout Diagnostics) -> Named? {
    guard let value = self[key] else { return nil }
    return text(key, in: &diagnostics) ?? Named(value.text, value.range, isFaulty: true)
  }

  package func id(in diagnostics: inout Diagnostics) -> Named? {
    guard let id = name("id", in: &diagnostics) else { return nil }
    if !id.isFaulty, id.text.contains(ascii: "/") || id.text.hasPrefix("#") {
      diagnostics.report(
        Diagnostic(
          "wrong-value",
          "An id can't contain “/” or begin with “#”, which are used to name rules, as in RESPONDER/#3.",
          at: id.range))
    }
    return id
  }

  package func flag(_ key: String, otherwise: Bool, in diagnostics: inout Diagnostics) -> Bool {
    guard let value = self[key] else { return otherwise }
    guard case .bool(let flag) = value.content else {
      diagnostics.report(.wrongFlag(value))
      return otherwise
    }
    return flag
  }

  package func word(_ key: String, of words: [String], in diagnostics: inout Diagnostics) -> String? {
    guard let value = self[key] else { return nil }
    guard let word = value.string, words.contains(word) else {
      diagnostics.report(.wrongWord(value, for: key, of: words))
      return nil
    }
    return word
  }

  /// The elements of a key's list; empty if it is absent, or if a wrong type was reported.
  package func list(_ key: String, of what: String, in diagnostics: inout Diagnostics) -> [Node] {
    guard let value = self[key] else { return [] }
    guard let elements = value.elements else {
      diagnostics.report(.noList(value, of: what))
      return []
    }
    return elements
  }

  /// The members of a key's mapping; empty if it is absent, or if a wrong type was reported.
  package func mapping(_ key: String, of what: String, in diagnostics: inout Diagnostics) -> [Node.Member] {
    guard let value = self[key] else { return [] }
    guard let members = value.members else {
      diagnostics.report(.noMapping(value, of: what))
      return []
    }
    return members
  }

  package func checkNotes(in diagnostics: inout Diagnostics) {
    _ = text("description", in: &diagnostics)
    _ = mapping("meta", of: "names to values", in: &diagnostics)
    for member in mapping("suppress", of: "codes and reasons", in: &diagnostics) {
      if let reason = member.value.string {
        if reason.isEmpty { diagnostics.report(.missingReason(member)) }
        continue
      }
      guard
        let section = Section(
          member.value, "a suppression", keys: Key.suppression, advice: .none, in: &diagnostics)
      else { continue }
      if section["reason"] == nil, section.isWhole { diagnostics.report(.missingReason(member)) }
      _ = section.text("reason", in: &diagnostics)
      _ = section.text("until", in: &diagnostics)
    }
  }
}

extension Node.Member {
  /// The no-break space of a key without quotes, which was meant as a space.
  fileprivate var noBreakSpaceInKey: SourceRange? {
    let (file, bytes) = (keyRange.file, keyRange.bytes)
    guard file.bytes[bytes].first != UInt8(ascii: "\""), file.bytes[bytes].first != UInt8(ascii: "'") else {
      return nil
    }
    return YAMLSyntaxText(file: file).noBreakSpace(in: bytes).map { SourceRange(file: file, bytes: $0) }
  }
}

/// A name as written, with its place.
public struct Named: Sendable {
  /// The text of the name.
  public let text: String
  /// The place of the name.
  public let range: SourceRange
  /// Reported as invalid; findings that depend on it are suppressed.
  package let isFaulty: Bool

  package init(_ text: String, at range: SourceRange) {
    self.init(text, range)
  }

  package init(_ text: String, _ range: SourceRange, isFaulty: Bool = false) {
    self.text = text
    self.range = range
    self.isFaulty = isFaulty
  }
}

extension Diagnostic {
  package static func wrongWord(_ node: Node, for key: String, of words: [String]) -> Diagnostic {
    guard node.isSingle, !node.isNull else {
      return .wrongType(node, expected: "one of \(words.joined(separator: ", "))")
    }
    let question = Suggestion.question(for: node.text, among: words)
    let advice = question.isEmpty ? " Write one of \(words.joined(separator: ", "))." : question
    return .wrongValue(node, "“\(node.text)” is not a value of “\(key)”.\(advice)")
  }

  fileprivate static func missingReason(_ member: Node.Member) -> Diagnostic {
    .wrongValue(member.value, "“\(member.key)” is suppressed without a reason. Add { reason: … }.")
  }
}
