import Reasoning
import RuleEngine

/// A rule set and the same with one atom changed, reasoned about and run on every error of its world.
struct Difference {
  let texts: [String]
  let reasoners: [Reasoner]
  let records: [String]
  /// Whether the reasoning came to an end.
  private(set) var isDecided = true
  private(set) var isDecidedSlowly = true
  /// Whether they are too large to be compared without what they share.
  private var isLarge = false

  /// A rule set has entries of `defaults.unwrap`.
  var unwraps: Bool { texts.contains { $0.contains(#""unwrap":["#) } }

  /// A rule set has actions whose failure has a verdict.
  var mayFail: Bool { texts.contains { $0.contains(#""failed":"#) } }

  init(seed: UInt64) throws {
    var errorSpace = RandomRuleSet(seed: seed)
    let text = errorSpace.file()
    var texts = [text, text]
    let one = try Self.reasoner(text)
    var other: Reasoner?
    // One in eight stays as it is; not every change makes a rule file.
    for _ in 0..<(seed % 8 == 0 ? 0 : 20) where other == nil {
      texts[1] = errorSpace.changed(text)
      other = try? Self.reasoner(texts[1])
    }
    if other == nil { texts[1] = text }
    self.texts = texts
    // Each is run on two chains and written: some do.
    records = errorSpace.records().enumerated().filter { $0.offset % 11 == 0 }.map { $0.element }
    reasoners = [one, try other ?? Self.reasoner(text)]
  }

  /// Two rule sets as large as real ones.
  init(_ one: String, _ other: String, records: [String]) throws {
    texts = [one, other]
    self.records = records
    // Claims are held to what they say, so few steps do: what is not decided by then claims nothing.
    var limits = ReasoningLimits()
    limits.steps = 4_000
    reasoners = [try Self.reasoner(one, limits), try Self.reasoner(other, limits)]
    isLarge = true
  }

  private static func reasoner(_ text: String, _ limits: ReasoningLimits = ReasoningLimits()) throws
    -> Reasoner
  {
    let compiled = RuleSet.compile(name: "rules.json", bytes: Array(text.utf8))
    guard let chain = compiled.chain, let program = compiled.program else {
      throw Comparison.Failure(description: "\(compiled.diagnostics.map { $0.message })\n\(text)")
    }
    return Reasoner(chain, program, limits: limits)
  }

  /// What the reasoning says otherwise than the chains do.
  mutating func faults(_ outcomeCounts: inout OutcomeCounts) -> [String] {
    // Records of the world have no answers, so alerts take the first button.
    let shown = records.first { reasoners[0].answers($0, like: reasoners[1]) == false }
    let answer = reasoners[0].difference(from: reasoners[1])
    outcomeCounts.count(texts[0] == texts[1] ? "same" : shown == nil ? "alike" : "different", answer)
    var faults: [String] = []
    let slowly =
      isLarge ? answer : reasoners[0].differences(from: reasoners[1], upTo: 1, sharesStructure: false).answer
    outcomeCounts.count("slowly", slowly)
    switch (answer, slowly) {
    case (.never, .shown), (.never, .depends), (.shown, .never), (.depends, .never):
      faults.append("\(answer), but \(slowly) where nothing is shared")
    default: break
    }
    switch answer {
    case .shown(let witness):
      if reasoners[0].answers(witness.json, like: reasoners[1]) != false {
        faults.append("\(witness.json) is answered alike")
      }
    case .never, .depends: if let shown { faults.append("\(answer), but \(shown)") }
    case .notDecided: break
    }
    if case .notDecided = answer { isDecided = false }
    if case .notDecided = slowly { isDecidedSlowly = false }
    if isDecided || isLarge, texts[0] == texts[1], !answer.isNever {
      faults.append("differs from itself: \(answer)")
    }
    if !faults.isEmpty { outcomeCounts.failures += 1 }
    return faults.map { "\($0)\n\(texts[0])\n\(texts[1])" }
  }
}
