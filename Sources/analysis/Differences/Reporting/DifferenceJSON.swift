internal import Records
internal import Bytes
internal import Replay
internal import Engine

/// The differences of two rule sets as JSON, which `--baseline` accepts.
package enum DifferenceJSON {
  /// One JSON object on one line, with a line feed.
  package static func text(of difference: RuleSetDifference) -> String {
    var members = ["\"old\": \(side(difference.old))", "\"new\": \(side(difference.new))"]
    members.append("\"ruleChanges\": [\(difference.changes.map { change($0) }.joined(separator: ", "))]")
    if let replayed = difference.replayed {
      members += self.replayed(replayed, difference)
    }
    if let proof = difference.proof { members.append("\"static\": \(self.proof(proof))") }
    if let beyond = difference.beyond {
      members.append(
        """
        "baseline": {"file": \(beyond.file.json), "changed": \(beyond.changed), \
        "reassigned": \(beyond.reassigned), "matrix": \(matrix(beyond.matrix, of: beyond.matrix.endings))}
        """
      )
    }
    if !difference.gates.isEmpty {
      let gates = difference.gates.map { $0.json }
      members.append("\"gates\": [\(gates.joined(separator: ", "))]")
    }
    return "{\(members.joined(separator: ", "))}\n"
  }

  private static func change(_ change: RuleChange) -> String {
    var members = ["\"subject\": \(change.subject.json)"]
    switch change.kind {
    case .added: members.append("\"change\": \"added\"")
    case .removed: members.append("\"change\": \"removed\"")
    case .renamed(let old): members += ["\"change\": \"renamed\"", "\"old\": \(old.json)"]
    case .moved(let next):
      members.append("\"change\": \"moved\"")
      if let next { members.append("\"before\": \(next.json)") }
    case .movedFrom(let responder): members += ["\"change\": \"moved\"", "\"from\": \(responder.json)"]
    case .changed(let path, let old, let new):
      members += ["\"change\": \"changed\"", "\"path\": \(path.json)"]
      if let old { members.append("\"old\": \(old.json)") }
      if let new { members.append("\"new\": \(new.json)") }
    }
    return "{\(members.joined(separator: ", "))}"
  }

  private static func side(_ side: RuleSetDifference.Side) -> String {
    let name = side.name.map { ", \"name\": \($0.json)" } ?? ""
    return "{\"rules\": \(side.file.json)\(name)}"
  }

  private static func replayed(_ replayed: ReplayComparison, _ difference: RuleSetDifference) -> [String] {
    let streams = replayed.old.read.streams
    var members = [
      "\"streams\": [\(streams.map { $0.json }.joined(separator: ", "))]",
      "\"partial\": \(replayed.old.read.isPartial)", "\"records\": \(replayed.matrix.total)",
      "\"changed\": \(replayed.totals.changed)",
      """
      "changes": {"outcome": \(replayed.totals.outcome), "actions": \(replayed.totals.effects), \
      "retry": \(replayed.totals.retries)}
      """,
      "\"reassigned\": \(replayed.totals.reassigned)", "\"recategorised\": \(replayed.totals.recategorised)",
      "\"matrix\": \(matrix(replayed.matrix, of: replayed.matrix.endings))",
    ]
    let selection = replayed.old.read.selection
    if !selection.isEmpty {
      members.append("\"selection\": [\(selection.map { $0.json }.joined(separator: ", "))]")
    }
    let groups = replayed.groups.indices.map { index in
      group(
        replayed.groups[index], streams,
        difference.explanations.indices.contains(index) ? difference.explanations[index] : nil,
        beyond: difference.beyond.map { $0.groups[index] })
    }
    members.append("\"moved\": [\(groups.joined(separator: ", "))]")
    members.append("\"inOtherGroups\": \(replayed.inOtherGroups)")
    let actions = replayed.actions.map {
      "{\"name\": \($0.name.json), \"old\": \($0.old), \"new\": \($0.new)}"
    }
    members.append("\"actions\": [\(actions.joined(separator: ", "))]")
    members.append("\"retryLoad\": {\"old\": \(load(replayed.old)), \"new\": \(load(replayed.new))}")
    let sides = [("old", replayed.old, difference.old), ("new", replayed.new, difference.new)].map {
      "\"\($0.0)\": \(ReplayJSON.text(of: $0.1, rules: $0.2.file).dropLast())"
    }
    members.append("\"summaries\": {\(sides.joined(separator: ", "))}")
    return members
  }

  private static func load(_ summary: ReplaySummary) -> String {
    summary.load.map { LoadJSON.text(of: $0) } ?? "null"
  }

  /// The names of the rows and columns, and a list for each row.
  private static func matrix(_ matrix: OutcomeMatrix, of endings: [OutcomeKind]) -> String {
    let names = endings.map { "\"\($0.name)\"" }.joined(separator: ", ")
    let rows = endings.map { old in "[\(endings.map { "\(matrix[old, $0])" }.joined(separator: ", "))]" }
    return "{\"outcomes\": [\(names)], \"counts\": [\(rows.joined(separator: ", "))]}"
  }

  private static func group(
    _ group: MovedGroup, _ streams: [String], _ explanation: RuleSetDifference.ExplainCommands?, beyond: Int?
  ) -> String {
    let changes = group.changes.names.map { "\"\($0)\"" }.joined(separator: ", ")
    var members = [
      "\"old\": \(answer(group.old))", "\"new\": \(answer(group.new))", "\"count\": \(group.count)",
      "\"changes\": [\(changes)]",
    ]
    if let beyond { members.append("\"beyondBaseline\": \(beyond)") }
    let samples = group.samples.map { sample in
      let record = sample.record.map { ", \"record\": \($0)" } ?? ""
      return """
        {"id": \(sample.id.json), "ordinal": \(sample.ordinal), "stream": \(streams[sample.stream].json), \
        "error": \(sample.name.json)\(record)}
        """
    }
    members.append("\"samples\": [\(samples.joined(separator: ", "))]")
    if let explanation {
      let commands = [("old", explanation.old), ("new", explanation.new)]
        .compactMap { side, command in command.map { "\"\(side)\": \($0.json)" } }
      members.append("\"explain\": {\(commands.joined(separator: ", "))}")
    }
    return "{\(members.joined(separator: ", "))}"
  }

  private static func answer(_ answer: MovedGroup.Outcome) -> String {
    var members: [String] = []
    switch answer.decider {
    case .rule(let responder, let rule):
      members.append("\"by\": {\"responder\": \(responder.json), \"rule\": \(rule.json)}")
    case .otherwise(let responder):
      members.append("\"by\": {\"responder\": \(responder.json), \"otherwise\": true}")
    case .ignored: members.append("\"by\": {\"ignore\": \"cancellation\"}")
    case .nobody: break
    }
    members.append("\"outcome\": \"\(answer.ending.name)\"")
    if let evaluation = answer.evaluation { members.append("\"evaluation\": \"\(evaluation.name)\"") }
    return "{\(members.joined(separator: ", "))}"
  }

  private static func proof(_ proof: DifferenceProof) -> String {
    let differences = proof.differences.map { difference in
      let explain = [("old", difference.explainOld), ("new", difference.explainNew)]
        .compactMap { side, command in command.map { "\"\(side)\": \($0.json)" } }
      let changes = difference.changes.map { "\"\($0)\"" }.joined(separator: ", ")
      return """
        {"error": \(difference.error), "old": \(difference.old), "new": \(difference.new), \
        "changes": [\(changes)], "explain": {\(explain.joined(separator: ", "))}}
        """
    }
    return
      "{\"verdict\": \"\(proof.verdict.rawValue)\", \"differences\": [\(differences.joined(separator: ", "))]}"
  }
}
