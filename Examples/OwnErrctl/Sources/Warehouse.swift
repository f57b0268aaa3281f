import RuleEngine

/// What the warehouse's rules say that no built-in key can: a matcher, an action, a question and a performance.
struct Warehouse: Plugin {
  var matchers: [any MatcherPlugin] { [AisleMatcher()] }
  var actions: [any ActionPlugin] { [PageAction()] }
  var customs: [CustomQuestion] {
    [
      CustomQuestion("hasCheckDigit", summary: "The barcode's last digit is the one that the others ask for.")
      { _, _ in
        HasCheckDigit()
      }
    ]
  }
  var performs: [String] { ["parkRobot"] }
}

/// `aisle: C`: the first letter of the shelf, a question that the language can ask already.
struct AisleMatcher: MatcherPlugin {
  let key = "aisle"
  let summary = "The aisle of the shelf: the letter before its number."
  let examples = [
    MatcherExample(
      when: #"{"aisle": "C"}"#,
      matches: [#"{"type": "JamError", "shelf": "C-114"}"#],
      doesNotMatch: [#"{"type": "JamError", "shelf": "D-7"}"#, #"{"type": "JamError"}"#]
    )
  ]

  func condition(for value: Node, in context: MatcherContext) -> Condition? {
    context.any(of: value) { node in
      guard let aisle = node.string, aisle.count == 1 else {
        context.report(.wrongType(node, expected: "a letter, such as C"))
        return nil
      }
      return .compare(.attribute("shelf"), .text(TextTest(.hasPrefix, aisle + "-")), context.source(node))
    }
  }
}

/// A question only code can answer: whether a barcode (GTIN-13) was read right.
///
/// - Source: GS1 General Specifications, section 7.9: digits weighed 1 and 3 in turn, the check digit completes the
///   sum to a multiple of ten.
struct HasCheckDigit: ErrorPredicate {
  func holds(for error: borrowing ErrorView) -> Bool {
    guard let barcode = error.string(.attribute("barcode")), barcode.utf8.count == 13 else { return false }
    var sum = 0
    for (place, digit) in barcode.utf8.enumerated() {
      guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(digit) else { return false }
      sum += Int(digit - UInt8(ascii: "0")) * (place.isMultiple(of: 2) ? 1 : 3)
    }
    return sum.isMultiple(of: 10)
  }
}

/// `page: robots`: wakes somebody up.
struct PageAction: ActionPlugin {
  let key = "page"
  let summary = "Wakes the people on duty of a team."
  let companions = ["because"]
  let examples = [#"{"page": "robots", "because": "{error.message}"}"#]

  func action(for members: [Node.Member], in context: ActionContext) -> Action? {
    var written: [Action.Member] = []
    for member in members {
      guard let content = context.template(member.value) else { return nil }
      written.append(Action.Member(member.key, content))
    }
    return Action(written, label: "page")
  }
}
