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

/// The errors of a stream that need rules.
struct Leftover {
  let ending: RuleDrafting.Ending
  let errors: Int
  /// The largest ones first.
  let kinds: [ErrorKind]
  /// Whether there are more kinds than these.
  let hasMore: Bool

  init(of summary: ReplaySummary, ended ending: RuleDrafting.Ending) {
    self.ending = ending
    switch ending {
    case .unhandled:
      errors = summary.unhandled
      kinds = summary.outcomes.unhandledKinds
      hasMore = summary.outcomes.unhandledOtherKinds > 0
    case .otherwise:
      let groups = Self.otherwise(summary)
      errors = groups.reduce(0) { $0 + $1.errors }
      kinds = groups.flatMap { $0.kinds }.sorted { ($1.count, $0.firstOrdinal) < ($0.count, $1.firstOrdinal) }
      hasMore = groups.contains { $0.kindCount != $0.kinds.count }
    }
  }

  static func otherwise(_ summary: ReplaySummary) -> [KindTable.Group] {
    (summary.kinds?.rules ?? []).filter { $0.name.hasSuffix("/otherwise") }
  }

  var words: String { ending == .unhandled ? "handled by nobody" : "handled by an “otherwise” alone" }

  func isOf(_ outcome: MovedGroup.Outcome) -> Bool {
    switch outcome.decider {
    case .nobody: ending == .unhandled
    case .otherwise: ending == .otherwise
    case .rule, .ignored: false
    }
  }
}

/// The kinds of errors that nobody handles, with rules for them, and what a replay with these rules shows.
struct Suggestions {
  let rules: GrowingRules
  let summary: ReplaySummary
  let leftover: Leftover
  private(set) var kinds: [DraftedKind]
  /// Nil until the rules with the drafts have been replayed.
  private(set) var left: Int?
  /// The errors, of those that are handled now, that are decided otherwise with the drafts.
  private(set) var changed = 0

  init(rules: GrowingRules, summary: ReplaySummary, _ leftover: Leftover, kinds: [DraftedKind]) {
    (self.rules, self.summary, self.leftover, self.kinds) = (rules, summary, leftover, kinds)
  }

  /// The kinds with a draft, in the order in which the drafts stand behind one another.
  var drafts: [DraftedKind] { kinds.filter { $0.draft != nil } }

  /// The largest ones first.
  private var largestFirst: [DraftedKind] {
    kinds.sorted { ($1.handled, $0.ordinal) < ($0.handled, $1.ordinal) }
  }

  mutating func take(_ comparison: ReplayComparison) {
    changed = comparison.inOtherGroups
    var handled: [String: Int] = [:]
    for group in comparison.groups {
      if leftover.isOf(group.old) {
        handled[group.new.name, default: 0] += group.count
      } else if group.changes.matter {
        changed += group.count
      }
    }
    for index in kinds.indices {
      guard let draft = kinds[index].draft else { continue }
      kinds[index].handled = handled["\(draft.responder)/\(draft.name)"] ?? 0
    }
    left = leftover.errors - kinds.reduce(0) { $0 + $1.handled }
  }

  /// Adds a case for each draft that decides its example.
  ///
  /// - Parameter chain: the rules with the drafts.
  mutating func addCases(_ chain: ResponderChain, _ limits: Limits) {
    var names: Set<String> = []
    for index in kinds.indices {
      guard let draft = kinds[index].draft,
        let recorded = RecordedCase(
          kinds[index].example, from: kinds[index].kind.name, about: "\(draft.responder)/\(draft.name)",
          chain,
          limits: limits), recorded.isAbout, let made = Node.made(json: recorded.json(unlike: names))
      else { continue }
      names.insert(made["name"]?.string ?? "")
      kinds[index].testCase = made
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

  /// The result in one or two sentences.
  var ending: String {
    guard leftover.errors > 0 else { return nothing }
    guard let left else {
      return "No rule could be drafted for \(Figures.counted(leftover.errors, "error")) \(leftover.words)."
    }
    let errors = Figures.counted(summary.lineCounts.errors, "error")
    let rules = drafts.count == 1 ? "this rule" : "these \(Figures.number(drafts.count)) rules"
    let rest =
      left == 0
      ? "no error is left" : "\(Figures.number(left)) of \(Figures.number(leftover.errors)) \(left == 1 ? "is" : "are") left"
    let others =
      changed == 0
      ? "Every other error is decided as before (\(errors) compared)."
      : "\(Figures.counted(changed, "other error")) \(changed == 1 ? "is" : "are") decided otherwise: errctl diff shows them."
    return
      "With \(rules), \(rest) \(leftover.ending == .unhandled ? "unhandled" : "to an “otherwise”"). \(others)"
  }

  /// The sentence where there is nothing to draft.
  private var nothing: String {
    if summary.lineCounts.errors == 0 { return "There is no error." }
    let others = Leftover.otherwise(summary).reduce(0) { $0 + $1.errors }
    guard leftover.ending == .unhandled else { return "No error ends at an “otherwise”." }
    guard others > 0 else { return "Every error is handled." }
    return
      "Every error is handled, \(Figures.number(others)) by an “otherwise” alone: --of otherwise drafts rules for them."
  }

  func text(in zone: ShownZone, written: String?) -> String {
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
    lines.append(ending)
    if let written, !drafts.isEmpty {
      lines.append(
        "Written to \(written). Decide each verdict, then: errctl validate \(ShellWord.quoted(written))")
    } else if !drafts.isEmpty {
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
        ("left", .made(left ?? leftover.errors)),
        ("changed", .made(changed)), ("suggestions", .made(all)),
      ]))
  }
}

extension DraftedKind {
  /// Fewer say nothing of a category.
  private static let enough = 5

  /// Takes the verdict on which all handled errors of the category agree.
  mutating func decide(by summary: ReplaySummary) {
    // An “otherwise” decides without a reason of its own.
    guard draft != nil, Leftover.otherwise(summary).isEmpty, let category,
      let outcomes = summary.outcomes.categories.first(where: { $0.name == category })
    else { return }
    let taken = outcomes.handled.indices.filter { outcomes.handled[$0] > 0 }
    guard taken.count == 1, let only = taken.first, outcomes.handled[only] >= Self.enough,
      let evaluation = Evaluation(rawValue: UInt8(only)),
      evaluation == .cancel || evaluation == .abort
    else { return }
    verdict = evaluation.name
    reason =
      "like all \(Figures.counted(outcomes.handled[only], "handled error")) of the category \(category)"
  }
}
