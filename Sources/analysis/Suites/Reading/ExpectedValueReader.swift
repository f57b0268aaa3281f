internal import RuleLanguage
internal import Patterns
internal import Records
internal import Source

enum ExpectedValueReader {
  static func value(_ node: Node, _ diagnostics: inout Diagnostics) -> ExpectedValue {
    switch node.content {
    case .null, .bool, .integer, .decimal, .string: return ExpectedValue(node: node, meaning: .scalar)
    case .sequence(let elements):
      return ExpectedValue(node: node, meaning: .list(elements.map { value($0, &diagnostics) }))
    case .mapping(let members):
      let isTest = !members.isEmpty && members.allSatisfy { SuiteKeys.operators.contains($0.key) }
      let tests = isTest ? members.compactMap { test($0, asSeconds: false, &diagnostics) } : []
      return ExpectedValue(
        node: node, meaning: .mapping(members.map { ($0.key, value($0.value, &diagnostics)) }, tests: tests))
    }
  }

  /// Reads an action or event: a mapping of its members, or a word for its kind.
  static func happening(_ node: Node, _ what: String, _ diagnostics: inout Diagnostics) -> ExpectedValue? {
    if let kind = node.string, !kind.isEmpty { return ExpectedValue(node: node, meaning: .kind(kind)) }
    guard node.members != nil else {
      diagnostics.report(.wrongType(node, expected: what))
      return nil
    }
    return value(node, &diagnostics)
  }

  /// Reads a duration, or operators with durations. Resolutions have seconds.
  static func delay(_ node: Node, _ diagnostics: inout Diagnostics) -> ExpectedValue? {
    if let members = node.members, !members.isEmpty {
      let numeric = ["equals", "atLeast", "atMost", "lessThan", "greaterThan"]
      var tests: [ExpectedValue.Test] = []
      for member in members {
        guard numeric.contains(member.key) else {
          let question = Suggestion.question(for: member.key, among: numeric)
          diagnostics.report(
            Diagnostic(
              "unknown-operator",
              "“\(member.key)” does not compare durations.\(question.isEmpty ? " Write one of \(numeric.joined(separator: ", "))." : question)",
              at: member.keyRange))
          continue
        }
        if let test = test(member, asSeconds: true, &diagnostics) { tests.append(test) }
      }
      return ExpectedValue(node: node, meaning: .mapping([], tests: tests))
    }
    guard let seconds = seconds(node, &diagnostics) else { return nil }
    return ExpectedValue(node: node, meaning: .seconds(seconds))
  }

  private static func seconds(_ node: Node, _ diagnostics: inout Diagnostics) -> Double? {
    guard let span = node.string.flatMap({ TimeSpan($0) }) else {
      diagnostics.report(.wrongDuration(node))
      return nil
    }
    return span.seconds
  }

  private static func test(_ member: Node.Member, asSeconds: Bool, _ diagnostics: inout Diagnostics)
    -> ExpectedValue.Test?
  {
    let node = member.value
    func number() -> Double? {
      if asSeconds { return seconds(node, &diagnostics) }
      guard let number = node.asNumber else {
        diagnostics.report(.wrongType(node, expected: "a number for “\(member.key)”"))
        return nil
      }
      return number
    }
    switch member.key {
    case "equals":
      if asSeconds {
        return seconds(node, &diagnostics).map {
          .equals(ExpectedValue(node: node, meaning: .seconds($0)))
        }
      }
      return .equals(value(node, &diagnostics))
    case "exists":
      guard case .bool(let exists) = node.content else {
        diagnostics.report(.wrongFlag(node))
        return nil
      }
      return .exists(exists)
    case "atLeast": return number().map { .atLeast($0) }
    case "atMost": return number().map { .atMost($0) }
    case "lessThan": return number().map { .lessThan($0) }
    case "greaterThan": return number().map { .greaterThan($0) }
    default:
      return pattern(member, &diagnostics).map { .text($0) }
    }
  }

  private static func pattern(_ member: Node.Member, _ diagnostics: inout Diagnostics) -> Pattern? {
    guard let text = member.value.string else {
      diagnostics.report(.wrongType(member.value, expected: "a string for “\(member.key)”"))
      return nil
    }
    do throws(PatternError) {
      switch member.key {
      case "contains": return try Pattern.text(text, at: .anywhere)
      case "hasPrefix": return try Pattern.text(text, at: .start)
      case "hasSuffix": return try Pattern.text(text, at: .end)
      case "glob": return try Pattern.glob(text)
      default: return try Pattern(expression: text)
      }
    } catch {
      diagnostics.report(
        Diagnostic("wrong-pattern", "This pattern can't be used. \(error.message)", at: member.value.range))
      return nil
    }
  }
}
