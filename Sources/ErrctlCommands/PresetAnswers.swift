import RuleEngine

/// `--answer RULE=TITLE`: what is said to the alert of a rule where no record answers it.
struct PresetAnswers {
  let options: [String]

  /// The title for each of the chain's stations; throws where nobody could give such an answer.
  func byStation(of chain: ResponderChain, rules: String) throws -> [String?] {
    var preset = [String?](repeating: nil, count: chain.stations.count)
    for option in options {
      let parts = option.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        .map { String($0) }
      guard parts.count == 2, !parts[0].isEmpty else {
        throw CommandFailure(.usage, "--answer takes RULE=TITLE, not “\(option)”.")
      }
      let named = chain.stations(named: parts[0])
      guard !named.isEmpty else {
        let names = chain.stations.indices.filter { chain.possibleAnswers(atStation: $0) != nil }
          .flatMap { [chain.stations[$0].name, chain.name(ofStation: $0)] }
        let question = Suggestion.question(for: parts[0], among: names)
        throw CommandFailure(.usage, "--answer names no rule of \(rules): “\(parts[0])”.\(question)")
      }
      var titles: [String]?
      var isTaken = false
      for index in named {
        switch chain.possibleAnswers(atStation: index) {
        case nil: continue
        case .titles(let own) where !own.contains(parts[1]): titles = (titles ?? []) + own
        case .titles, .options:
          preset[index] = parts[1]
          isTaken = true
        }
      }
      if !isTaken { throw Self.unanswerable(parts[0], parts[1], titles) }
    }
    return preset
  }

  /// The titles for the stations of two chains; each must be one that one of them could take.
  func byStation(
    of old: (chain: ResponderChain, rules: String),
    and new: (chain: ResponderChain, rules: String)
  ) throws -> ([String?], [String?]) {
    var preset = (
      [String?](repeating: nil, count: old.chain.stations.count),
      [String?](repeating: nil, count: new.chain.stations.count)
    )
    for option in options {
      let alone = PresetAnswers(options: [option])
      let first = Result { try alone.byStation(of: old.chain, rules: old.rules) }
      let second = Result { try alone.byStation(of: new.chain, rules: new.rules) }
      if case .failure = first, case .failure(let failure) = second { throw failure }
      for (index, title) in ((try? first.get()) ?? []).enumerated() where title != nil {
        preset.0[index] = title
      }
      for (index, title) in ((try? second.get()) ?? []).enumerated() where title != nil {
        preset.1[index] = title
      }
    }
    return preset
  }

  private static func unanswerable(_ rule: String, _ title: String, _ titles: [String]?) -> CommandFailure {
    guard let titles else {
      return CommandFailure(.usage, "--answer \(rule)=…: no alert of “\(rule)” has buttons that decide.")
    }
    let question = Suggestion.question(for: title, among: titles)
    let quoted = titles.map { "“\($0)”" }.joined(separator: ", ")
    let advice = question.isEmpty ? " It has \(quoted)." : question
    return CommandFailure(.usage, "--answer \(rule)=…: no button of “\(rule)” says “\(title)”.\(advice)")
  }
}
