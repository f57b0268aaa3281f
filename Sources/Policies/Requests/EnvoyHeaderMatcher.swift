internal import Source

/// A header that an Envoy route or retry policy asks for (`config.route.v3.HeaderMatcher`).
enum EnvoyHeaderMatcher {
  enum Side: String {
    case request, response
  }

  static let fields = [
    "name", "exact_match", "safe_regex_match", "range_match", "present_match", "prefix_match", "suffix_match",
    "contains_match", "string_match", "invert_match", "treat_missing_header_as_empty",
  ]
  private static let stringFields = [
    "exact", "prefix", "suffix", "safe_regex", "contains", "custom", "ignore_case",
  ]

  /// Nil, and reported, if it is faulty or no rule can say it.
  static func condition(
    _ node: Node, of side: Side, _ consequence: LegacyMapping.Consequence, in diagnostics: inout Diagnostics
  ) -> HeaderCondition? {
    guard var matcher = LegacyMapping(node, "a header matcher", in: &diagnostics) else { return nil }
    defer { matcher.rejectKeys(otherThan: fields, consequence, in: &diagnostics) }
    guard let name = matcher.take("name"), let text = name.string, !text.isEmpty else {
      diagnostics.report(
        .policyFault("A header matcher needs a “name”. Envoy rejects the config.", at: node.range))
      return nil
    }
    let isInverted = isTrue(matcher.take(field: "invert_match"))
    if let empty = matcher.take(field: "treat_missing_header_as_empty"), isTrue(empty) {
      diagnostics.report(.policyLoss("In a rule a missing header is not an empty one.", at: empty.range))
    }
    if text == ":status", side == .response {
      return status(&matcher, at: node.range, isInverted, in: &diagnostics)
    }
    guard let attribute = attribute(text.lowercased(), side) else {
      diagnostics.report(
        .policyLoss("No record has “\(text)”: the rule does not ask for it.", at: name.range))
      return nil
    }
    if let present = matcher.take(field: "present_match") {
      let isPresent = isTrue(present) != isInverted
      return HeaderCondition(
        attribute: attribute, operators: .exists(isPresent, at: present.range), isInverted: false)
    }
    if let range = matcher.take(field: "range_match") {
      diagnostics.report(
        .policyLoss("A rule can't compare a header as a number: it does not ask for it.", at: range.range))
      return nil
    }
    guard let operators = test(&matcher, consequence, in: &diagnostics) else {
      let isAny = !fields.contains { $0.hasSuffix("_match") && $0 != "invert_match" && node.field($0) != nil }
      guard isAny else { return nil }
      return HeaderCondition(
        attribute: attribute, operators: .exists(!isInverted, at: node.range), isInverted: false)
    }
    return HeaderCondition(attribute: attribute, operators: operators, isInverted: isInverted)
  }

  static func isTrue(_ node: Node?) -> Bool {
    if case .bool(true)? = node?.content { true } else { false }
  }

  private static func attribute(_ name: String, _ side: Side) -> String? {
    switch name {
    case ":method": "http.request.method"
    case ":authority", "host": "http.request.header.host"
    case ":scheme": "url.scheme"
    case _ where name.hasPrefix(":"): nil
    default: "http.\(side.rawValue).header.\(name)"
    }
  }

  /// How the value is compared, or nil.
  private static func test(
    _ matcher: inout LegacyMapping, _ consequence: LegacyMapping.Consequence,
    in diagnostics: inout Diagnostics
  ) -> Node? {
    for (field, name) in [
      ("exact", "equals"), ("prefix", "hasPrefix"), ("suffix", "hasSuffix"), ("contains", "contains"),
    ] {
      guard let value = matcher.take(field: "\(field)_match") else { continue }
      return operators(name, value, in: &diagnostics)
    }
    if let regex = matcher.take(field: "safe_regex_match") {
      return regex.field("regex").flatMap { operators("matches", $0, in: &diagnostics) }
    }
    return matcher.take(field: "string_match").flatMap { string($0, consequence, in: &diagnostics) }
  }

  private static func operators(
    _ name: String, _ value: Node, ignoringCase: Bool = false, in diagnostics: inout Diagnostics
  ) -> Node? {
    guard let text = value.string else {
      diagnostics.report(.policyFault("This must be a string. It is \(value.kindName).", at: value.range))
      return nil
    }
    return .operators(name, text, ignoringCase: ignoringCase, at: value.range)
  }

  /// A string matcher (`type.matcher.v3.StringMatcher`).
  static func string(
    _ node: Node, _ consequence: LegacyMapping.Consequence, in diagnostics: inout Diagnostics
  ) -> Node? {
    guard var matcher = LegacyMapping(node, "a string matcher", in: &diagnostics) else { return nil }
    defer { matcher.rejectKeys(otherThan: stringFields, consequence, in: &diagnostics) }
    let ignoresCase = isTrue(matcher.take(field: "ignore_case"))
    for (field, name) in [
      ("exact", "equals"), ("prefix", "hasPrefix"), ("suffix", "hasSuffix"), ("contains", "contains"),
    ] {
      guard let value = matcher.take(field) else { continue }
      return operators(name, value, ignoringCase: ignoresCase, in: &diagnostics)
    }
    if let regex = matcher.take(field: "safe_regex"), let value = regex.field("regex") {
      return operators("matches", value, in: &diagnostics)
    }
    diagnostics.report(
      .policyLoss("A rule can't say this comparison: it does not ask for it.", at: node.range))
    return nil
  }

  private static func status(
    _ matcher: inout LegacyMapping, at place: SourceRange, _ isInverted: Bool,
    in diagnostics: inout Diagnostics
  ) -> HeaderCondition? {
    if let range = matcher.take(field: "range_match"), let start = range.field("start")?.text,
      let end = range.field("end")?.text
    {
      let statuses = Node.text("\(start)..<\(end)", at: range.range)
      return HeaderCondition(attribute: nil, operators: statuses, isInverted: isInverted)
    }
    let exact = matcher.take(field: "exact_match") ?? matcher.take(field: "string_match")?.field("exact")
    if let exact, let status = exact.string.flatMap({ Int64($0) }) {
      return HeaderCondition(
        attribute: nil, operators: .integer(status, at: exact.range), isInverted: isInverted)
    }
    diagnostics.report(
      .policyLoss("A rule can't compare a status like this: it does not ask for it.", at: place))
    return nil
  }
}
