internal import Source
internal import Explanations
internal import Replay
internal import Reports
package import Engine
internal import RuleLanguage
package import Counting

/// A chain of responders for `errctl graph`, optionally with the counts of a stream.
package struct ChainGraph: Sendable {
  package enum Format: String, CaseIterable, Sendable {
    case mermaid, dot, svg
  }

  struct Responder: Sendable {
    let name: String
    let parent: Int?
    let isEnabled: Bool
    let rules: Int
    let eventRules: Int
    let hasOtherwise: Bool
    /// The number of rules that escalate: with `escalate`, or with an exhausted budget.
    let escalating: Int
    var emits: [String] = []
    var raises: [String] = []
    let counts: ReplayDetail.Responder?
  }

  let name: String
  let responders: [Responder]
  let drawn: [Int]

  /// - Parameters:
  ///   - name: the title.
  ///   - detail: the counts of a stream, or nil.
  ///   - most: the largest number of responders to draw: the busiest ones, or the first ones, with all above
  ///     them.
  package init(_ program: RuleProgram, name: String, detail: ReplayDetail?, most: Int) {
    self.name = name
    let responders = program.responders.enumerated().map { index, responder in
      let rules = responder.rules
      let events = responder.events
      let others = [responder.otherwise].compactMap { $0 }
      let verdicts = (rules + others + events).flatMap { $0.verdicts }
      return Responder(
        name: responder.id.text, parent: responder.parent, isEnabled: responder.isEnabled, rules: rules.count,
        eventRules: events.count, hasOtherwise: responder.otherwise != nil,
        escalating: (rules + others).count { $0.verdicts.contains { $0.escalates } },
        emits: Self.unique(verdicts.compactMap { $0.emitted }),
        raises: Self.unique(verdicts.compactMap { $0.raised }), counts: detail?.responders[index])
    }
    self.responders = responders
    drawn = DrawnResponders.indices(
      responders.count, most: most, parent: { responders[$0].parent },
      wanted: { responders[$0].counts?.arrived ?? 0 })
  }

  var leftOut: Int { responders.count - drawn.count }

  package var note: String? {
    leftOut == 0
      ? nil
      : "\(Figures.counted(leftOut, "responder")) of \(responders.count) left out. Use --most N to draw more."
  }

  package func text(_ format: Format) -> String {
    switch format {
    case .mermaid: mermaid
    case .dot: dot
    case .svg: svg
    }
  }

  private static func unique(_ names: [String]) -> [String] {
    var seen: Set<String> = []
    return names.filter { seen.insert($0).inserted }
  }

  // MARK: - Texts about a responder, for all formats

  func lines(of responder: Responder) -> [String] {
    var first = [Figures.counted(responder.rules, "rule")]
    if responder.eventRules > 0 { first.append(Figures.counted(responder.eventRules, "event rule")) }
    if responder.hasOtherwise { first.append("otherwise") }
    if !responder.isEnabled { first.append("disabled") }
    var lines = [first.joined(separator: ", ")]
    if let counts = responder.counts {
      let nobody = responder.parent == nil ? counts.arrived - counts.answered : 0
      lines.append("\(GroupedNumber.text(counts.entered)) raised here")
      lines.append(
        "handles \(GroupedNumber.text(counts.answered)) of \(GroupedNumber.text(counts.arrived))"
          + (nobody > 0 ? ", unhandled \(GroupedNumber.text(nobody))" : ""))
    }
    if !responder.emits.isEmpty { lines.append("emits \(Self.list(responder.emits))") }
    return lines
  }

  func label(of responder: Responder) -> String {
    var parts: [String] = []
    if let counts = responder.counts { parts.append(GroupedNumber.text(counts.left)) }
    if responder.escalating > 0 {
      parts.append(responder.escalating == 1 ? "1 rule escalates" : "\(responder.escalating) rules escalate")
    }
    return parts.joined(separator: ", ")
  }

  static func list(_ names: [String]) -> String {
    let shown = names.prefix(3).map { DisplayText.cut($0, to: 40) }.joined(separator: ", ")
    return names.count > 3 ? "\(shown) and \(names.count - 3) more" : shown
  }
}

extension RuleProgram.Clause {
  /// All its verdicts, including those of its buttons and of its actions' failures.
  fileprivate var verdicts: [Verdict] {
    [verdict].compactMap { $0 } + actions.flatMap { $0.alert?.buttons ?? [] }.compactMap { $0.verdict }
      + failures
  }
}

extension Verdict {
  fileprivate var escalates: Bool {
    switch self {
    case .escalate: return true
    case .retry(let policy):
      if case .escalate = policy.exhausted { return true }
      return false
    case .evaluation, .retryByPerson, .continue, .transform, .unwrapPayload, .unwrapCause, .emit, .handled,
      .raise:
      return false
    }
  }

  fileprivate var emitted: String? {
    if case .emit(let replacement, _) = self { return replacement.word("event") }
    return nil
  }

  fileprivate var raised: String? {
    guard case .raise(let replacement) = self else { return nil }
    let name = [replacement.word("type"), replacement.word("case")].compactMap { $0 }.joined(separator: ".")
    if !name.isEmpty { return name }
    return replacement.word("domain") ?? replacement.word("message") ?? "an error"
  }
}

extension Replacement {
  fileprivate func word(_ key: String) -> String? {
    guard let value = members.first(where: { $0.key == key })?.value else { return nil }
    if case .scalar(.string(let text)) = value { return text }
    return nil
  }
}
