internal import Engine
internal import Source

/// `--answer RULE=TITLE`: the button to choose if the record has no answer.
struct PresetAnswers {
  let options: [String]

  /// Throws for a rule or button that does not exist.
  func byClause(of chain: ResponderChain, rules: String) throws -> [String?] {
    var preset = Titles(count: chain.clauses.count)
    for option in options {
      let parts = option.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        .map { String($0) }
      guard parts.count == 2, !parts[0].isEmpty else {
        throw CommandFailure(.usage, "--answer takes RULE=TITLE, not “\(option)”.")
      }
      let named = chain.clauses(named: parts[0])
      guard !named.isEmpty else {
        let names = chain.clauses.indices.filter { chain.possibleAnswers(atClause: $0) != nil }
          .flatMap { [chain.clauses[$0].name, chain.name(ofClause: $0)] }
        let question = Suggestion.question(for: parts[0], among: names)
        throw CommandFailure(.usage, "\(rules) has no rule “\(parts[0])”, which --answer names.\(question)")
      }
      var titles: [String]?
      var isTaken = false
      for index in named {
        switch chain.possibleAnswers(atClause: index) {
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

  /// Each title must fit at least one of the chains.
  func byClause(
    of old: (chain: ResponderChain, rules: String), and new: (chain: ResponderChain, rules: String)
  ) throws -> ([String?], [String?]) {
    var preset = (Titles(count: old.chain.clauses.count), Titles(count: new.chain.clauses.count))
    for option in options {
      let alone = PresetAnswers(options: [option])
      let first = Result { try alone.byClause(of: old.chain, rules: old.rules) }
      let second = Result { try alone.byClause(of: new.chain, rules: new.rules) }
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

  /// The titles by clause, each with the name that the option used.
  private struct Titles {
    private(set) var titles: [String?]
    private var names: [String?]

    init(count: Int) {
      titles = [String?](repeating: nil, count: count)
      names = titles
    }

    /// A more specific name may override a title; the same name may not.
    mutating func add(_ title: String, at index: Int, by name: String) throws {
      if let other = titles[index], other != title, names[index] == name {
        throw CommandFailure(
          .usage, "--answer chooses both “\(other)” and “\(title)” on the alert of “\(name)”.")
      }
      titles[index] = title
      names[index] = name
    }
  }

  private static func unanswerable(_ rule: String, _ title: String, _ titles: [String]?) -> CommandFailure {
    guard let titles else {
      return CommandFailure(.usage, "--answer \(rule)=…: “\(rule)” has no alert whose buttons decide.")
    }
    let question = Suggestion.question(for: title, among: titles)
    let quoted = titles.map { "“\($0)”" }.joined(separator: ", ")
    let advice = question.isEmpty ? " The buttons are \(quoted)." : question
    return CommandFailure(.usage, "--answer \(rule)=…: “\(rule)” has no button “\(title)”.\(advice)")
  }
}
