internal import Bytes
internal import Engine
internal import RuleLanguage

/// Reasons that a matcher matched or did not match.
enum ComparisonText {
  private static let few = 4

  static func reasons(_ tests: [Explanation.Test]) -> [String] {
    tests.map { sentence($0) }
  }

  /// The first failure, after which nothing was compared. Alternatives are on separate lines.
  static func failure(_ tests: [Explanation.Test]) -> [String] {
    guard let failed = tests.last(where: { !$0.holds }) else { return [] }
    guard case .group(let group) = failed, group.kind == .any, sameSubject(group.tests) == nil,
      group.tests.count > 1
    else { return [sentence(failed)] }
    let rest = group.tests.count > few ? ["· and \(group.tests.count - few) more"] : []
    return ["none of these conditions holds:"] + group.tests.prefix(few).map { "· \(sentence($0))" } + rest
  }

  private static func group(of test: Explanation.Test) -> Explanation.Group? {
    if case .group(let group) = test { group } else { nil }
  }

  private static func conjunction(_ group: Explanation.Group) -> String {
    let told = group.holds ? group.tests : group.tests.filter { !$0.holds }
    return told.map { sentence($0) }.joined(separator: ", and ")
  }

  static func sentence(_ test: Explanation.Test) -> String {
    switch test {
    case .comparison(let comparison): sentence(comparison)
    case .group(let group): sentence(group)
    }
  }

  private static func sentence(_ group: Explanation.Group) -> String {
    let tests = group.tests
    let last = tests.last.map { sentence($0) } ?? ""
    switch group.kind {
    case .all:
      return conjunction(group)
    case .any:
      if group.holds { return tests.first { $0.holds }.map { sentence($0) } ?? "" }
      return noneHolds(tests)
    case .not:
      return group.holds ? "“not” holds: \(last)" : "\(last), which “not” rules out"
    case .causes:
      if group.holds { return last }
      guard let only = tests.first else { return "it has no cause" }
      if tests.count == 1 { return "its cause: \(Self.group(of: only).map { conjunction($0) } ?? last)" }
      return "none of its \(tests.count) causes matches: \(several(tests.map { sentence($0) }))"
    case .cause(let position):
      return tests.isEmpty ? "it has a cause" : "cause \(position): \(conjunction(group))"
    case .rootCause: return "root cause: \(conjunction(group))"
    case .payloads:
      if group.holds { return last }
      if tests.isEmpty { return "there is no error in its payload" }
      return tests.count == 1
        ? sentence(tests[0])
        : "none of the \(tests.count) errors in its payload matches: \(several(tests.map { sentence($0) }))"
    case .payload(let index):
      return tests.isEmpty ? "payload.\(index) is not an error" : "payload.\(index): \(conjunction(group))"
    case .elements:
      guard !group.holds else { return last }
      return tests.isEmpty
        ? "the list is empty" : "no element matches: \(several(tests.map { sentence($0) }))"
    case .element(let position): return "element \(position): \(conjunction(group))"
    }
  }

  /// Nil unless all comparisons are about the same subject.
  private static func sameSubject(_ tests: [Explanation.Test]) -> [Explanation.ComparedValue]? {
    let comparisons = tests.compactMap { test -> Explanation.ComparedValue? in
      if case .comparison(let comparison) = test { comparison } else { nil }
    }
    guard comparisons.count == tests.count, let first = comparisons.first,
      comparisons.allSatisfy({ $0.subject == first.subject && $0.operator == nil && !$0.isQuestion })
    else { return nil }
    return comparisons
  }

  /// Names the value once for all expected values.
  private static func noneHolds(_ tests: [Explanation.Test]) -> String {
    guard tests.count > 1, let comparisons = sameSubject(tests) else {
      let reasons = tests.map { sentence($0) }
      return reasons.count == 1 ? reasons[0] : "none of these conditions holds: \(several(reasons))"
    }
    let first = comparisons[0]
    var expectedTexts: [String] = []
    for comparison in comparisons {
      let expected = wanted(comparison)
      if !expectedTexts.contains(expected) { expectedTexts.append(expected) }
    }
    guard let found = first.found else {
      return "\(first.subject) is missing; the rule wants \(list(expectedTexts, "or"))"
    }
    let shown = "\(first.subject) is \(DisplayValue.text(ofJSON: found))"
    return switch expectedTexts.count {
    case 1: "\(shown), not \(expectedTexts[0])"
    case 2: "\(shown), neither \(list(expectedTexts, "nor"))"
    default: "\(shown), none of \(list(expectedTexts, "and"))"
    }
  }

  private static func list(_ names: [String], _ word: String) -> String {
    let limit = 8
    if names.count > limit {
      return "\(names.prefix(limit).joined(separator: ", ")) \(word) \(names.count - limit) more"
    }
    guard names.count > 1 else { return names.joined() }
    return "\(names.dropLast().joined(separator: ", ")) \(word) \(names[names.count - 1])"
  }

  private static func several(_ sentences: [String]) -> String {
    let rest = sentences.count > few ? ["and \(sentences.count - few) more"] : []
    return (sentences.prefix(few) + rest).joined(separator: "; ")
  }
}

extension ComparisonText {
  static func sentence(_ comparison: Explanation.ComparedValue) -> String {
    let expected = DisplayValue.text(asWritten: comparison.expected)
    if comparison.isAboutBreaker { return "\(expected) is \(comparison.holds ? "open" : "not open")" }
    if comparison.isQuestion {
      let answer = comparison.holds ? "yes" : "no"
      if comparison.isStub { return "custom \(expected): \(answer) (by --stub)" }
      if comparison.isAssumed { return "custom \(expected): no plugin provides it, so \(answer) is assumed" }
      return "custom \(expected) is \(answer)"
    }
    let subject = EscapedText.of(comparison.subject)
    if comparison.operator == "exists" { return presence(comparison, subject) }
    let wording = wording(of: comparison, expected)
    guard let found = comparison.found else {
      return "\(subject) is missing; the rule wants \(wording.wanted)"
    }
    let shown = DisplayValue.text(ofJSON: found)
    guard comparison.holds else { return "\(subject) is \(shown), \(wording.no)" }
    let isSame = DisplayValue.plain(found) == DisplayValue.plain(comparison.expected)
    if isSame, comparison.operator == nil { return "\(subject) is \(shown)" }
    let isOne = found.hasPrefix("[") && wording.yes.hasPrefix("which")
    return "\(subject) is \(shown), \(isOne ? "one of " : "")\(wording.yes)"
  }

  private static func presence(_ comparison: Explanation.ComparedValue, _ subject: String) -> String {
    guard let found = comparison.found else {
      return comparison.holds ? "\(subject) is missing, as the rule wants" : "\(subject) is missing"
    }
    let shown = "\(subject) is \(DisplayValue.text(ofJSON: found))"
    return comparison.holds ? shown : "\(shown), but the rule wants none"
  }

  private static func wording(of comparison: Explanation.ComparedValue, _ expected: String) -> (
    wanted: String, yes: String, no: String
  ) {
    switch comparison.operator {
    case "contains":
      (
        "text that contains “\(expected)”", "which contains “\(expected)”",
        "which does not contain “\(expected)”"
      )
    case "hasPrefix":
      (
        "text that begins with “\(expected)”", "which begins with “\(expected)”",
        "which does not begin with “\(expected)”"
      )
    case "hasSuffix":
      (
        "text that ends in “\(expected)”", "which ends in “\(expected)”",
        "which does not end in “\(expected)”"
      )
    case "glob", "matches":
      ("text that matches \(expected)", "which \(expected) matches", "which \(expected) does not match")
    case "atLeast": ("at least \(expected)", "at least \(expected)", "not at least \(expected)")
    case "atMost": ("at most \(expected)", "at most \(expected)", "more than \(expected)")
    case "lessThan": ("less than \(expected)", "less than \(expected)", "not less than \(expected)")
    case "greaterThan": ("more than \(expected)", "more than \(expected)", "not more than \(expected)")
    case "strict":
      ("a problem document", "a valid problem document (RFC 9457)", "not a valid problem document (RFC 9457)")
    default:
      (expected, "which \(verb(comparison.expected)) \(expected)", "not \(wanted(comparison))")
    }
  }
}

extension ComparisonText {
  /// The expected value, and beside the symbol of a code its number if the error has one: `CKErrorZoneBusy (23)`.
  private static func wanted(_ comparison: Explanation.ComparedValue) -> String {
    let expected = DisplayValue.text(asWritten: comparison.expected)
    guard comparison.subject == "code", comparison.found?.utf8.first != UInt8(ascii: "\""),
      let number = CodeTable.number(of: comparison.expected)
    else { return expected }
    return "\(expected) (\(number))"
  }

  private static func verb(_ expected: String) -> String {
    if expected.hasPrefix("[") || expected.hasPrefix("$") { return "is one of" }
    return expected.contains("*") ? "fits" : "is"
  }
}

extension Explanation.ComparedValue {
  /// Code or a breaker returned the result, as true or false without a value.
  fileprivate var isQuestion: Bool {
    subject == "predicate" || subject.hasPrefix("custom ") || isAboutBreaker
  }

  fileprivate var isAboutBreaker: Bool { subject == "open" }
}
