import RuleEngine

/// `--answer RULE=TITLE`: what is said to the alert of a rule where no record answers it.
struct PresetAnswers {
  let options: [String]

  /// The title for each of the chain's stations; throws where nobody could give such an answer.
  func byStation(of chain: ResponderChain, rules: String) throws -> [String?] {
    var preset = Titles(count: chain.stations.count)
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
          try preset.add(parts[1], at: index, by: parts[0])
          isTaken = true
        }
      }
      if !isTaken { throw Self.unanswerable(parts[0], parts[1], titles) }
    }
    return preset.titles
  }

  /// The titles for the stations of two chains; each must be one that one of them could take.
  func byStation(
    of old: (chain: ResponderChain, rules: String),
    and new: (chain: ResponderChain, rules: String)
  ) throws -> ([String?], [String?]) {
    var preset = (Titles(count: old.chain.stations.count), Titles(count: new.chain.stations.count))
    for option in options {
      let alone = PresetAnswers(options: [option])
      let first = Result { try alone.byStation(of: old.chain, rules: old.rules) }
      let second = Result { try alone.byStation(of: new.chain, rules: new.rules) }
      if case .failure = first, case .failure(let failure) = second { throw failure }
      let name = String(option.prefix { $0 != "=" })
      for (index, title) in ((try? first.get()) ?? []).enumerated() {
        if let title { try preset.0.add(title, at: index, by: name) }
      }
      for (index, title) in ((try? second.get()) ?? []).enumerated() {
        if let title { try preset.1.add(title, at: index, by: name) }
      }
    }
    return (preset.0.titles, preset.1.titles)
  }

  /// The titles of the stations, each with the name by which the option said it.
  private struct Titles {
    private(set) var titles: [String?]
    private var names: [String?]

    init(count: Int) {
      titles = [String?](repeating: nil, count: count)
      names = titles
    }

    /// Takes a title; another one may say more of one rule of several, but not by the same name.
    mutating func add(_ title: String, at index: Int, by name: String) throws {
      if let other = titles[index], other != title, names[index] == name {
        throw CommandFailure(
          .usage,
          "--answer says both “\(other)” and “\(title)” to the alert of “\(name)”."
        )
      }
      titles[index] = title
      names[index] = name
    }
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
