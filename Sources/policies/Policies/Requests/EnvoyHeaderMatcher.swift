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

  private static let comparisons = [
    ("exact", "equals"), ("prefix", "hasPrefix"), ("suffix", "hasSuffix"), ("contains", "contains"),
  ]

  /// Nil, and reported, if it is faulty or no rule can say it.
  static func condition(_ value: PolicyValue, of side: Side)
    -> HeaderCondition?
  {
    guard let matcher = value.mapping("a header matcher") else { return nil }
    guard let name = matcher.takeWritten("name"), let text = name.string, !text.isEmpty else {
      value.fault("A header matcher needs a “name”. Envoy rejects the config.")
      return nil
    }
    let isInverted = matcher.take("invert_match")?.isTrue ?? false
    if let empty = matcher.take("treat_missing_header_as_empty"), empty.isTrue {
      empty.lost("In a rule a missing header is not an empty one.")
    }
    if text == ":status", side == .response { return status(matcher, isInverted) }
    guard let attribute = attribute(text.lowercased(), side) else {
      name.lost("No record has “\(text)”: the rule does not ask for it.")
      return nil
    }
    if let present = matcher.take("present_match") {
      return HeaderCondition(
        attribute: attribute, operators: .exists(present.isTrue != isInverted, at: present.place),
        isInverted: false)
    }
    if let range = matcher.take("range_match") {
      range.lost("A rule can't compare a header as a number: it does not ask for it.")
      return nil
    }
    guard let operators = test(matcher) else {
      let isAny = !fields.contains { $0.hasSuffix("_match") && $0 != "invert_match" && value[$0] != nil }
      guard isAny else { return nil }
      return HeaderCondition(
        attribute: attribute, operators: .exists(!isInverted, at: value.place), isInverted: false)
    }
    return HeaderCondition(attribute: attribute, operators: operators, isInverted: isInverted)
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

  /// The comparison with the value, or nil.
  private static func test(_ matcher: PolicyMapping) -> Node? {
    for (field, name) in comparisons {
      if let value = matcher.take("\(field)_match") { return operators(name, value) }
    }
    if let regex = matcher.take("safe_regex_match") {
      return regex["regex"].flatMap { operators("matches", $0) }
    }
    return matcher.take("string_match").flatMap { string($0) }
  }

  private static func operators(_ name: String, _ value: PolicyValue, ignoringCase: Bool = false) -> Node? {
    guard let text = value.string else {
      value.fault("This must be a string. It is \(value.node.kindName).")
      return nil
    }
    return .operators(name, text, ignoringCase: ignoringCase, at: value.place)
  }

  /// A string matcher (`type.matcher.v3.StringMatcher`).
  private static func string(_ value: PolicyValue) -> Node? {
    guard let matcher = value.mapping("a string matcher") else { return nil }
    let ignoresCase = matcher.take("ignore_case")?.isTrue ?? false
    for (field, name) in comparisons {
      if let value = matcher.takeWritten(field) {
        return operators(name, value, ignoringCase: ignoresCase)
      }
    }
    if let regex = matcher.take("safe_regex")?["regex"] { return operators("matches", regex) }
    value.lost("A rule can't say this comparison: it does not ask for it.")
    return nil
  }

  private static func status(_ matcher: PolicyMapping, _ isInverted: Bool) -> HeaderCondition? {
    if let range = matcher.take("range_match"), let start = range["start"]?.text, let end = range["end"]?.text
    {
      let statuses = Node.text("\(start)..<\(end)", at: range.place)
      return HeaderCondition(attribute: nil, operators: statuses, isInverted: isInverted)
    }
    let exact = matcher.take("exact_match") ?? matcher.take("string_match")?["exact"]
    if let exact, let status = exact.string.flatMap({ Int64($0) }) {
      return HeaderCondition(
        attribute: nil, operators: .integer(status, at: exact.place), isInverted: isInverted)
    }
    matcher.value.lost("A rule can't compare a status like this: it does not ask for it.")
    return nil
  }
}
