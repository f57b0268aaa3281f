internal import Bytes
internal import Edits
internal import Engine
internal import Source

struct PlainPattern: Check {
  let page = CheckPage(
    "plain-pattern",
    .traps,
    .note,
    summary: "A pattern is plain text.",
    meaning: """
      matches is for regular expressions. A pattern of literal characters, escaped or not, means the same as contains, \
      and with a leading ^ the same as hasPrefix. The plain operators are easier to read. A .* at an end without an \
      anchor has no effect.
      """,
    advice: "Write contains, hasPrefix, hasSuffix or equals.",
    fires: """
      version: 1
      responders:
        - id: app
          rules:
            - { id: retired, when: { attributes: { http.route: { matches: "^/v1/" } } }, then: cancel }

      """,
    silent: """
      version: 1
      responders:
        - id: app
          rules:
            - { id: retired, when: { attributes: { http.route: { hasPrefix: /v1/ } } }, then: cancel }

      """,
    autoFix: .init("writes the equivalent operator.")
  )

  /// Only a colon and spaces between the key and its value: no comment, no anchor.
  private static func standTogether(_ member: Node.Member) -> Bool {
    let (key, value) = (member.keyRange.bytes, member.value.range.bytes)
    guard key.upperBound <= value.lowerBound else { return false }
    return member.keyRange.file.bytes[key.upperBound..<value.lowerBound].allSatisfy {
      $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: " ")
    }
  }

  private static let special = Set("\\^$.|?*+()[]{}")

  var needsSoundRules: Bool { false }

  func run(on rules: CheckedRules, into findings: inout Findings) {
    rules.program.eachOperator { member, siblings in
      guard member.key == "matches", let text = member.value.string, !text.isEmpty,
        SlashedPattern.parts(text, isProse: true) == nil
      else { return }
      // A search matches anything before and after it anyway.
      var rest = text[...]
      while rest.hasPrefix(".*") { rest = rest.dropFirst(2) }
      while rest.hasSuffix(".*"), !rest.hasSuffix("\\.*") { rest = rest.dropLast(2) }
      let starts = rest.hasPrefix("^")
      let ends = rest.hasSuffix("$")
      // After .* the start of a line is not the start of the text.
      guard !(starts || ends) || rest == text[...] else { return }
      guard let inner = Self.plain(rest.dropFirst(starts ? 1 : 0).dropLast(ends ? 1 : 0)), !inner.isEmpty
      else {
        return
      }
      let meant = starts ? (ends ? "equals" : "hasPrefix") : ends ? "hasSuffix" : "contains"
      // Not fixed automatically: another operator with that name, or different case folding.
      let isCertain =
        !siblings.contains { $0.key == meant || $0.key == "ignoreCase" } && !inner.contains("'")
        && Self.standTogether(member)
      let patch = SourceRange(
        file: member.keyRange.file,
        bytes: member.keyRange.bytes.lowerBound..<member.value.range.bytes.upperBound)
      let isJSON = member.keyRange.text.hasPrefix("\"")
      let plain = String(inner)
      let value =
        isJSON
        ? "\"\(meant)\": \(plain.json)" : "\(meant): \(ScalarText(isInFlow: true).text(of: plain))"
      findings.report(
        "This pattern is plain text. Write { \(meant): \(inner) }.", at: member.value.range,
        fix: isCertain ? Patch(patch, value) : nil)
    }
  }
}

extension PlainPattern {
  /// Literal characters, escaped or not; nil for any other expression.
  fileprivate static func plain(_ expression: Substring) -> String? {
    var plain = ""
    var isEscaped = false
    for character in expression {
      if isEscaped {
        // An escaped letter or digit is a class or something else.
        guard special.contains(character) || "/-_ \"'".contains(character) else { return nil }
      } else if character == "\\" {
        isEscaped = true
        continue
      } else if special.contains(character) {
        return nil
      }
      isEscaped = false
      plain.append(character)
    }
    return isEscaped ? nil : plain
  }
}

extension RuleProgram {
  /// Calls `body` for each operator of a value's mapping, with its siblings.
  func eachOperator(_ body: (_ operator: Node.Member, _ siblings: [Node.Member]) -> Void) {
    func look(_ node: Node) {
      for member in node.members ?? [] {
        body(member, node.members ?? [])
        if member.value.members != nil { look(member.value) }
      }
    }
    eachMatcher { mapping in
      for member in mapping.members {
        switch member.key {
        case "all", "any", "not", "underlying", "rootCause", "inside", "matcher", "custom", "category",
          "rate":
          continue
        default: look(member.value)
        }
      }
    }
  }
}
