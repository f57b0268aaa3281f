import Reasoning
import RuleEngine

/// How often each answer was given.
struct OutcomeCounts: CustomStringConvertible {
  var answers: [String: Int] = [:]
  var failures = 0

  mutating func count(_ what: String, _ answer: Satisfiability) {
    let name =
      switch answer {
      case .shown: "shown"
      case .never: "never"
      case .depends: "depends"
      case .notDecided: "not decided"
      }
    answers["\(what): \(name)", default: 0] += 1
  }

  var description: String {
    answers.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }.joined(separator: "\n")
  }
}

/// One rule set, reasoned about and run on every error of its world.
struct Comparison {
  let text: String
  let chain: ResponderChain
  let program: RuleProgram
  let records: [String]
  let faults: Set<InjectedFault>
  /// The rule set is as large as real ones: questions may stay open, and not all pairs of rules are compared.
  let isLarge: Bool
  private static let mostPairs = 8
  private static let stepsOfLarge = 4_000

  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  init(seed: UInt64, isWide: Bool = false, faults: Set<InjectedFault>) throws {
    var errorSpace = RandomRuleSet(seed: seed, isWide: isWide)
    let text = isWide ? errorSpace.wideFile() : errorSpace.file()
    try self.init(text: text, records: errorSpace.records(), faults: faults)
  }

  /// Rules of which the second is reached by nothing but what is of a type by its `is`: few random ones are.
  static func ofAncestors(faults: Set<InjectedFault>) throws -> Comparison {
    let rules = #"{"when":{"type":{"exactly":"Net"}},"then":"cancel"},{"when":{"type":"Net"},"then":"abort"}"#
    return try Comparison(
      text: #"{"version":1,"responders":[{"id":"app","rules":[\#(rules)]}]}"#,
      records: RandomRuleSet.fields[0].values.map { #"{"origin":"app"\#($0.isEmpty ? "" : ",\($0)")}"# },
      faults: faults
    )
  }

  init(text: String, records: [String], faults: Set<InjectedFault>, isLarge: Bool = false) throws {
    self.text = text
    self.isLarge = isLarge
    self.records = records
    self.faults = faults
    let compiled = RuleSet.compile(name: "rules.json", bytes: Array(text.utf8))
    guard let chain = compiled.chain, let program = compiled.program else {
      throw Failure(description: "\(compiled.diagnostics.map { $0.message })\n\(text)")
    }
    self.chain = chain
    self.program = program
  }

  private func leavesExhausted(_ clause: Int) -> Bool {
    guard case .retry(let policy) = program.clauses[clause].verdict, case .escalate = policy.exhausted
    else {
      return false
    }
    return true
  }

  /// Whether a rule matches only where more holds than what it asks.
  private func dependsOnMore(_ clause: Int) -> Bool {
    if program.clauses[clause].rateAtLeast != nil { return true }
    switch program.clauses[clause].verdict {
    case .retry, .unwrapCause, .unwrapPayload: return true
    default: return false
    }
  }

  /// What the reasoning says otherwise than the chain does.
  func differences(_ outcomeCounts: inout OutcomeCounts) -> [String] {
    var limits = ReasoningLimits()
    // Claims are held to what they say: what takes longer is left undecided, and claims nothing.
    if isLarge { limits.steps = Self.stepsOfLarge }
    let reasoner = Reasoner(chain, program, limits: limits, faults: faults)
    var rejected: [String] = []
    reasoner.onRejection = { rejected.append($0) }
    let pairs = program.responders.indices.flatMap { responder in
      reasoner.possibleOverlaps(ofResponder: responder).map { [$0.0, $0.1] }
    }
    let allPairs = program.responders.indices.flatMap { responder -> [[Int]] in
      let rules = program.responders[responder].ruleIndices.filter { program.clauses[$0].isEnabled }
      let ordered =
        program.responders[responder].policy.order == .lastFirst ? Array(rules.reversed()) : rules
      return ordered.indices.flatMap { first in
        ordered.indices.dropFirst(first + 1).map { [ordered[first], ordered[$0]] }
      }
    }
    let brute = BruteForce(chain, program, records, overlapping: allPairs)
    var differences: [String] = []
    func compare(_ what: String, _ answer: Satisfiability, found: Bool, _ key: String) {
      outcomeCounts.count(String(what.prefix { $0 != " " }), answer)
      switch answer {
      case .never: if found { differences.append("\(what): never, but \(brute.examples[key] ?? "?")") }
      case .depends:
        // An error that it raises may open a breaker for it.
        if found, !program.raisesErrors {
          differences.append("\(what): depends, but \(brute.examples[key] ?? "?")")
        }
      case .notDecided:
        // An error inside a wrapper that no entry matches shows nothing.
        guard program.unwraps.isEmpty, !isLarge else { return }
        differences.append("\(what): not decided; \(found ? brute.examples[key] ?? "?" : "none found")")
      case .shown: break
      }
    }
    for clause in program.clauses.indices where program.clauses[clause].kind != .always {
      let reachability = reasoner.reachability(ofClause: clause)
      compare(
        "rule \(chain.name(ofClause: clause))",
        reachability.answer,
        found: brute.fired.contains(clause),
        "fired \(clause)"
      )
      // (One that leaves with no try left does so without a trace.)
      if let witness = reachability.answer.witness, !leavesExhausted(clause),
        !BruteForce(chain, program, [witness.json], overlapping: []).fired.contains(clause)
      {
        differences.append("rule \(chain.name(ofClause: clause)): \(witness.json) does not show it")
      }
    }
    for category in program.categories.indices where program.categories[category].condition != nil {
      guard program.defaultCategory != category else { continue }
      compare(
        "category \(category)",
        reasoner.reachability(ofCategory: category).answer,
        found: brute.categories.contains(category),
        "category \(category)"
      )
    }
    for responder in program.responders.indices where program.responders[responder].parent == nil {
      compare(
        "gap \(responder)",
        reasoner.unanswered(reaching: responder),
        found: brute.unansweredRoots.contains(responder),
        "unanswered \(responder)"
      )
    }
    // What responders promise, of errors that start there.
    for responder in program.responders.indices where program.responders[responder].isEnabled {
      // (A contract is about what becomes of a wrapper, not about the wrapper.)
      for type in text.contains(#""contract""#) && program.unwraps.isEmpty && !isLarge ? ["Net", "Disk"] : []
      {
        let name = program.responders[responder].id.text
        let origin = name == "app" ? #""origin":"app""# : #""origin":"low.x""#
        let own = records.filter {
          $0.contains(origin) && RandomRuleSet.isOf(type, $0) && !$0.contains(#""event":"#)
        }
        let ofType = BruteForce(chain, program, own, overlapping: [])
        let source = Condition.Source(
          SourceRange(file: SourceFile(name: "", bytes: []), bytes: 0..<0),
          expected: ""
        )
        let answer = reasoner.unanswered(
          startingAt: responder,
          satisfying: .compare(.field(.type), .typeName(type, exactly: false), source)
        )
        outcomeCounts.count("contract", answer)
        let found = ofType.examples.first { $0.key.hasPrefix("unanswered") }?.value
        switch answer {
        case .never, .depends:
          if let found { differences.append("contract \(name) \(type): \(answer), but \(found)") }
        case .notDecided:
          differences.append("contract \(name) \(type): not decided; \(found ?? "none found")")
        case .shown(let witness):
          if BruteForce(chain, program, [witness.json], overlapping: []).unansweredRoots.isEmpty {
            differences.append("contract \(name) \(type): \(witness.json) does not show it")
          }
        }
      }
    }
    for pair in allPairs where !pairs.contains(pair) && brute.overlaps.contains(pair) {
      differences.append("overlap \(pair): left out, but \(brute.examples["overlap \(pair)"] ?? "?")")
    }
    for pair in isLarge ? Array(pairs.prefix(Self.mostPairs)) : pairs {
      compare(
        "overlap \(pair)",
        reasoner.overlap(pair[0], pair[1]).answer,
        found: !dependsOnMore(pair[1]) && brute.overlaps.contains(pair),
        "overlap \(pair)"
      )
    }
    if !differences.isEmpty {
      outcomeCounts.failures += 1
      differences.append("refused: \(rejected.joined(separator: " "))\n\(text)")
    }
    return differences
  }
}
