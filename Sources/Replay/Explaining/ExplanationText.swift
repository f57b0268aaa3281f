package import RuleEngine

/// The evaluation of one error as text: the error, the rules with results and reasons, the outcome.
package struct ExplanationText {
  private var story: StoryLines
  private let explanation: Explanation

  private init(_ explanation: Explanation, _ paint: Paint, hasLines: Bool = true) {
    self.explanation = explanation
    story = StoryLines(paint: paint, hasLines: hasLines)
  }

  package static func text(of explanation: Explanation, paint: Paint) -> String {
    told(explanation, paint).text
  }

  /// The complete explanation in parts, for other layouts.
  package static func parts(of explanation: Explanation) -> [StoryPart] {
    told(explanation, Paint(isOn: false), hasLines: false).parts
  }

  private static func told(_ explanation: Explanation, _ paint: Paint, hasLines: Bool = true) -> StoryLines {
    var text = ExplanationText(explanation, paint, hasLines: hasLines)
    text.tellRecord()
    text.tell(explanation.steps, explanation.ending, firstAside: text.firstAside)
    text.tellEnding()
    return text.story
  }

  /// A short explanation of why one rule did or did not decide.
  package static func text(of account: RuleAccount, in explanation: Explanation, paint: Paint) -> String {
    var text = ExplanationText(explanation, paint)
    text.tellRecord()
    text.story.heading(ShownValue.cut(account.name), account.place)
    for sentence in account.sentences { text.story.paragraph(sentence) }
    return text.story.text
  }

  // MARK: Record

  private mutating func tellRecord() {
    let record = explanation.record
    let what = explanation.ending.isEvent ? "event \(record.name)" : record.name
    story.heading(ShownValue.cut(what), "record \(ShownValue.cut(record.id))")
    if let message = record.message {
      story.paragraph(ShownValue.quoted(message, length: ShownValue.lengthOfProse))
    }
    var facts: [String] = []
    if let origin = record.origin { facts.append("raised at \(ShownValue.cut(origin))") }
    if let time = record.time { facts.append("at \(ShownValue.cut(time))") }
    if let operation = record.operation { facts.append("in operation \(ShownValue.cut(operation))") }
    if let attempt = record.attempt { facts.append("try \(attempt)") }
    if !facts.isEmpty { story.paragraph(facts.joined(separator: ", "), .dim) }
    if let with = record.with {
      story.paragraph("with \(ShownValue.text(ofJSON: with, length: ShownValue.lengthOfProse))", .dim)
    }
  }

  private var firstAside: String {
    guard let origin = explanation.record.origin else { return "first; the record has no origin" }
    return "first, for origin \(ShownValue.cut(origin))"
  }

  // MARK: Steps

  private mutating func tell(
    _ steps: [Explanation.Step],
    _ ending: Explanation.Ending?,
    firstAside: String
  ) {
    var isFirst = true
    var before = ""
    var hasEscalated = false
    var hasAlways = false
    var index = 0
    let nameWidth = Self.nameWidth(steps)
    // Nested evaluations of a rule, shown after its responder's `always` if that ran first.
    var begun: [Explanation.Nested] = []
    while index < steps.count {
      let step = steps[index]
      if step.policy?.always != .inChain || !step.isAlways { tell(&begun) }
      switch step.asked {
      case .category, .ignored:
        let end = steps[index...].firstIndex { !$0.isAboutTheError } ?? steps.count
        if isFirst {
          tellCategory(steps[index..<end])
        } else {
          tellNewCategory(steps[index..<end], nameWidth: nameWidth)
        }
        index = end
        continue
      case .arrival(let responder):
        let how =
          isFirst
          ? firstAside : hasEscalated ? "\(before) escalated to it" : "next: no rule of \(before) decided"
        story.heading(
          ShownValue.cut(responder),
          how + Self.policyAside(step, isEvent: ending?.isEvent == true)
        )
        isFirst = false
        hasEscalated = false
        before = ShownValue.cut(responder)
        let visit = steps[(index + 1)...].prefix { !$0.isArrival }
        if !visit.contains(where: { $0.isQuestion }) {
          story.paragraph(ending?.isEvent == true ? "has no event rules" : "has no rules", .dim)
        }
      case .contract:
        if step.result == "not matched" { tellContract(step) }
      case .rule, .otherwise:
        tell(step, nameWidth: nameWidth)
        begun = step.climbs
        if step.result == "escalate" || step.verdict == "escalate" { hasEscalated = true }
      case .always:
        if step.policy?.always != .inChain, !hasAlways {
          story.heading("always", "once the outcome was known")
          hasAlways = true
        }
        tell(step, nameWidth: nameWidth)
      }
      index += 1
    }
    tell(&begun)
  }

  private mutating func tell(_ climbs: inout [Explanation.Nested]) {
    for climb in climbs { tell(climb) }
    climbs.removeAll()
  }

  /// The width of the name column: it fits most names.
  private static func nameWidth(_ steps: [Explanation.Step]) -> Int {
    var names = steps.filter { $0.station != nil }.map { ShownValue.cut($0.shownName) }
    let first = steps.firstIndex { $0.isArrival } ?? steps.endIndex
    if steps[first...].contains(where: { $0.isAboutTheError }) { names.append("category") }
    return min(20, names.map { VisibleText.width(of: $0) }.max() ?? 0)
  }

  /// Adds the new category of a replaced error, beside the rules.
  private mutating func tellNewCategory(_ steps: ArraySlice<Explanation.Step>, nameWidth: Int) {
    let found = steps.last { $0.isCategoryThatHolds }
    var reasons = found.map { ComparisonText.reasons($0.tests) } ?? []
    switch found?.result {
    case "own": reasons = ["the record names it"]
    case "default": reasons = ["the default: no category matches"]
    default: break
    }
    let name = found.map { "now \(ShownValue.cut($0.name))" } ?? "none: no category matches"
    if let unlisted = steps.first(where: { $0.result == "not listed" }) {
      reasons.append("the record's own category, \(ShownValue.cut(unlisted.name)), is not in the rule file")
    }
    let text = ([name] + (reasons.isEmpty ? [] : [reasons.joined(separator: ", and ")])).joined(
      separator: ": "
    )
    story.entry(mark: "·", .magenta, name: "category", nameWidth: nameWidth, [(text, nil)])
  }

  /// The responder's policy, if it is not the default.
  private static func policyAside(_ step: Explanation.Step, isEvent: Bool) -> String {
    guard let policy = step.policy, !isEvent else { return "" }
    var asides: [String] = []
    if policy.order == .lastFirst { asides.append("last rule first") }
    if policy.match == .all { asides.append("every rule that matches runs") }
    return asides.map { "; \($0)" }.joined()
  }

  /// Adds that the error is outside the contract.
  private mutating func tellContract(_ step: Explanation.Step) {
    let reasons = ComparisonText.failure(step.tests)
    let reason = step.comparisons.isEmpty ? "it names no error" : reasons.joined(separator: " ")
    story.paragraph("! outside the contract: \(reason). It is reported, and evaluation continues.", .yellow)
  }

  private mutating func tellCategory(_ steps: ArraySlice<Explanation.Step>) {
    var others: [String] = []
    var unlisted: String?
    for step in steps {
      guard case .category(let name) = step.asked else { continue }
      let shown = ShownValue.cut(name)
      guard step.result != "not listed" else {
        unlisted = shown
        continue
      }
      guard step.result != "not matched" else {
        others.append(shown)
        continue
      }
      story.heading("category \(shown)")
      switch step.result {
      case "own": story.paragraph("The record names it.")
      case "default": story.paragraph("The default: no category matches.")
      default:
        for reason in ComparisonText.reasons(step.tests) { story.paragraph(reason) }
        if step.tests.isEmpty { story.paragraph("It matches every error.") }
      }
    }
    if !others.isEmpty, !steps.contains(where: { $0.isCategoryThatHolds }) {
      story.heading("no category", "none matches, and there is no default")
    }
    if let unlisted {
      if others.isEmpty, !steps.contains(where: { $0.isCategoryThatHolds }) { story.heading("no category") }
      story.paragraph("The record's own category, \(unlisted), is not in the rule file.")
    }
    if !others.isEmpty {
      story.paragraph("evaluated before, not matched: \(others.joined(separator: ", "))", .dim)
    }
    if let ignored = steps.first(where: { $0.asked == .ignored && $0.result == "matched" }) {
      story.heading("ignored as a cancellation")
      for comparison in ignored.comparisons where comparison.holds {
        let found = comparison.found.map { ShownValue.text(ofJSON: $0) } ?? "missing"
        story.paragraph("\(comparison.subject) is \(found)")
      }
    }
  }

  private mutating func tell(_ step: Explanation.Step, nameWidth: Int) {
    let look = StepText.look(of: step)
    let paragraphs = StepText.paragraphs(of: step)
    story.entry(
      mark: look.mark,
      look.style,
      name: ShownValue.cut(step.shownName),
      nameWidth: nameWidth,
      paragraphs
    )
  }

  private mutating func tell(_ climb: Explanation.Nested) {
    story.indent += 4
    switch climb.kind {
    case .event(let name, let from):
      story.heading("event \(ShownValue.cut(name))", "emitted at \(ShownValue.cut(from)), where it starts")
    case .raised(let error):
      story.heading("raised \(ShownValue.cut(error))", "a separate error; its outcome changes nothing here")
    }
    let aside: String
    switch climb.kind {
    case .event: aside = "first: it emitted the event"
    case .raised: aside = "first, as the parent of the responder that raised it"
    }
    tell(climb.steps, climb.ending, firstAside: aside)
    let paragraphs = EndingText.paragraphs(of: climb)
    if !paragraphs.isEmpty { story.heading("outcome of \(climb.name)") }
    for (text, style) in paragraphs { story.paragraph(text, style) }
    story.indent -= 4
    story.blank()
  }

  // MARK: Outcome

  private mutating func tellEnding() {
    story.heading("outcome")
    for (text, style) in EndingText.paragraphs(of: explanation) { story.paragraph(text, style) }
  }
}

extension Explanation.Step {
  var name: String {
    switch asked {
    case .ignored: "ignore"
    case .category(let name): name
    case .arrival: ""
    case .rule(_, let rule): rule
    case .otherwise: "otherwise"
    case .always: "always"
    case .contract: ""
    }
  }

  var shownName: String {
    if case .always(let responder) = asked, policy?.always != .inChain { responder } else { name }
  }

  fileprivate var isAlways: Bool {
    if case .always = asked { true } else { false }
  }

  var isOtherwise: Bool {
    if case .otherwise = asked { true } else { false }
  }

  var isArrival: Bool {
    if case .arrival = asked { true } else { false }
  }

  var isQuestion: Bool {
    switch asked {
    case .rule, .otherwise: true
    case .ignored, .category, .contract, .arrival, .always: false
    }
  }

  /// Whether it is about the error itself, before any rule is evaluated.
  fileprivate var isAboutTheError: Bool {
    switch asked {
    case .ignored, .category: true
    case .rule, .otherwise, .always, .contract, .arrival: false
    }
  }

  fileprivate var isCategoryThatHolds: Bool {
    if case .category = asked { result != "not matched" && result != "not listed" } else { false }
  }
}

extension Explanation.Nested {
  fileprivate var name: String {
    switch kind {
    case .event(let name, _): ShownValue.cut(name)
    case .raised(let error): ShownValue.cut(error)
    }
  }
}
