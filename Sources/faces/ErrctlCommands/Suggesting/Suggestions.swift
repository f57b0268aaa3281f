import Differences
import Edits
import Pages
import Replay
import Reports
import Suites
import SystemPackage
internal import Bytes
internal import Counting
internal import Engine
internal import Records
internal import Source

/// The kinds of errors that nobody handles, with rules for them, as people and programs read them.
struct Suggestions {
  let rules: GrowingRules
  let summary: ReplaySummary
  var drafted: DraftedRules

  private var leftover: Leftover { drafted.leftover }

  /// The largest ones first.
  private var largestFirst: [DraftedKind] {
    drafted.kinds.sorted { ($1.handled, $0.ordinal) < ($0.handled, $1.ordinal) }
  }

  /// Adds a case for each draft that decides its example.
  ///
  /// - Parameter chain: the rules with the drafts.
  mutating func addCases(_ chain: ResponderChain, _ limits: Limits) {
    var names: Set<String> = []
    for index in drafted.kinds.indices {
      let kind = drafted.kinds[index]
      guard let draft = kind.draft,
        let recorded = RecordedCase(
          kind.example, from: kind.kind.name, about: "\(draft.responder)/\(draft.name)",
          chain,
          limits: limits), recorded.isAbout, let made = Node.made(json: recorded.json(unlike: names))
      else { continue }
      names.insert(made["name"]?.string ?? "")
      drafted.kinds[index].testCase = made
    }
  }

  /// A suite with the cases, which stands beside the rules.
  ///
  /// - Parameter file: the rule file.
  func suite(of file: String, _ limits: Limits) -> String? {
    let name = FilePath(file).lastComponent?.string ?? file
    let suite = JSONWriter.text(
      of: .made([
        ("version", .made(1)), ("rules", .made(name)),
        ("cases", .made(largestFirst.compactMap { $0.testCase })),
      ]))
    return Converter(limits: limits).convert(name: "new.test.json", bytes: Array(suite.utf8)).text
  }

  /// A sentence for each reason why kinds have no draft.
  var refusals: [String] {
    var kinds: [String: [String]] = [:]
    var reasons: [String] = []
    for kind in largestFirst {
      guard let reason = kind.refusal else { continue }
      if kinds[reason] == nil { reasons.append(reason) }
      kinds[reason, default: []].append(kind.kind.name)
    }
    return reasons.compactMap { reason in
      guard let names = kinds[reason], let first = names.first else { return nil }
      let others = names.count > 1 ? " and \(Figures.counted(names.count - 1, "other kind"))" : ""
      return "\(first)\(others): \(reason)"
    }
  }

  func text(in zone: ShownZone, atMost most: Int, written: String?, suite: String?) -> String {
    let unhandled = leftover.errors
    var lines: [String] = []
    if unhandled > 0 {
      lines.append(
        "\(Figures.number(unhandled)) of \(Figures.counted(summary.lineCounts.errors, "error")) "
          + "\(unhandled == 1 ? "is" : "are") \(leftover.words), "
          + "of \(leftover.hasMore ? "more than " : "")\(Figures.counted(leftover.kinds.count, "kind"))."
      )
    }
    for kind in largestFirst { lines += [""] + self.lines(of: kind, unhandled, zone) }
    if !lines.isEmpty { lines.append("") }
    lines.append(drafted.result)
    if drafted.left ?? 0 > 0, drafted.kinds.count >= most {
      lines.append("--most \(most) is the limit: a larger number drafts more rules.")
    }
    if let suite, !drafted.drafts.isEmpty { lines.append("The suite is \(suite).") }
    if let written, !drafted.drafts.isEmpty {
      lines.append(
        "Written to \(written). Decide each verdict, then: errctl validate \(ShellWord.quoted(written))")
    } else if !drafted.drafts.isEmpty {
      lines.append("Decide each verdict. --diff writes a patch of \(rules.name), --write FILE the rule file.")
    }
    return lines.map { "\(EscapedText.of($0))\n" }.joined()
  }

  private func lines(of kind: DraftedKind, _ unhandled: Int, _ zone: ShownZone) -> [String] {
    let span = ErrorSpan.text(kind.kind.first, kind.kind.last, in: zone).map { "  \($0)" } ?? ""
    let count = kind.draft == nil ? kind.kind.count : kind.handled
    var lines = [
      "\(Figures.counted(count, "error"))  \(Figures.share(count, of: unhandled))  \(kind.kind.name)\(span)"
    ]
    if let draft = kind.draft {
      let others = kind.handled - kind.kind.count
      lines += kind.rule.map { "  \($0)" }
      lines.append(
        "  at the end of “\(draft.responder)”"
          + (others > 0
            ? "; \(Figures.number(others)) of them \(others == 1 ? "is" : "are") of other kinds" : "")
          + (others < 0
            ? "; \(Figures.number(-others)) more of this kind \(others == -1 ? "needs another rule" : "need other rules")"
            : "")
          + (kind.reason.map { "; \($0)" } ?? ""))
    } else if let refusal = kind.refusal {
      lines.append("  \(refusal)")
    }
    let example = kind.example.count > 240 ? "\(kind.example.prefix(240))…" : kind.example
    lines.append("  such as record \(kind.ordinal): \(example)")
    return lines
  }

  var json: String {
    let all = largestFirst.map { kind -> Node in
      var members: [(key: String, value: Node)] = [
        ("id", .made(kind.kind.id)), ("name", .made(kind.kind.name)), ("errors", .made(kind.kind.count)),
      ]
      if let first = kind.kind.first, let last = kind.kind.last {
        members += [("first", .made(first.text)), ("last", .made(last.text))]
      }
      members += [
        ("record", .made(Int(kind.ordinal))), ("error", Node.made(json: kind.example) ?? .null),
      ]
      if let draft = kind.draft {
        members += [
          ("responder", .made(draft.responder)), ("rule", draft.rule(then: kind.verdict)),
          ("proof", .made("position")), ("handles", .made(kind.handled)),
        ]
        if let reason = kind.reason { members.append(("reason", .made(reason))) }
        if let testCase = kind.testCase { members.append(("case", testCase)) }
      } else if let refusal = kind.refusal {
        members.append(("refused", .made(refusal)))
      }
      return .made(members)
    }
    return JSONWriter.text(
      of: .made([
        ("rules", rules.isNew ? .null : .made(rules.name)), ("errors", .made(summary.lineCounts.errors)),
        (leftover.ending == .unhandled ? "unhandled" : "otherwise", .made(leftover.errors)),
        ("left", .made(drafted.left ?? leftover.errors)),
        ("changed", .made(drafted.changed)),
        ("compared", .made(drafted.isCompared ? summary.lineCounts.errors : 0)),
        ("rejected", .made(summary.lineCounts.rejected)),
        ("suggestions", .made(all)),
      ]))
  }
}
