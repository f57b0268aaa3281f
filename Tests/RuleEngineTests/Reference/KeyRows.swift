import Foundation

@testable import Source

/// A table of keys on a page: its header and the order of its rows are the page's, the rest comes from the keys.
struct KeyRows {
  let page: String
  let keys: [Key]

  /// Pages that say more about a type, by its words.
  private static let links = [
    "matcher": "rule-file/matchers.md", "list of matchers": "rule-file/matchers.md",
    "names to matchers": "rule-file/matchers.md#named-matchers",
    "list of actions": "rule-file/actions.md#the-actions", "verdict": "rule-file/rules.md#verdicts",
    "verdict that is a word": "rule-file/rules.md#verdicts", "retry": "rule-file/rules.md#retry",
    "policy": "rule-file/responders.md#policy", "list of rules": "rule-file/rules.md",
    "list of event rules": "rule-file/events.md#event-rules",
    "list of responders": "rule-file/responders.md",
    "list of categories": "rule-file/matchers.md#categories",
    "names to breakers": "rule-file/state.md#breakers",
    "names to alerts": "rule-file/actions.md#named-alerts",
    "text, template": "rule-file/actions.md#templates",
    "field or path": "rule-file/actions.md#templates", "error": "record.md", "list of errors": "record.md",
    "codes to reasons": "configuration.md#suppression",
    "result": "rule-file/actions.md#an-action-that-has-to-succeed",
  ]

  /// The lines of the table, for those that are there.
  func lines(for old: [String]) -> [String] {
    let header = old.prefix(2)
    let columns = (header.first ?? "").split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
    let written = old.dropFirst(2).map { $0.split(separator: "|").first.map { String($0) } ?? "" }
    func position(_ key: Key) -> Int { written.firstIndex { $0.contains("`\(key.name)`") } ?? written.count }
    let sorted = keys.enumerated().sorted {
      (position($0.element), $0.offset) < (position($1.element), $1.offset)
    }
    return header
      + sorted.map { _, key in
        "| \(columns.indices.map { cell($0, columns, key) }.joined(separator: " | ")) |"
      }
  }

  private func cell(_ index: Int, _ columns: [String], _ key: Key) -> String {
    switch columns[index] {
    case _ where index == 0: section(of: key).map { "[`\(key.name)`](#\($0))" } ?? "`\(key.name)`"
    case "type": Self.marked(linked(type(key.type)))
    case "default": Self.marked(absence(of: key))
    default: Self.marked(key.meaning)
    }
  }

  /// The anchor of the section with a key's name, such as `lists-and-codes`.
  private func section(of key: Key) -> String? {
    let headings = (ReferencePages.all[page] ?? "").split(separator: "\n").filter { $0.hasPrefix("##") }
    let anchors = headings.map { $0.drop { "# ".contains($0) }.lowercased().replacing(" ", with: "-") }
    return anchors.first { $0.split(separator: "-and-").contains { $0 == key.name.lowercased() } }
  }

  private func type(_ type: KeyType) -> String {
    switch type {
    case .text: "text"
    case .flag: "true, false"
    case .one: "1"
    case .integer(let range):
      "\(Self.number(Double(range.lowerBound)))–\(Self.number(Double(range.upperBound)))"
    case .number(let range): "\(Self.number(range.lowerBound))–\(Self.number(range.upperBound))"
    case .duration: "duration"
    case .lastingDuration: "duration, not 0"
    case .words(let words, _): words.map { "`\($0)`" }.joined(separator: ", ")
    case .mapping(let keys): keys.count > 3 ? "mapping" : "`{ \(keys.names.joined(separator: ", ")) }`"
    case .defined(_, let text), .list(_, let text), .names(_, let text), .other(let text): text
    }
  }

  private func absence(of key: Key) -> String {
    switch (key.presence, key.type) {
    case (.required, _): "required"
    case (.optional, _): "none"
    case (.absent(let text), _): text
    case (.default(let text), .flag), (.default(let text), .integer), (.default(let text), .number): text
    case (.default(let text), _): "`\(text)`"
    }
  }

  /// The text, or the part of it before a comma, with a link.
  private func linked(_ type: String) -> String {
    let head = type.split(separator: ",").first.map { String($0) } ?? type
    for text in [type, head] {
      guard let target = Self.links[text] else { continue }
      return "[\(text)](\(relative(target)))\(type.dropFirst(text.count))"
    }
    return type
  }

  private func relative(_ target: String) -> String {
    if target.hasPrefix("\(page)#") { return String(target.dropFirst(page.count)) }
    let folder = "rule-file/"
    guard page.hasPrefix(folder) else { return target }
    return target.hasPrefix(folder) ? String(target.dropFirst(folder.count)) : "../\(target)"
  }

  private static func number(_ value: Double) -> String {
    value.formatted(.number.locale(Locale(identifier: "en_US")).precision(.fractionLength(0...3)))
  }

  /// Keys and values, which have curly quotes elsewhere, are code on a page.
  private static func marked(_ text: String) -> String {
    text.replacingOccurrences(of: "“", with: "`").replacingOccurrences(of: "”", with: "`")
      .replacingOccurrences(of: "|", with: "\\|")
  }
}
