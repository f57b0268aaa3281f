internal import Bytes
internal import Records
package import Source

/// Members of a written error that resemble fields but are not, and so would silently become attributes.
package enum MemberCheck {
  /// Also members of causes and of a problem document.
  package static func report(_ member: Node.Member, to diagnostics: inout Diagnostics) {
    reportItself(member, to: &diagnostics)
    reportInside(member, to: &diagnostics)
  }

  static func reportInside(_ member: Node.Member, to diagnostics: inout Diagnostics) {
    if member.key == "underlying" {
      for cause in member.value.elements ?? [member.value] {
        for part in cause.members ?? [] { report(part, to: &diagnostics) }
      }
    } else if member.key == "problem" {
      for part in member.value.members ?? [] { reportPart(part, to: &diagnostics) }
    }
  }

  private static func reportItself(_ member: Node.Member, to diagnostics: inout Diagnostics) {
    if let field = Field.allCases.first(where: { $0.name == member.key }) {
      guard !field.accepts(member.value) else { return }
      diagnostics.report(
        Diagnostic(
          "wrong-member", .warning,
          "“\(member.key)” does not have the type of the error's field of that name, so it is an attribute. Write \(field.expectation).",
          at: member.value.range))
    } else if let meant = Field.allCases.first(where: { Suggestion.isSlip(member.key, of: $0.name) }) {
      diagnostics.report(
        Diagnostic(
          "wrong-member", .warning,
          "“\(member.key)” is not a field of an error, so it is an attribute. Did you mean “\(meant.name)”?",
          at: member.keyRange))
    }
  }

  /// The type by RFC 9457 (section 3.1).
  private static func reportPart(_ part: Node.Member, to diagnostics: inout Diagnostics) {
    guard let member = Subject.ProblemMember.allCases.first(where: { $0.name == part.key }) else { return }
    let fits: Bool
    switch (member, part.value.content) {
    case (_, .null): fits = true
    case (.status, .integer): fits = true
    case (.status, _): fits = false
    case (_, .string): fits = true
    default: fits = false
    }
    guard !fits else { return }
    diagnostics.report(
      Diagnostic(
        "wrong-member", .warning,
        "“\(part.key)” does not have the type that a problem document requires, so it is ignored. Write \(member == .status ? "an integer" : "a text").",
        at: part.value.range))
  }
}

extension Field {
  /// Null means absent.
  package func accepts(_ value: Node) -> Bool {
    if case .null = value.content { return true }
    return accepts(json: JSONWriter.line(value))
  }

  func accepts(json: String) -> Bool {
    Array(json.utf8).withUnsafeBytes { bytes in
      var tape = JSONTape()
      guard tape.scan(ByteSlice(bytes), depthLimit: .max, valueLimit: .max, repairs: true) == nil else {
        return false
      }
      return accepts(tape.value(at: .first))
    }
  }
}
