package enum Figures {
  package static func number(_ count: Int) -> String { GroupedNumber.text(count) }

  /// The number and its noun, with an “s” unless the number is 1.
  package static func counted(_ count: Int, _ noun: String) -> String {
    "\(number(count)) \(noun)\(count == 1 ? "" : "s")"
  }

  package static func counted(_ count: Int, _ noun: String, plural: String) -> String {
    "\(number(count)) \(count == 1 ? noun : plural)"
  }

  /// A ratio with one decimal: `2.4`.
  package static func ratio(_ hundredths: Int) -> String {
    let tenths = (hundredths + 5) / 10
    return "\(number(tenths / 10)).\(tenths % 10)"
  }

  /// A share with one decimal. Only an exact zero is shown as 0.0, and only the whole as 100.0.
  package static func share(_ count: Int, of total: Int) -> String {
    guard total > 0 else { return "0.0 %" }
    var tenths = (count * 1_000 + total / 2) / total
    if count > 0 { tenths = max(1, tenths) }
    if count < total { tenths = min(999, tenths) }
    return "\(tenths / 10).\(tenths % 10) %"
  }

  /// A duration in up to two units: `250 ms`, `1.5 s`, `2 min 5 s`, `30 min`, `3 h 20 min`.
  package static func duration(_ milliseconds: Int) -> String {
    switch milliseconds {
    case ..<1_000: "\(milliseconds) ms"
    case ..<120_000: "\(milliseconds / 1_000).\(milliseconds % 1_000 / 100) s"
    case ..<7_200_000: parts(milliseconds / 60_000, "min", milliseconds % 60_000 / 1_000, "s")
    default: parts(milliseconds / 3_600_000, "h", milliseconds % 3_600_000 / 60_000, "min")
    }
  }

  /// `2 d 3 h`, or `2 d`.
  package static func parts(_ count: Int, _ unit: String, _ rest: Int, _ smaller: String) -> String {
    "\(number(count)) \(unit)" + (rest > 0 ? " \(rest) \(smaller)" : "")
  }

  /// Signed: `+1,204`, `−3`, `±0`.
  package static func change(_ count: Int) -> String {
    count == 0 ? "±0" : count > 0 ? "+\(number(count))" : "−\(number(-count))"
  }
}
