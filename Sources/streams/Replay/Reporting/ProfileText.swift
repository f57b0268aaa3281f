internal import Engine
internal import Explanations
internal import Reports
internal import Bytes
internal import Source

/// The most expensive rule first.
struct ProfileText {
  private static let rows = 24

  static func lines(of profile: ReplayProfile, terminalStyle: TerminalStyle) -> [String] {
    let rows = profile.byCost
    var lines = [terminalStyle("     share   evaluated     matched    patterns", .dim)]
    for row in rows.prefix(Self.rows) {
      let numbers = [row.cost.evaluations, row.cost.matched, row.cost.patternTests].map {
        padded(GroupedNumber.text($0), 12)
      }
      lines.append(
        "  \(padded(share(profile.share(of: row)), 8))\(numbers.joined())  \(EscapedText.of(row.name))")
    }
    let others = rows.dropFirst(Self.rows)
    if !others.isEmpty {
      let rest = others.reduce(0) { $0 + profile.share(of: $1) }
      let count = GroupedNumber.text(others.count)
      lines.append("  \(padded(share(rest), 8)) of \(count) others; --format json has them all")
    }
    let never = profile.rows.count - rows.count
    let rest = never > 0 ? "; \(GroupedNumber.text(never)) never evaluated" : ""
    let time = ReplaySpeed.time(profile.nanoseconds)
    lines.append(
      terminalStyle("  \(time) to evaluate every rule; without --profile an index skips most\(rest)", .dim))
    return lines
  }

  static func share(_ share: Int) -> String { "\(share / 100).\(share % 100 / 10) %" }
}
