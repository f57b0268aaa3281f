internal import RuleLanguage
internal import Records
internal import Source

struct ForeignPlaceholder: Check {
  let page = CheckPage(
    "foreign-placeholder",
    .traps,
    .warning,
    summary: "A placeholder of another language is shown as plain text.",
    meaning: """
      A placeholder is a path in braces. \\(error) of Swift, ${error.message} of shells and JavaScript, and %@ or %s of \
      format strings are shown as they are written, or with a dollar sign before the value.
      """,
    advice: "Write {error.message}, or another path in braces.",
    fires: """
      version: 1
      responders:
        - id: app
          rules:
            - { id: tell, do: [ { log: "failed: ${error.message}" } ], then: cancel }

      """,
    silent: """
      version: 1
      responders:
        - id: app
          rules:
            - { id: tell, do: [ { log: "failed: {error.message}" } ], then: cancel }

      """
  )

  var needsSoundRules: Bool { false }

  func run(on rules: CheckedRules, into findings: inout Findings) {
    rules.program.eachText { text in
      guard let value = text.node.string else { return }
      let bytes = Array(value.utf8)
      for index in bytes.indices {
        guard let (length, message) = Self.placeholder(bytes[index...]) else { continue }
        findings.report(
          message, at: ScalarOffsets(of: text.node).range(of: index..<(index + length)))
      }
    }
  }

  /// The length of a placeholder that `bytes` begin with, and what to write; nil if there is none.
  private static func placeholder(_ bytes: ArraySlice<UInt8>) -> (length: Int, message: String)? {
    guard let first = bytes.first, let second = bytes.dropFirst().first else { return nil }
    switch (first, second) {
    case (UInt8(ascii: "$"), UInt8(ascii: "{")):
      let path = String(decoding: bytes.dropFirst(2).prefix { $0 != UInt8(ascii: "}") }, as: UTF8.self)
      // A price may stand behind its currency, such as ${attributes.amount}.
      guard path.hasPrefix("error."), Subject(templatePath: path) != nil else { return nil }
      return (1, "The “$” is shown before the value. Write {\(path)}.")
    case (UInt8(ascii: "\\"), UInt8(ascii: "(")):
      let inner = bytes.dropFirst(2).prefix { $0 != UInt8(ascii: ")") }
      guard inner.count < bytes.count - 2, !inner.isEmpty else { return nil }
      let name = String(decoding: inner, as: UTF8.self)
      let path = Subject(templatePath: name) != nil ? name : "error.message"
      return (inner.count + 3, "“\\(\(name))” is shown as it is written. Write {\(path)} to insert a value.")
    case (UInt8(ascii: "%"), UInt8(ascii: "@")), (UInt8(ascii: "%"), UInt8(ascii: "s")):
      let isWord =
        bytes.dropFirst(2).first.map { UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 | 0x20 } ?? false
      guard !isWord else { return nil }
      let text = String(decoding: bytes.prefix(2), as: UTF8.self)
      return (2, "“\(text)” is shown as it is written. Write a path in braces, such as {error.message}.")
    default: return nil
    }
  }
}
