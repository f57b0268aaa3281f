internal import Bytes
internal import Records

extension Evaluator {
  enum Grant {
    case granted(Outcome.Retry)
    case exhausted(RetryEnd)
    /// No retry is requested, because the clause's throttled alert is shown this time and decides.
    case leftToAlert
    case needsState
  }

  /// Checks whether a retry's budget has a try left, and counts the granted try if `counts` is true.
  mutating func grant<Sink: StepSink & ~Copyable>(
    _ index: Index<CompiledBudget>, at clause: ClauseIndex, counts: Bool, isAfterFailure: Bool = false,
    _ state: inout ChainState, _ sink: inout Sink
  ) -> Grant {
    if !isAfterFailure {
      guard let isLeft = leavesVerdictToAlert(clause, &state) else { return .needsState }
      if isLeft { return .leftToAlert }
    }
    let budget = tables.limits.budgets[index]
    if let limits = tables.limits.retryLimits.element(at: budget.limits) {
      return grant(
        budget, at: index, within: limits, at: clause, counts: counts, spends: !isAfterFailure, &state, &sink)
    }
    let window = budget.window(at: index)
    let key = fullKey(budget.per)
    let recorded = recordedAttempt()
    var attempt: Int64?
    var isNoted = false
    if let recorded, budget.isPerOperation || key == nil {
      attempt = recorded
    } else if let key {
      let taken = state.consult(inputs) {
        $0.take(key, in: window, below: budget.maxAttempts - 1, notes: counts)
      }
      guard let taken else { return .needsState }
      attempt = Int64(taken) + 1
      isNoted = true
    }
    sink.reads(
      .tries(attempt: attempt, of: budget.maxAttempts, counted: attempt != recorded), key: budget.per,
      within: budget.within)
    if let attempt, attempt >= Int64(budget.maxAttempts) { return .exhausted(.attempts) }
    // An untracked retry has no try number to compare, but a budget of one try never grants a retry.
    if attempt == nil, budget.maxAttempts <= 1 { return .exhausted(.attempts) }
    if let key, counts, !isNoted {
      guard state.consult(inputs, { $0.note(key, in: window) }) != nil else { return .needsState }
    }
    let delay = delay(of: budget, after: attempt ?? 1, at: clause)
    return .granted(
      Outcome.Retry(attempt: Int32(attempt ?? 0), maxAttempts: budget.maxAttempts, delay: delay))
  }

  func recordedAttempt() -> Int64? {
    let attempt = inputs.matcher.record.value(.attempt, of: error)
    guard case .integer(let number) = attempt.number, number >= 1 else { return nil }
    return number
  }

  func delay(of budget: CompiledBudget, after attempt: Int64, at clause: ClauseIndex)
    -> PendingDelay
  {
    let wish = inputs.matcher.record.value(.retryAfter, of: error)
    let floor = wish.isMissing ? 0 : TimeSpan(wish)?.microseconds ?? 0
    return budget.delay(after: attempt, floor: floor, at: clause)
  }
}

extension CompiledBudget {
  func window(at index: Index<CompiledBudget>) -> KeyWindow {
    KeyWindow(kind: .retries, index: index.raw, within: within, times: maxAttempts)
  }

  /// The delay before the next try; `floor` is the minimum that the server requires, in microseconds.
  func delay(after attempt: Int64, floor: Int64, at clause: ClauseIndex) -> PendingDelay {
    var base = Double(initial)
    let longest = Double(max)
    var left = attempt - 1
    while left > 0, base < longest {
      base *= multiplier
      left -= 1
      if multiplier == 1 { break }
    }
    return PendingDelay(base: min(longest, base), jitter: jitter, floor: floor, clause: clause)
  }
}
