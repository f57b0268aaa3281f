internal import Source

/// A text with places to fill in, which stands for a whole element of a list.
struct CompletedSnippet {
  let label: String
  let detail: String
  /// The text in the syntax of snippets, on one line: a client need not indent it.
  let text: String

  /// The snippets for a place where nothing is written yet.
  static func all(at path: [CursorPlace.Step], in kind: DocumentKind) -> [CompletedSnippet] {
    if path.isEmpty { return file(of: kind) }
    guard path.count >= 2, case .index = path[path.count - 1], case .key(let list) = path[path.count - 2]
    else { return [] }
    return elements.filter { $0.kind == kind && $0.list == list }.map { $0.snippet }
  }

  private static let elements: [(kind: DocumentKind, list: String, snippet: CompletedSnippet)] = [
    (
      .rules, "rules",
      CompletedSnippet(
        label: "rule", detail: "an id, a condition and a verdict",
        text: "{ id: ${1:name}, when: { ${2:status: 503} }, then: ${3|cancel,abort,proceed,escalate|} }")
    ),
    (
      .rules, "rules",
      CompletedSnippet(
        label: "retry", detail: "a rule that tries again",
        text: "{ id: ${1:again}, when: { ${2:status: 503} }, then: { retry: { maxAttempts: ${3:3}, "
          + "backoff: { initial: ${4:1s}, max: ${5:30s} } } } }")
    ),
    (
      .rules, "responders",
      CompletedSnippet(
        label: "responder", detail: "origins, and the parent that takes what it does not handle",
        text: "{ id: ${1:name}, parent: ${2:app}, origins: [ ${3:com.shop.cart.*} ], rules: [ $0 ] }")
    ),
    (
      .rules, "categories",
      CompletedSnippet(
        label: "category", detail: "a name and a condition",
        text: "{ name: ${1:busy}, when: { ${2:status: [ 429, 503 ]} } }")
    ),
    (
      .suite, "cases",
      CompletedSnippet(
        label: "case", detail: "an error, and how it has to end",
        text: "{ name: ${1:a busy server is asked again}, error: { ${2:status: 503} }, "
          + "expect: { evaluation: ${3|retry,cancel,abort,proceed|} } }")
    ),
  ]

  private static func file(of kind: DocumentKind) -> [CompletedSnippet] {
    let text: String
    switch kind {
    case .rules:
      text =
        "version: 1\nresponders:\n  - id: ${1:app}\n    rules:\n"
        + "      - { id: ${2:again}, when: { ${3:status: 503} }, then: ${4|retry,cancel,abort,proceed|} }\n"
        + "    otherwise: { then: ${5|cancel,abort|} }\n"
    case .suite:
      text =
        "version: 1\ncases:\n  - name: ${1:a busy server is asked again}\n    error: { ${2:status: 503} }\n"
        + "    expect: { evaluation: ${3|retry,cancel,abort,proceed|} }\n"
    case .mapping, .configuration: return []
    }
    return [
      CompletedSnippet(label: kind == .rules ? "rule file" : "suite", detail: "to start from", text: text)
    ]
  }
}
