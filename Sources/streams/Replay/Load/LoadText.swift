internal import Explanations
internal import Reports
internal import Bytes
package import Source

package enum LoadText {
  private static let rows = 12

  package static func lines(of load: RetryLoad, terminalStyle: TerminalStyle) -> [String] {
    guard load.tries > 0 else { return ["  no tries added"] }
    var lines = ["  \(sentence(load))"]
    if let waits = self.waits(load) { lines.append("  \(waits)") }
    lines.append("  \(operations(load))")
    if load.givingUp.count > 0 { lines.append("  \(givingUp(load))") }
    lines += TriesText.lines(of: load, terminalStyle: terminalStyle)
    if !load.upstreams.isEmpty { lines += upstreams(load, terminalStyle) }
    for aside in asides(load) { lines.append(terminalStyle("  \(aside)", .dim)) }
    return lines
  }

  package static func sentence(_ load: RetryLoad) -> String {
    let untracked = load.untracked > 0 ? " (\(Figures.number(load.untracked)) by untracked retries)" : ""
    let tries = "\(self.tries(load.tries)) added\(untracked)"
    guard let minute = load.peakMinute else { return tries }
    return "\(tries), at most \(Figures.number(load.peak)) per minute (\(Figures.minute(minute)) UTC)"
  }

  /// The worst minute, and the worst second of a simulation.
  package static func worst(_ load: RetryLoad) -> [String] {
    var texts: [String] = []
    if let minute = load.worstMinute {
      let without =
        load.worst.amplification.map {
          "instead of \(Figures.number(load.worst.firsts)) (× \(Figures.ratio($0)))"
        } ?? "all added by the retries"
      texts.append("worst minute: \(Figures.minute(minute)) UTC, \(tries(load.worst.all)) \(without)")
    }
    if let worst = load.worstSecond {
      texts.append("worst second: \(Figures.second(worst.second)) UTC, \(tries(worst.tries))")
    }
    return texts
  }

  package static func waits(_ load: RetryLoad) -> String? {
    guard load.waits.count > 0 else { return nil }
    let waits = load.waits
    return "delay: median \(Figures.duration(waits.median)), p95 \(Figures.duration(waits.most)), "
      + "maximum \(Figures.duration(waits.longest))"
  }

  package static func operations(_ load: RetryLoad) -> String {
    guard load.operations > 0 else { return "operations: unknown, as no record names one" }
    var parts = [
      "\(Figures.number(load.recovered)) would have recovered",
      "\(Figures.number(load.givenUp)) would have failed for good",
    ]
    if load.unknown > 0 { parts.append("\(Figures.number(load.unknown)) unknown: the stream ends first") }
    let basis = load.successRate.map { " (if \(percent($0)) of tries succeed)" } ?? ""
    return
      "\(Figures.counted(load.operations, "operation")) retried: \(parts.joined(separator: ", "))\(basis)"
  }

  /// The percentage as given, without a zero fraction.
  package static func percent(_ share: Double) -> String {
    let tenths = Int((share * 1_000).rounded())
    return tenths % 10 == 0 ? "\(tenths / 10) %" : "\(tenths / 10).\(tenths % 10) %"
  }

  package static func givingUp(_ load: RetryLoad) -> String {
    "time until giving up: \(Figures.duration(load.givingUp.mean)) on average, "
      + "\(Figures.duration(load.givingUp.longest)) at most"
  }

  private static func upstreams(_ load: RetryLoad, _ terminalStyle: TerminalStyle) -> [String] {
    var lines = [terminalStyle("    tries  peak/min  upstream", .dim)]
    for upstream in load.upstreams.prefix(rows) {
      let peak = upstream.peakMinute == nil ? "" : Figures.number(upstream.peak)
      lines.append(
        "  \(padded(Figures.number(upstream.tries), 7))  \(padded(peak, 8))  "
          + EscapedText.of(upstream.name ?? "(none recorded)"))
    }
    let rest = load.upstreams.dropFirst(rows)
    let others = rest.reduce(load.otherUpstreams) { $0 + $1.tries }
    if others > 0 {
      lines.append("  \(padded(Figures.number(others), 7))  \(padded("", 8))  of other upstreams")
    }
    return lines
  }

  package static func asides(_ load: RetryLoad) -> [String] {
    var asides: [String] = []
    if load.untimed > 0 { asides.append("\(tries(load.untimed)) without a time: no earlier record has one") }
    if load.farOff > 0 { asides.append("\(tries(load.farOff)) due more than a day later, not counted") }
    if load.unfollowed > 0 {
      asides.append("\(tries(load.unfollowed)) not followed: no operation is named, or too many were open")
    }
    return asides
  }

  private static func tries(_ count: Int) -> String {
    Figures.counted(count, "try", plural: "tries")
  }
}
