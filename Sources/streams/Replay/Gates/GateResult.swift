internal import Bytes
package import Reports

package struct GateResult: Sendable {
  package struct Part: Sendable, Equatable {
    package let figure: String
    package let value: GateValue
    let isShare: Bool

    /// `exhausted(app/again) = 87.5 %, 7 of 8 matched`, or `abort = 12`.
    package var text: String {
      let count = Figures.number(value.count)
      guard isShare else { return "\(figure) = \(count)" }
      let share = Figures.share(value.count, of: value.total)
      return "\(figure) = \(share), \(count) of \(Figures.number(value.total)) \(value.noun)"
    }
  }

  package let expression: String
  package let fails: Bool
  package let parts: [Part]

  package var reason: String { parts.map { $0.text }.joined(separator: "; ") }

  package var json: String {
    let because = parts.map { part in
      """
      {"figure": \(part.figure.json), "count": \(part.value.count), "of": \(part.value.total)}
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
