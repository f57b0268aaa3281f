import Replay
import RuleEngine

/// A line at a terminal that says what a run that goes on has found so far.
final class LiveLine {
  private let isShown: Bool
  private var isDrawn = false

  /// One that is not shown does nothing.
  init(isShown: Bool) { self.isShown = isShown }

  func update(_ state: ReplayState) {
    guard isShown else { return }
    isDrawn = true
    let outcomes = state.evaluations.filter { $0.count > 0 }.map { "\($0.name) \(Figures.number($0.count))" }
    var parts = [Figures.counted(state.ledger.records, "record")] + outcomes
    if state.unhandled > 0 { parts.append("\(Figures.number(state.unhandled)) handled by nobody") }
    if state.ledger.refused > 0 { parts.append("\(Figures.number(state.ledger.refused)) refused") }
    draw("\r\u{1B}[K\(parts.joined(separator: ", "))")
  }

  /// Takes the line away.
  func finish() {
    guard isDrawn else { return }
    draw("\r\u{1B}[K")
    isDrawn = false
  }

  /// It is no result: where standard error is gone, the run goes on.
  private func draw(_ text: String) {
    try? CheckedOutput.standardError.write(text)
    try? CheckedOutput.standardError.flush()
  }
}
