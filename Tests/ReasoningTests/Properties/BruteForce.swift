import RuleEngine

/// What a rule set does with every error of a world, found by running it on each.
struct BruteForce {
  /// Clauses that answered some error.
  var fired: Set<Int> = []
  /// Categories that were given to an error without one of its own.
  var categories: Set<Int> = []
  /// Roots that some error reached unanswered.
  var unansweredRoots: Set<Int> = []
  /// Rules of which the first was asked of an error as it was recorded, and which both match it.
  var overlaps: Set<[Int]> = []
  /// Errors, by what they show.
  var examples: [String: String] = [:]

  init(_ chain: ResponderChain, _ program: RuleProgram, _ records: [String], overlapping pairs: [[Int]]) {
    var evaluator = Evaluator(chain)
    var open = pairs
    for record in records {
      let bytes = Array(record.utf8)
      bytes.withUnsafeBytes { text in
        guard evaluator.read(ByteSlice(text)) == nil else { return }
        let isEvent = evaluator.isEvent
        var state = ChainState(isAtHand: true)
        guard evaluator.run(&state, ordinal: 1) else { return }
        // What fired for an error that the rules raised says nothing of the recorded one.
        let isAsRecorded = !evaluator.isReplaced && evaluator.outcome.raised.isEmpty
        var fired: [Int] = []
        for index in 0..<evaluator.outcome.fired.count { fired.append(Int(evaluator.outcome.fired[index])) }
        if let clause = evaluator.outcome.clause.place { fired.append(clause) }
        for clause in fired where self.fired.insert(clause).inserted {
          examples["fired \(clause)"] = record
        }
        // An event answers no error, and has no category.
        if isEvent { return }
        if !evaluator.outcome.isHandled, let root = evaluator.outcome.root.place {
          if unansweredRoots.insert(root).inserted { examples["unanswered \(root)"] = record }
        }
        for (place, pair) in open.enumerated().reversed() where isAsRecorded && fired.contains(pair[0]) {
          if evaluator.matches(clause: pair[1]) {
            open.remove(at: place)
            overlaps.insert(pair)
            examples["overlap \(pair)"] = record
          }
        }
        // One that an error names itself shows nothing of the category's condition.
        if categories.count < program.categories.count, !record.contains(#""category":"#),
          let category = evaluator.recordedCategory(),
          categories.insert(category).inserted
        {
          examples["category \(category)"] = record
        }
      }
    }
  }
}
