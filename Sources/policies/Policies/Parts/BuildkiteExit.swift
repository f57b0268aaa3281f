internal import Source

/// Conditions on the exit status of a job, as members of a rule's `when`.
enum BuildkiteExit {
  /// `*` is any of these, so not the −1 of a lost agent.
  static func any(_ value: PolicyValue) -> [(key: String, value: ImportedValue)] { members("1...255", value) }

  /// Any but 0.
  static func failures(_ value: PolicyValue) -> [(key: String, value: ImportedValue)] {
    members([-1, "1...255"], value)
  }

  /// Nil, and reported, if there is none.
  static func codes(_ value: PolicyValue) -> [(key: String, value: ImportedValue)]? {
    if value.string == "*" { return any(value) }
    let elements = value.elementsOrSelf
    if elements.isEmpty {
      value.doubt("An empty list matches no exit status. Delete it, or name one.")
      return nil
    }
    var codes: [ImportedValue] = []
    for element in elements {
      guard let code = BuildkiteWord.integer(element, orElse: nil) else {
        element.fault("An “exit_status” must be an integer, a list of integers, or \"*\".")
        return nil
      }
      if !(-1...255).contains(code) {
        element.doubt("No job ends with this exit status: valid are −1 and 0 to 255.")
      }
      codes.append(.integer(code).at(element.place))
    }
    return members(elements.count == 1 ? codes[0] : .list(codes), value)
  }

  private static func members(_ codes: ImportedValue, _ value: PolicyValue) -> [(
    key: String, value: ImportedValue
  )] {
    let codes = codes.at(value.place)
    return [("domain", .text("buildkite").at(codes.place ?? value.place)), ("code", codes)]
  }
}

/// Words and numbers as Buildkite takes them.
enum BuildkiteWord {
  static let signals = [
    "ABRT", "ALRM", "BUS", "CHLD", "CONT", "FPE", "HUP", "ILL", "INT", "IO", "KILL", "PIPE", "PROF", "PWR",
    "QUIT", "SEGV", "STKFLT", "STOP", "SYS", "TERM", "TRAP", "TSTP", "TTIN", "TTOU", "URG", "USR1", "USR2",
    "VTALRM", "WINCH", "XCPU", "XFSZ",
  ]

  /// Nil if it is not a flag.
  static func flag(_ value: PolicyValue) -> Bool? {
    value.writtenFlag ?? (value.string == "true" ? true : value.string == "false" ? false : nil)
  }

  /// Nil if it is not an integer.
  ///
  /// - Parameter fallback: for a variable without a default; nil to reject it.
  static func integer(_ value: PolicyValue, orElse fallback: Int64?) -> Int64? {
    if let number = value.writtenInteger { return number }
    guard let text = value.string else { return nil }
    if let number = Int64(text) {
      value.doubt("Buildkite's schema wants an integer, not a text. Write \(number).")
      return number
    }
    guard text.hasPrefix("$"), let number = usual(text) ?? fallback else { return nil }
    value.lost("This is filled in when the pipeline is uploaded. The rule says \(number).")
    return number
  }

  /// The default of `${NAME:-3}`.
  private static func usual(_ variable: String) -> Int64? {
    guard variable.hasPrefix("${"), variable.hasSuffix("}"), let dash = variable.firstIndex(of: "-") else {
      return nil
    }
    return Int64(variable[variable.index(after: dash)...].dropLast())
  }
}
