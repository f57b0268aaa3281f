internal import Bytes
internal import Counting
package import Reports

package struct GateResult: Sendable {
  package struct Part: Sendable, Equatable {
    package let figure: String
    package let value: GateValue
    let isShare: Bool

    /// `exhausted(app/again) = 87.5 %, 7 of 8 matched`, or `abort = 12`.
    package var text: String {
      let count = Figures.number(value.count)
      let found = value.found.map { " (\($0))" } ?? ""
      guard isShare else { return "\(figure) = \(count)\(found)" }
      let share = Figures.share(value.count, of: value.total)
      return "\(figure) = \(share), \(count) of \(Figures.number(value.total)) \(value.noun)\(found)"
    }
  }

  package let expression: String
  /// `file:line:column` of the configuration that has it; nil for an option.
  package let place: String?
  package let fails: Bool
  package let parts: [Part]

  /// The reason why the gate can never fail; nil if it may.
  package var fault: String? {
    parts.first { $0.value.unknownField != nil }.map { part in
      let reason = part.value.missing.map { ": \(Figures.number($0.count)) \($0.reason)" } ?? ""
      return "“\(part.figure)” counts nothing\(reason). Correct the field, or drop the gate."
    }
  }

  /// The figures, how many of the retries on which they rest are untracked, and what they lack.
  package var reason: String {
    let untracked = parts.map { $0.value.untracked }.max() ?? 0
    let missing = parts.compactMap { part in
      part.value.missing.map { "\(Figures.number($0.count)) \($0.reason)" }
    }
    return
      (parts.map { $0.text } + (untracked > 0 ? [RetryAccount.sentence(untracked: untracked)] : [])
      + missing.enumerated().filter { !missing[..<$0].contains($1) }.map { $1 }).joined(separator: "; ")
  }

  package var json: String {
    let because = parts.map { part in
      let untracked = part.value.untracked > 0 ? ", \"untracked\": \(part.value.untracked)" : ""
      let found = part.value.found.map { ", \"found\": \($0.json)" } ?? ""
      let missing = part.value.missing.map { ", \"notCounted\": \($0.count)" } ?? ""
      return """
        {"figure": \(part.figure.json), "count": \(part.value.count), "of": \(part.value.total)\(untracked)\(found)\(missing)}
        """
    }
    return """
      {"failOn": \(expression.json), "fails": \(fails), "because": [\(because.joined(separator: ", "))]}
      """
  }

  package var part: Report.Part {
    fails
      ? .line("fails: \(code: expression) (\(code: reason))", .bad)
      : .line("passes: \(code: expression) does not hold (\(code: reason))", .good)
  }
}
