internal import Explanations
internal import Source

enum TriesText {
  private static let marks = 48

  static func lines(of load: RetryLoad, terminalStyle: TerminalStyle) -> [String] {
    guard let time = load.overTime else { return [] }
    let each = (time.tries.count + marks - 1) / marks
    let tries = stride(from: 0, to: time.tries.count, by: each).map { start in
      time.tries[start..<min(start + each, time.tries.count)].reduce(RetryLoad.Tries()) { $0 + $1 }
    }
    let most = tries.map { $0.all }.max() ?? 0
    let length = time.width * Int64(each)
    let end = time.start + Int64(tries.count) * length
    let mark = length == 1 ? "1 minute" : "\(Figures.number(Int(length))) minutes"
    let span = "\(Figures.minute(time.start)) to \(Figures.minute(end)) UTC, \(mark) a mark"
    return [
      "  tries with the retries     \(terminalStyle(Sparkline.text(of: tries.map { $0.all }, most: most), .cyan))",
      "  tries without the retries  \(Sparkline.text(of: tries.map { $0.firsts }, most: most))",
      terminalStyle("  \(span)", .dim),
    ] + LoadText.worst(load).map { "  \($0)" }
  }
}
