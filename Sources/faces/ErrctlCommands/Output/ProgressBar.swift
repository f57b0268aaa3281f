final class ProgressBar {
  private let total: Int
  private let isShown: Bool
  private var drawn = -1
  private static let width = 30

  /// - Parameters:
  ///   - total: in bytes.
  ///   - isShown: false for a bar that is never drawn.
  init(total: Int, isShown: Bool) {
    self.total = total
    // Short runs need no bar.
    self.isShown = isShown && total > 32 << 20
  }

  func update(_ bytes: Int) {
    guard isShown, total > 0 else { return }
    let percent = min(100, bytes * 100 / total)
    guard percent != drawn else { return }
    drawn = percent
    let full = percent * Self.width / 100
    let bar = String(repeating: "█", count: full) + String(repeating: "░", count: Self.width - full)
    draw("\r\(bar) \(percent) %")
  }

  func finish() {
    guard drawn >= 0 else { return }
    draw("\r\u{1B}[K")
    drawn = -1
  }

  /// Writes the text. The run continues without standard error.
  private func draw(_ text: String) {
    try? CheckedOutput.standardError.write(text)
    try? CheckedOutput.standardError.flush()
  }
}
