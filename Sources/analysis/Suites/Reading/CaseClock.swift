internal import RuleLanguage
internal import Records
internal import Source

struct CaseClock {
  private let start: Int64
  private var now: Int64
  private let isUsed: Bool

  init(start: Int64, isUsed: Bool) {
    self.start = start
    self.isUsed = isUsed
    now = start
  }

  /// Nil if the case does not set it. The clock moves on to the step's last error.
  mutating func time(of step: Section, error: Node, _ diagnostics: inout Diagnostics) -> (
    Int64?, times: Int, every: Int64
  ) {
    let at = span("at", of: step, &diagnostics)
    let after = span("after", of: step, &diagnostics)
    let every = span("every", of: step, &diagnostics) ?? 0
    let times = times(of: step, &diagnostics)
    if step["every"] != nil, step["times"] == nil, step.isWhole {
      diagnostics.report(.missing("times", beside: "every", in: step.node))
    }
    guard isUsed else { return (nil, times, 0) }
    if let own = error["time"] {
      for key in ["at", "after", "every"] {
        guard let member = step.member(key) else { continue }
        diagnostics.report(
          Diagnostic(
            "contradiction", "The error has its own time, and “\(key)” sets another one. Delete one of them.",
            at: member.keyRange, related: [.init("the error's own time", at: own.range)]))
      }
      if let moment = own.string.flatMap({ VirtualTime.moment($0) }) { now = moment }
      return (nil, times, 0)
    }
    if at != nil, let after = step.member("after") {
      diagnostics.report(
        Diagnostic(
          "contradiction", "“at” and “after” both set the time. Delete one of them.", at: after.keyRange))
    }
    let moment = at.map { start.addingReportingOverflow($0) } ?? now.addingReportingOverflow(after ?? 0)
    guard !moment.overflow, VirtualTime.possible.contains(moment.partialValue) else {
      diagnostics.report(impossible("This happens after the year 9999.", step))
      return (nil, times, 0)
    }
    if moment.partialValue < now {
      diagnostics.report(
        impossible("This happens before the error above it, but the clock never goes back. Move it up.", step)
      )
      return (nil, times, 0)
    }
    let (length, isTooLong) = every.multipliedReportingOverflow(by: Int64(times - 1))
    let last = moment.partialValue.addingReportingOverflow(length)
    guard !isTooLong, !last.overflow, VirtualTime.possible.contains(last.partialValue) else {
      diagnostics.report(impossible("The last of these happens after the year 9999.", step))
      return (nil, times, 0)
    }
    now = last.partialValue
    return (moment.partialValue, times, every)
  }

  private func times(of step: Section, _ diagnostics: inout Diagnostics) -> Int {
    guard let node = step["times"] else { return 1 }
    guard case .integer(let times) = node.content, (1...10_000).contains(times) else {
      diagnostics.report(.wrongValue(node, "“times” is an integer from 1 to 10000."))
      return 1
    }
    return Int(times)
  }

  private func span(_ key: String, of step: Section, _ diagnostics: inout Diagnostics) -> Int64? {
    guard let node = step[key] else { return nil }
    if node.string?.hasPrefix("-") ?? false {
      diagnostics.report(
        Diagnostic(
          "impossible-time", "“\(key)” can't be negative: the clock never goes back.", at: node.range))
      return nil
    }
    guard let span = node.string.flatMap({ TimeSpan($0) }) else {
      if let text = node.string, TimeSpan("1" + text.drop { $0.isNumber || $0 == "." }) != nil, text.count > 9
      {
        diagnostics.report(Diagnostic("impossible-time", "This duration is too long.", at: node.range))
        return nil
      }
      diagnostics.report(.wrongDuration(node))
      return nil
    }
    return span.microseconds
  }

  private func impossible(_ message: String, _ step: Section) -> Diagnostic {
    let place =
      (step.member("at") ?? step.member("after") ?? step.member("every"))?.value.range ?? step.node.range
    return Diagnostic("impossible-time", message, at: place)
  }
}
