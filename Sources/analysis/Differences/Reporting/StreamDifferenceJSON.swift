internal import Bytes
internal import Counting
internal import Explanations
internal import Records
internal import Replay

/// Two streams under the same rules as JSON.
package enum StreamDifferenceJSON {
  /// One JSON object on one line, with a line feed.
  package static func text(of difference: StreamDifference) -> String {
    var members = [
      "\"rules\": \(difference.rules.json)",
      "\"partial\": \([difference.before, difference.after].contains { $0.summary.read.isPartial })",
      "\"before\": \(side(difference.before, notCompared: difference.notCompared.before))",
      "\"after\": \(side(difference.after, notCompared: difference.notCompared.after))",
      """
      "thresholds": {"compared": "\(difference.areRatesCompared ? "rates" : "counts")", \
      "errors": \(ComparedLengths.errors), "factor": \(ComparedLengths.factor), \
      "deviations": \(ComparedLengths.deviations)}
      """,
    ]
    if !difference.only.isEmpty {
      members.append("\"only\": [\(difference.only.map { $0.json }.joined(separator: ", "))]")
    }
    let sums = KindChange.Change.allCases.map { change in
      let kinds = difference.kinds.filter { $0.change == change }
      let (before, after) = kinds.errors
      return
        "\"\(change.rawValue)\": {\"kinds\": \(kinds.count), \"before\": \(before), \"after\": \(after)}"
    }
    members.append("\"kinds\": {\(sums.joined(separator: ", "))}")
    members.append("\"changes\": [\(difference.kinds.map { kind($0, difference) }.joined(separator: ", "))]")
    if !difference.gates.isEmpty {
      members.append("\"gates\": [\(difference.gates.map { $0.json }.joined(separator: ", "))]")
    }
    let summaries = [("before", difference.before), ("after", difference.after)].map { key, side in
      "\"\(key)\": \(ReplayJSON.text(of: side.summary, rules: difference.rules).dropLast())"
    }
    members.append("\"summaries\": {\(summaries.joined(separator: ", "))}")
    return "{\(members.joined(separator: ", "))}\n"
  }

  private static func side(_ side: StreamDifference.Side, notCompared: Int) -> String {
    let summary = side.summary
    var members = [
      "\"streams\": [\(summary.read.streams.map { $0.json }.joined(separator: ", "))]",
      "\"records\": \(summary.lineCounts.records)", "\"errors\": \(side.errors)",
      "\"unhandled\": \(summary.unhandled)", "\"retries\": \(summary.retries)",
      "\"untracked\": \(summary.untracked)", "\"rejected\": \(summary.lineCounts.rejected)",
    ]
    switch side.span {
    case .known(let first, let last):
      members.append("\"first\": \(first.text.json), \"last\": \(last.text.json)")
      if let rate = side.span.rate(side.errors) { members.append("\"rate\": \(rate.json)") }
    case .unknown(let reason): members.append("\"noRate\": \(reason.json)")
    }
    if summary.lineCounts.listed > 0 { members.append("\"selected\": \(summary.lineCounts.listed)") }
    if notCompared > 0 { members.append("\"notCompared\": \(notCompared)") }
    return "{\(members.joined(separator: ", "))}"
  }

  private static func kind(_ kind: KindChange, _ difference: StreamDifference) -> String {
    var members = [
      "\"change\": \"\(kind.change.rawValue)\"", "\"name\": \(kind.name.json)", "\"id\": \(kind.id.json)",
    ]
    if let ratio = kind.ratio { members.append("\"ratio\": \(ratio.json)") }
    let sides = [
      ("before", kind.before, difference.before), ("after", kind.after, difference.after),
    ]
    members += sides.compactMap { key, kind, side in
      kind.map { "\"\(key)\": \(counts($0, side))" }
    }
    return "{\(members.joined(separator: ", "))}"
  }

  private static func counts(_ kind: KindOutcomes.Kind, _ side: StreamDifference.Side) -> String {
    let outcomes = ShownOutcome.allCases.map {
      "\"\($0 == .nobody ? "unhandled" : $0.name)\": \(kind.outcomes[$0.rawValue])"
    }
    var members = ["\"count\": \(kind.kind.count)"]
    if let rate = side.span.rate(kind.kind.count) { members.append("\"rate\": \(rate.json)") }
    members.append("\"outcomes\": {\(outcomes.joined(separator: ", "))}")
    if let first = kind.kind.first, let last = kind.kind.last {
      members.append("\"first\": \(first.text.json), \"last\": \(last.text.json)")
    }
    return "{\(members.joined(separator: ", "))}"
  }
}
