internal import Explanations
import Replay
import Reports
internal import Records
internal import Counting

final class StatusLine {
  private let isShown: Bool
  private var isDrawn = false

  /// - Parameter isShown: false for a line that is never drawn.
  init(isShown: Bool) { self.isShown = isShown }

  func update(_ state: ReplayState) {
    guard isShown else { return }
    isDrawn = true
    let outcomes = state.evaluations.filter { $0.count > 0 }.map { outcome in
      let isUncertain = outcome.name == Evaluation.retry.name && state.untracked > 0
      let untracked = isUncertain ? " (\(Figures.number(state.untracked)) untracked)" : ""
      return "\(outcome.name) \(Figures.number(outcome.count))\(untracked)"
    }
    var parts = [Figures.counted(state.lineCounts.records, "record")] + outcomes
    if state.unhandled > 0 { parts.append("\(Figures.number(state.unhandled)) not handled") }
    if state.lineCounts.rejected > 0 { parts.append("\(Figures.number(state.lineCounts.rejected)) rejected") }
    draw("\r\u{1B}[K\(parts.joined(separator: ", "))")
  }

  func finish() {
    guard isDrawn else { return }
    draw("\r\u{1B}[K")
    isDrawn = false
  }

  /// Writes the text. The run continues without standard error.
  private func draw(_ text: String) {
    try? CheckedOutput.standardError.write(text)
    try? CheckedOutput.standardError.flush()
  }
}
