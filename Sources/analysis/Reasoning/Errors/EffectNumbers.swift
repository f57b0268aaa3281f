internal import Engine
internal import RuleLanguage

/// Numbers of effects: the same number for what is identical, in whichever rule set, from 1.
final class EffectNumbers {
  private var actions = Numbers<[Action]>()
  private var verdicts = Numbers<Verdict>()
  private var rates = Numbers<Rate>()
  private var contents = Numbers<Action.Content>()
  private var names: [[ExactText]: Int] = [:]

  func number(of list: [Action]) -> Int {
    list.isEmpty ? 0 : actions.number(of: list) { hasher in for action in list { action.feed(&hasher) } }
  }

  func number(of verdict: Verdict?) -> Int {
    guard let verdict else { return 0 }
    return verdicts.number(of: verdict) { verdict.feed(&$0) }
  }

  func number(of rate: Rate?) -> Int {
    guard let rate else { return 0 }
    return rates.number(of: rate) { $0.combine(rate.atLeast) }
  }

  func number(of content: Action.Content) -> Int { contents.number(of: content) { content.feed(&$0) } }

  func number(of name: [String]) -> Int {
    let texts = name.map { ExactText($0) }
    if let known = names[texts] { return known }
    names[texts] = names.count + 1
    return names.count
  }
}

/// Numbers of values that are compared by ``StructurallyEquatable``; the hash only finds those to compare.
private struct Numbers<Value: StructurallyEquatable> {
  private var known: [Int: [(value: Value, number: Int)]] = [:]
  private var count = 0

  mutating func number(of value: Value, _ feed: (inout Hasher) -> Void) -> Int {
    var hasher = Hasher()
    feed(&hasher)
    let hash = hasher.finalize()
    if let found = known[hash]?.first(where: { $0.value.isIdentical(value) }) { return found.number }
    count += 1
    known[hash, default: []].append((value, count))
    return count
  }
}

extension Action {
  fileprivate func feed(_ hasher: inout Hasher) {
    for member in members { member.value.feed(&hasher) }
  }
}

extension Action.Content {
  fileprivate func feed(_ hasher: inout Hasher) {
    switch self {
    case .scalar(let scalar): hasher.combine(ExactText(scalar.json))
    case .template(let template):
      for case .text(let text) in template.parts { hasher.combine(ExactText(text)) }
    case .list(let elements): for element in elements { element.feed(&hasher) }
    case .mapping(let members): for member in members { member.value.feed(&hasher) }
    case .optionTitles: break
    }
  }
}

extension Verdict {
  fileprivate func feed(_ hasher: inout Hasher) {
    switch self {
    case .evaluation(let evaluation): hasher.combine(evaluation)
    case .retry(let policy): hasher.combine(policy.maxAttempts)
    case .transform(let replacement), .raise(let replacement), .emit(let replacement, _):
      for member in replacement.members { member.value.feed(&hasher) }
    case .unwrapPayload(let index): hasher.combine(index)
    case .retryByPerson, .continue, .escalate, .unwrapCause, .handled: break
    }
  }
}
