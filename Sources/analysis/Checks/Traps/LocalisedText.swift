internal import Source

struct LocalisedText: Check {
  let page = CheckPage(
    "localised-text",
    .traps,
    .warning,
    summary: "A rule compares a text that is written for people.",
    meaning: """
      message, reason and suggestion are for people. They change with the language of the device, the platform (on \
      Linux, Foundation writes “The operation could not be completed.” for most errors), the version of a library, \
      and with every improvement of the wording. A rule that compares them may work only on the machine of its \
      author. Beside a type, a domain or a status, the comparison matters less, and the finding is a note. \
      It is a note, too, if most records of a stream have nothing but texts, as in logs of text. \
      A file has one such note, which counts the others.
      """,
    advice: "Match the error's type, case, domain and code, status or problem type.",
    fires: """
      version: 1
      responders:
        - id: app
          rules:
            - { id: slow, when: { message: { contains: timed out } }, then: cancel }

      """,
    silent: """
      version: 1
      responders:
        - id: app
          rules:
            - { id: slow, when: { domain: NSURLErrorDomain, code: NSURLErrorTimedOut }, then: cancel }

      """
  )

  var needsSoundRules: Bool { false }

  func run(on rules: CheckedRules, into findings: inout Findings) {
    let isOfTexts = rules.stream?.isOfTexts ?? false
    rules.program.eachMatcher { mapping in
      for member in mapping.members {
        var candidates = [member]
        if member.key == "problem" {
          candidates = (member.value.members ?? []).filter { ["title", "detail"].contains($0.key) }
        }
        if member.key == "attributes" {
          candidates = (member.value.members ?? []).filter { Self.isLocalised($0.key) }
        }
        guard
          ["problem", "attributes"].contains(member.key)
            || ["message", "reason", "suggestion"].contains(member.key)
        else {
          continue
        }
        for text in candidates where !isPresence(text.value) {
          let isBeside =
            member.key == "problem" || member.key == "attributes"
            || mapping.has(
              anyOf: "type", "case", "domain", "code", "status", "problem", "category", "matcher")
          let isInside = ["problem", "attributes"].contains(member.key)
          let name = isInside ? "\(member.key).\(text.key)" : text.key
          findings.report(
            "“\(name)” is text for people, which changes with language, platform and version. "
              + "Match the error's type, domain and code, or status.\(Self.advice(text))", at: text.keyRange,
            level: isBeside || isOfTexts ? .note : nil)
        }
      }
    }
  }

  /// The findings with one note of this check for each file, the first, which counts the others.
  static func once(inEachFile findings: [Diagnostic]) -> [Diagnostic] {
    var counts: [ObjectIdentifier: Int] = [:]
    for finding in findings where isNote(finding) {
      counts[ObjectIdentifier(finding.range.file), default: 0] += 1
    }
    guard counts.values.contains(where: { $0 > 1 }) else { return findings }
    return findings.compactMap { finding in
      guard isNote(finding) else { return finding }
      let file = ObjectIdentifier(finding.range.file)
      guard let count = counts.removeValue(forKey: file) else { return nil }
      guard count > 1 else { return finding }
      let others =
        count == 2 ? "There is another such comparison" : "There are \(count - 1) more such comparisons"
      return Diagnostic(
        finding.code, finding.severity, "\(finding.message) \(others) in this file.", at: finding.range,
        related: finding.related, witness: finding.witness, stream: finding.stream, fix: finding.fix)
    }
  }

  private static func isNote(_ finding: Diagnostic) -> Bool {
    finding.code == "localised-text" && finding.severity == .note
  }

  /// A sentence, with a leading space; the plain value probably means a part of the text.
  private static func advice(_ member: Node.Member) -> String {
    guard let text = member.value.string, let first = text.unicodeScalars.first, let last = text.last,
      first.properties.isLowercase || !".!?".contains(last), !text.contains("*"), !text.hasPrefix("$"),
      SlashedPattern.parts(text, isProse: true) == nil
    else { return "" }
    return " A plain value is the whole text; for a part of it write { contains: \(text) }."
  }

  /// Foundation's texts for people, by their names in `userInfo`.
  private static func isLocalised(_ name: String) -> Bool {
    let last = name.split(separator: ".").last.map { $0.lowercased() } ?? ""
    return last.hasPrefix("nslocalized") || last.hasPrefix("localized") || last.hasPrefix("localised")
  }

  private func isPresence(_ node: Node) -> Bool {
    node.members?.allSatisfy { $0.key == "exists" } ?? false
  }
}
