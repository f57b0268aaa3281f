internal import Records

extension Evaluator {
  /// The source of the last record's draws: its own id and try, or else this ordinal.
  package func drawIdentity(ordinal: UInt64) -> DrawIdentity {
    let id = inputs.matcher.record.value(.id, of: ErrorRecord.recorded)
    guard !id.isMissing else { return .ordinal(ordinal) }
    var attempt: Int64?
    let recorded = inputs.matcher.record.value(.attempt, of: ErrorRecord.recorded)
    if case .integer(let number) = recorded.number { attempt = number }
    return DrawIdentity(seed: seed, id: id.text, attempt: attempt)
  }

  /// Milliseconds of a pending delay; `later` is the number of a further draw for the same record and rule.
  package func milliseconds(of delay: PendingDelay, for identity: DrawIdentity, later: UInt64 = 0) -> Int64 {
    tables.milliseconds(of: delay, identity, seed: seed, later: later)
  }
}
