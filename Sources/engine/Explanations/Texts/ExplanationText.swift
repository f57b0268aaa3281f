internal import RuleLanguage
internal import Bytes
package import Engine
package import Records
package import Source

/// The error, the rules with results and reasons, the outcome.
package struct ExplanationText {
  private let explanation: Explanation
  /// The zone of times.
  private let zone: ShownZone
  private var parts: [ExplanationPart] = []
  private var indent = 0

  private init(_ explanation: Explanation, _ zone: ShownZone) {
    (self.explanation, self.zone) = (explanation, zone)
  }

  package static func text(
    of explanation: Explanation, terminalStyle: TerminalStyle, in zone: ShownZone = .utc
  ) -> String {
    ExplanationLines.text(of: parts(of: explanation, in: zone), terminalStyle: terminalStyle)
  }

  package static func parts(of explanation: Explanation, in zone: ShownZone = .utc) -> [ExplanationPart] {
    var text = ExplanationText(explanation, zone)
    text.describeRecord()
    text.describe(explanation.steps, explanation.ending, firstAside: text.firstAside)
    text.heading("outcome")
    text.add(EndingText.paragraphs(of: explanation))
    return text.parts
  }

  package static func text(
    of account: RuleExplanation, in explanation: Explanation, terminalStyle: TerminalStyle,
    in zone: ShownZone = .utc
  ) -> String {
    var text = ExplanationText(explanation, zone)
    text.describeRecord()
    text.heading(DisplayValue.cut(account.name), account.place)
    text.add(account.sentences.map { ($0, nil) })
    return ExplanationLines.text(of: text.parts, terminalStyle: terminalStyle)
  }

  private mutating func heading(_ title: String, _ aside: String = "") {
    parts.append(ExplanationPart(kind: .heading(title, aside), indent: indent))
  }

  private mutating func paragraph(_ text: String, _ style: TerminalStyle.Style? = nil) {
    parts.append(ExplanationPart(kind: .paragraph(text, style), indent: indent))
  }

  private mutating func add(_ paragraphs: [ExplanationPart.Paragraph]) {
    for (text, style) in paragraphs { paragraph(text, style) }
  }

  // MARK: Record

  private mutating func describeRecord() {
    let record = explanation.record
    let what = explanation.ending.isEvent ? "event \(record.name)" : record.name
    heading(DisplayValue.cut(what), "record \(DisplayValue.cut(record.id))")
    if let message = record.message {
      paragraph(DisplayValue.quoted(message, length: DisplayValue.lengthOfProse))
    }
    var facts: [String] = []
    if let origin = record.origin { facts.append("raised at \(DisplayValue.cut(origin))") }
    if let time = record.time { facts.append("at \(DisplayValue.cut(zone.text(recorded: time)))") }
    if let operation = record.operation, operation != record.origin {
      facts.append("in operation \(DisplayValue.cut(operation))")
    }
    if let attempt = record.attempt { facts.append("try \(attempt)") }
    if !facts.isEmpty { paragraph(facts.joined(separator: ", "), .dim) }
    if record.time == nil, explanation.steps.contains(where: { $0.countsOverTime }) {
      paragraph(
        "The record has no time, so rates, throttles and budgets take the time of a record before it.",
        .yellow)
    }
    if let with = record.with {
      paragraph("with \(DisplayValue.text(ofJSON: with, length: DisplayValue.lengthOfProse))", .dim)
    }
  }

  private var firstAside: String {
    guard let origin = explanation.record.origin else { return "starts here; the record has no origin" }
    return "starts here, for origin \(DisplayValue.cut(origin))"
  }

  // MARK: Steps

  private mutating func describe(
    _ steps: [Explanation.Step], _ ending: Explanation.Ending?, firstAside: String
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
      if step.policy?.always != .inChain || !step.isAlways { describe(&begun) }
      switch step.kind {
      case .unwrap:
        let end = steps[index...].firstIndex { !$0.isUnwrap } ?? steps.count
        describe(steps[index..<end], "unwrap", "before the error has a category")
        index = end
        continue
      case .breaker:
        let end = steps[index...].firstIndex { !$0.isBreaker } ?? steps.count
        describe(steps[index..<end], "breakers", "before any rule is evaluated")
        index = end
        continue
      case .category, .ignored:
        let end = steps[index...].firstIndex { !$0.isAboutTheError } ?? steps.count
        if isFirst {
          describeCategory(steps[index..<end])
        } else {
          describeNewCategory(steps[index..<end], nameWidth: nameWidth)
        }
        index = end
        continue
      case .arrival(let responder):
        let how =
          isFirst
          ? firstAside : hasEscalated ? "\(before) escalated to it" : "next: no rule of \(before) decided"
        heading(DisplayValue.cut(responder), how + Self.policyAside(step, isEvent: ending?.isEvent == true))
        isFirst = false
        hasEscalated = false
        before = DisplayValue.cut(responder)
        let visit = steps[(index + 1)...].prefix { !$0.isArrival }
        if !visit.contains(where: { $0.isQuestion }) {
          paragraph(ending?.isEvent == true ? "has no event rules" : "has no rules", .dim)
        }
      case .contract:
        if step.result == "not matched" { describeContract(step) }
      case .rule, .otherwise:
        describe(step, nameWidth: nameWidth)
        begun = step.nestedEvaluations
        if step.result == "escalate" || step.verdict == "escalate" { hasEscalated = true }
      case .always:
        if step.policy?.always != .inChain, !hasAlways {
          heading("always", "once the outcome was known")
          hasAlways = true
        }
        describe(step, nameWidth: nameWidth)
      }
      index += 1
    }
    describe(&begun)
  }

  private mutating func describe(_ nestedEvaluations: inout [Explanation.Nested]) {
    for nested in nestedEvaluations { describe(nested) }
    nestedEvaluations.removeAll()
  }

  /// Fits most names.
  private static func nameWidth(_ steps: [Explanation.Step]) -> Int {
    var names = steps.filter { $0.clause != nil }.map { DisplayValue.cut($0.shownName) }
    let first = steps.firstIndex { $0.isArrival } ?? steps.endIndex
    if steps[first...].contains(where: { $0.isAboutTheError }) { names.append("category") }
    return min(20, names.map { EscapedText.width(of: $0) }.max() ?? 0)
  }

  private mutating func describeNewCategory(_ steps: ArraySlice<Explanation.Step>, nameWidth: Int) {
    let found = steps.last { $0.isCategoryThatHolds }
    var reasons = found.map { ComparisonText.reasons($0.tests) } ?? []
    switch found?.result {
    case "own": reasons = ["the record names it"]
    case "default": reasons = ["the default: no category matches"]
    default: break
    }
    let name = found.map { "now \(DisplayValue.cut($0.name))" } ?? "none: no category matches"
    if let unlisted = steps.first(where: { $0.result == "not listed" }) {
      reasons.append("the record's own category, \(DisplayValue.cut(unlisted.name)), is not in the rule file")
    }
    let text = ([name] + (reasons.isEmpty ? [] : [reasons.joined(separator: ", and ")])).joined(
      separator: ": ")
    let kind = ExplanationPart.Kind.entry(
      mark: "·", .magenta, name: "category", nameWidth: nameWidth, [(text, nil)])
    parts.append(ExplanationPart(kind: kind, indent: indent))
  }

  private static func policyAside(_ step: Explanation.Step, isEvent: Bool) -> String {
    guard let policy = step.policy, !isEvent else { return "" }
    var asides: [String] = []
    if policy.order == .lastFirst { asides.append("last rule first") }
    if policy.match == .all { asides.append("every rule that matches runs") }
    return asides.map { "; \($0)" }.joined()
  }

  private mutating func describeContract(_ step: Explanation.Step) {
    let reasons = ComparisonText.failure(step.tests)
    let reason = step.comparisons.isEmpty ? "it names no error" : reasons.joined(separator: " ")
    paragraph("! outside the contract: \(reason). It is reported, and evaluation continues.", .yellow)
  }

  /// The steps before those of any responder.
  private mutating func describe(_ steps: ArraySlice<Explanation.Step>, _ title: String, _ when: String) {
    heading(title, when)
    let nameWidth = min(20, steps.map { EscapedText.width(of: $0.name) }.max() ?? 0)
    for step in steps { describe(step, nameWidth: nameWidth) }
  }

  private mutating func describeCategory(_ steps: ArraySlice<Explanation.Step>) {
    var others: [Explanation.Step] = []
    var unlisted: String?
    for step in steps {
      guard case .category(let name) = step.kind else { continue }
      let shown = DisplayValue.cut(name)
      guard step.result != "not listed" else {
        unlisted = shown
        continue
      }
      guard step.result != "not matched" else {
        others.append(step)
        continue
      }
      heading("category \(shown)")
      switch step.result {
      case "own": paragraph("The record names it.")
      case "default": paragraph("The default: no category matches.")
      default:
        for reason in ComparisonText.reasons(step.tests) { paragraph(reason) }
        if step.tests.isEmpty { paragraph("It matches every error.") }
      }
    }
    if !others.isEmpty, !steps.contains(where: { $0.isCategoryThatHolds }) {
      heading("no category", "none matches, and there is no default")
    }
    if let unlisted {
      if others.isEmpty, !steps.contains(where: { $0.isCategoryThatHolds }) {
        heading("no category")
      }
      paragraph("The record's own category, \(unlisted), is not in the rule file.")
    }
    describeUnmatched(others)
    if let ignored = steps.first(where: { $0.kind == .ignored && $0.result == "matched" }) {
      heading("ignored as a cancellation")
      for comparison in ignored.comparisons where comparison.holds {
        let found = comparison.found.map { DisplayValue.text(ofJSON: $0) } ?? "missing"
        paragraph("\(comparison.subject) is \(found)")
      }
    }
  }

  /// The categories that were evaluated and did not match, with the reasons.
  private mutating func describeUnmatched(_ steps: [Explanation.Step]) {
    guard !steps.isEmpty else { return }
    paragraph("evaluated before, not matched:", .dim)
    let shown = steps.prefix(Self.mostUnmatched)
    let nameWidth = min(20, shown.map { EscapedText.width(of: DisplayValue.cut($0.name)) }.max() ?? 0)
    for step in shown {
      let reasons: [ExplanationPart.Paragraph] = ComparisonText.failure(step.tests).map {
        (text: $0, style: .dim)
      }
      let kind = ExplanationPart.Kind.entry(
        mark: "·", .dim, name: DisplayValue.cut(step.name), nameWidth: nameWidth, reasons)
      parts.append(ExplanationPart(kind: kind, indent: indent))
    }
    let rest = steps.dropFirst(Self.mostUnmatched).map { DisplayValue.cut($0.name) }
    if !rest.isEmpty { paragraph("and \(rest.joined(separator: ", "))", .dim) }
  }

  private static let mostUnmatched = 8

  private mutating func describe(_ step: Explanation.Step, nameWidth: Int) {
    let look = StepText.look(of: step)
    let kind = ExplanationPart.Kind.entry(
      mark: look.mark, look.style, name: DisplayValue.cut(step.shownName), nameWidth: nameWidth,
      StepText.paragraphs(of: step, in: zone))
    parts.append(ExplanationPart(kind: kind, indent: indent, clause: step.clause))
  }

  private mutating func describe(_ nested: Explanation.Nested) {
    indent += 4
    let aside: String
    switch nested.kind {
    case .event(_, let from):
      heading("event \(nested.name)", "emitted at \(DisplayValue.cut(from)), where it starts")
      aside = "starts here: it emitted the event"
    case .raised:
      heading("raised \(nested.name)", "a separate error; its outcome changes nothing here")
      aside = "starts here, at the parent of the responder that raised it"
    }
    describe(nested.steps, nested.ending, firstAside: aside)
    let paragraphs = EndingText.paragraphs(of: nested)
    if !paragraphs.isEmpty { heading("outcome of \(nested.name)") }
    add(paragraphs)
    indent -= 4
  }
}

extension Explanation.Step {
  var name: String {
    switch kind {
    case .unwrap(let entry, let path): "#\(entry + 1) \(path)"
    case .ignored: "ignore"
    case .category(let name), .breaker(let name): name
    case .arrival: ""
    case .rule(_, let rule): rule
    case .otherwise: "otherwise"
    case .always: "always"
    case .contract: ""
    }
  }

  var shownName: String {
    if case .always(let responder) = kind, policy?.always != .inChain { responder } else { name }
  }

  fileprivate var isUnwrap: Bool {
    if case .unwrap = kind { true } else { false }
  }

  fileprivate var isBreaker: Bool {
    if case .breaker = kind { true } else { false }
  }

  fileprivate var isAlways: Bool {
    if case .always = kind { true } else { false }
  }

  var isOtherwise: Bool {
    if case .otherwise = kind { true } else { false }
  }

  var isArrival: Bool {
    if case .arrival = kind { true } else { false }
  }

  var isQuestion: Bool {
    switch kind {
    case .rule, .otherwise: true
    case .unwrap, .ignored, .category, .breaker, .contract, .arrival, .always: false
    }
  }

  /// About the error itself, before any rule is evaluated.
  fileprivate var isAboutTheError: Bool {
    switch kind {
    case .ignored, .category: true
    case .unwrap, .breaker, .rule, .otherwise, .always, .contract, .arrival: false
    }
  }

  fileprivate var isCategoryThatHolds: Bool {
    if case .category = kind { result != "not matched" && result != "not listed" } else { false }
  }
}

extension Explanation.Nested {
  fileprivate var name: String {
    switch kind {
    case .event(let name, _): DisplayValue.cut(name)
    case .raised(let error): DisplayValue.cut(error)
    }
  }
}
