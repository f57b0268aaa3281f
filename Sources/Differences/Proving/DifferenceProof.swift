internal import Reasoning
package import RuleEngine

/// What is known of two rule sets without any stream: that they mean the same, or errors that they answer differently.
package struct DifferenceProof: Sendable {
  package enum Verdict: String, Sendable {
    /// Proven: no error and no event is answered differently.
    case same
    /// Shown by ``DifferenceProof/differences``.
    case different
    /// No error by itself is answered differently; what is remembered of earlier ones, or what a plugin says, may tell.
    case depends
    /// The budget was used up, or something stands in a rule that is not reasoned about.
    case notDecided
  }

  /// An error that is answered differently.
  package struct Difference: Sendable {
    /// The recorded error, one JSON object.
    package let error: String
    /// What each of the two answers, as one resolution.
    package let old: String
    package let new: String
    /// The same for people: `retry by app/again`, `cancel, nobody handles it`.
    package let oldWords: String
    package let newWords: String
    /// What else differs, where the words don't.
    package let changes: [String]
    /// The commands that explain it under each of the two, as ``RuleSetDifference/Explanation`` has them.
    package var explainOld: String?
    package var explainNew: String?
  }

  package let verdict: Verdict
  package var differences: [Difference]

  /// Compares two compiled rule sets.
  ///
  /// - Parameter most: how many errors that show it are looked for, each for another reason.
  package init(
    old: (chain: ResponderChain, program: RuleProgram),
    new: (chain: ResponderChain, program: RuleProgram),
    upTo most: Int
  ) {
    let one = Reasoner(old.chain, old.program)
    let other = Reasoner(new.chain, new.program)
    let (answer, witnesses) = one.differences(from: other, upTo: most)
    // What is said to differ was answered by both; here it is once more, by the same door as anybody's error.
    let shown = witnesses.filter { one.answers($0.json, like: other) == false }
      .compactMap { Difference(error: $0.json, old.chain, new.chain) }
    differences = shown
    switch answer {
    case .shown: verdict = shown.isEmpty ? .notDecided : .different
    case .never: verdict = .same
    case .depends: verdict = .depends
    case .notDecided: verdict = shown.isEmpty ? .notDecided : .different
    }
  }
}

extension DifferenceProof.Difference {
  /// Nil where one of the chains does not take it for a recorded error, or both do the same.
  fileprivate init?(error: String, _ old: ResponderChain, _ new: ResponderChain) {
    var one = Responding(old)
    var other = Responding(new)
    guard let mine = try? one.resolution(of: error), let theirs = try? other.resolution(of: error) else {
      return nil
    }
    self.error = error
    self.old = mine
    self.new = theirs
    var first = Climb(old)
    var second = Climb(new)
    let bytes = Array(error.utf8)
    let found: (old: String, new: String, changes: [String])? = bytes.withUnsafeBytes { line in
      guard first.answersAlone(ByteSlice(line)), second.answersAlone(ByteSlice(line)) else { return nil }
      var changes: [String] = []
      if first.deeds != second.deeds { changes.append("actions") }
      if !first.retries(as: second) { changes.append("retry") }
      if second.endsWithAnotherError(than: first) { changes.append("error") }
      return (first.words, second.words, changes)
    }
    guard let found else { return nil }
    (oldWords, newWords, changes) = found
  }
}

extension Climb {
  /// Answers an error as the first one ever; false where it is none.
  fileprivate mutating func answersAlone(_ line: ByteSlice) -> Bool {
    guard read(line) == nil else { return false }
    var memory = ChainMemory(isAtHand: true)
    return run(&memory, ordinal: 1)
  }

  fileprivate var deeds: String {
    var text = Buffer<UInt8>()
    var gaps = Buffer<Gap>()
    appendDeeds(to: &text, gaps: &gaps)
    return String(text.slice)
  }

  /// How it was answered, for people.
  fileprivate var words: String {
    let answer = outcome.resolution
    let by = answer.station.place.map { " by \(chain.name(ofStation: $0))" } ?? ""
    if answer.isEvent { return answer.isHandled ? "handled\(by)" : "an event that nobody handles" }
    if answer.isIgnored { return "ignored as a cancellation" }
    return answer.isHandled
      ? "\(answer.evaluation.name)\(by)" : "\(answer.evaluation.name), nobody handles it"
  }
}
