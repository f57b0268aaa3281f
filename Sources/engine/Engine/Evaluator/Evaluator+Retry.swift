internal import Bytes
internal import Records
internal import RuleLanguage

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
    let wish = wish(of: budget)
    let window = budget.window(at: index)
    let key = fullKey(budget.per)
    let recorded = recordedAttempt()
    var attempt: Int64?
    var isNoted = false
    if let recorded, budget.isPerOperation || key == nil {
      attempt = recorded
    } else if let key {
      let taken = state.consult(inputs) {
        $0.take(key, in: window, below: budget.maxAttempts - 1, notes: counts && !wish.isTooLong)
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
    report(wish, of: budget, &sink)
    if wish.isTooLong { return .exhausted(.retryAfter) }
    if let key, counts, !isNoted {
      guard state.consult(inputs, { $0.note(key, in: window) }) != nil else { return .needsState }
    }
    let delay = delay(of: budget, after: attempt ?? 1, asked: wish, at: clause)
    return .granted(
      Outcome.Retry(attempt: Int32(attempt ?? 0), maxAttempts: budget.maxAttempts, delay: delay))
  }

  func recordedAttempt() -> Int64? {
    let attempt = inputs.matcher.record.value(.attempt, of: error)
    guard case .integer(let number) = attempt.number, number >= 1 else { return nil }
    return number
  }

  /// The delay that the error asks for, as the budget takes it.
  func wish(of budget: CompiledBudget) -> AskedDelay {
    let asked = inputs.matcher.record.value(.retryAfter, of: error)
    guard !asked.isMissing, let span = TimeSpan(asked) else { return AskedDelay() }
    return budget.retryAfter.wish(for: span.microseconds)
  }

  func report<Sink: StepSink & ~Copyable>(
    _ wish: AskedDelay, of budget: CompiledBudget, _ sink: inout Sink
  ) {
    guard Sink.isRecording, wish.isThere, !budget.retryAfter.isPlain else { return }
    sink.reads(
      .asked(
        wish.span, use: budget.retryAfter.use, max: budget.retryAfter.max, above: budget.retryAfter.above),
      key: .empty, within: 0)
  }

  func delay(of budget: CompiledBudget, after attempt: Int64, asked: AskedDelay, at clause: ClauseIndex)
    -> PendingDelay
  {
    budget.delay(tables.limits.delays, after: attempt, asked: asked, at: clause)
  }
}

/// The delay that an error asks for, in microseconds, as a budget takes it.
struct AskedDelay: BitwiseCopyable {
  var isThere = false
  /// The delay as it was asked for.
  var span: Int64 = 0
  /// Nil if it does not count.
  var counted: Int64?
  /// No retry is granted to an error that asks for so much.
  var isTooLong = false
}

extension CompiledRetryAfter {
  func wish(for span: Int64) -> AskedDelay {
    var wish = AskedDelay(isThere: true, span: span, counted: span)
    if use == .ignore { wish.counted = nil }
    guard use != .ignore, span > max else { return wish }
    switch above {
    case .cap: wish.counted = max
    case .exhausted: wish.isTooLong = true
    case .backoff: wish.counted = nil
    }
    return wish
  }
}

extension CompiledBudget {
  func window(at index: Index<CompiledBudget>) -> KeyWindow {
    KeyWindow(kind: .retries, index: index.raw, within: within, times: maxAttempts)
  }

  /// Longer delays before jitter are not told apart.
  private static let mostMicroseconds = 0x1p58

  /// The delay before the next try.
  func delay(
    _ listed: borrowing Buffer<Int64>, after attempt: Int64, asked: AskedDelay, at clause: ClauseIndex
  ) -> PendingDelay {
    let longest = maxIncludesJitter ? Self.mostMicroseconds : Double(max)
    var base = Double(initial)
    if delays.isEmpty {
      var left = attempt - 1
      while left > 0, base < longest {
        base *= multiplier
        left -= 1
        if multiplier == 1 { break }
      }
    } else {
      base = Double(listed[delays.startIndex + Int(min(attempt, Int64(delays.count))) + -1])
    }
    var delay = PendingDelay(base: min(longest, base), jitter: jitter, clause: clause)
    if maxIncludesJitter { delay.longest = max }
    if let counted = asked.counted {
      delay.asked = counted
      delay.over = retryAfter.maxOver
      delay.replaces = retryAfter.use == .replace
    }
    return delay
  }
}
