internal import Bytes
package import Records

extension Evaluator {
  /// Grants a retry whose budget has a deadline or a quota; `Evaluator+Retry` grants the others. What is not granted counts as
  /// no try and as no retry of the quota.
  @inline(never)
  mutating func grant<Sink: StepSink & ~Copyable>(
    _ budget: CompiledBudget, at index: Index<CompiledBudget>, within limits: CompiledRetryLimits,
    at clause: ClauseIndex, counts: Bool, spends: Bool, _ state: inout ChainState, _ sink: inout Sink
  ) -> Grant {
    let wish = wish(of: budget)
    let key = fullKey(budget.per)
    let recorded = recordedAttempt()
    let isCounted = key != nil && (recorded == nil || !budget.isPerOperation)
    let elapsed = limits.hasDeadline ? inputs.matcher.record.elapsed : nil
    let isFirst = limits.hasDeadline && elapsed == nil && recorded == 1
    let operation = limits.quota == .shared ? operationKey(limits) : nil
    let request = BudgetRequest(
      tries: budget.window(at: index), key: key, isFirst: isFirst,
      quota: limits.quota == .none ? nil : limits.window(at: budget.limits), quotaKey: self.key(limits.per),
      tokens: limits.quota == .tokens || limits.quota == .shared ? limits.most : 0,
      sinceBegun: limits.quota == .tries ? inputs.matcher.record.lasted : nil,
      spends: spends && limits.quota == .tokens, cost: limits.cost,
      operations: operation.map { _ in limits.operations }, operation: operation ?? 0, notes: counts,
      countsOverTime: isCounted || limits.quota == .retries || limits.quota == .tries
        || limits.hasDeadline && elapsed == nil && key != nil)
    let draw = DrawnDelay(
      identity: drawIdentity(ordinal: inputs.ordinal ?? 0), seed: seed,
      clause: tables.bytes.slice(tables.clauses[clause].name))
    let course = RetryCourse(
      budget: budget, limits: limits, recorded: isCounted ? nil : recorded, isCounted: isCounted,
      elapsed: elapsed, asked: wish, clause: clause, draw: draw, reference: reference)
    guard let reading = state.consult(inputs, { $0.take(request) { course.end(after: $0) } }) else {
      return .needsState
    }
    let attempt = course.attempt(after: reading)
    let end = course.end(after: reading)
    sink.reads(
      .tries(attempt: attempt, of: budget.maxAttempts, counted: isCounted), key: budget.per,
      within: budget.within)
    if end == .attempts { return .exhausted(.attempts) }
    report(wish, of: budget, &sink)
    if end == .retryAfter { return .exhausted(.retryAfter) }
    if limits.hasDeadline {
      let isByKey = elapsed == nil && key != nil && !isFirst
      sink.reads(
        .deadline(
          elapsed: course.elapsed(after: reading), delay: course.milliseconds(after: attempt ?? 1),
          limit: limits.deadline), key: isByKey ? budget.per : .empty, within: isByKey ? budget.within : 0)
      if end == .deadline { return .exhausted(.deadline) }
    }
    switch limits.quota {
    case .none: break
    case .retries:
      sink.reads(.quota(retries: reading.quota, of: limits.most), key: limits.per, within: limits.within)
    case .tries:
      sink.reads(.quotaOfTries(reading.quota, of: limits.most), key: limits.per, within: limits.within)
    case .tokens:
      sink.reads(.tokens(left: reading.quota, of: limits.most), key: limits.per, within: 0)
    case .shared:
      sink.reads(
        .shared(Int(limits.shared), left: reading.quota, of: limits.most, cost: limits.cost), key: limits.per,
        within: 0)
    }
    if let end { return .exhausted(end) }
    return .granted(
      Outcome.Retry(
        attempt: Int32(attempt ?? 0), maxAttempts: budget.maxAttempts,
        delay: course.delay(after: attempt ?? 1)))
  }

  /// The key of an error's operation in a shared quota that remembers the operation's last retry; nil for none.
  func operationKey(_ limits: CompiledRetryLimits) -> UInt128? {
    let quota = tables.limits.quotas[limits.shared]
    return quota.givesCost ? operationKey(quota.per) : nil
  }

  private func operationKey(_ per: IndexRange<SubjectIndex>) -> UInt128? {
    let operation = inputs.matcher.record.value(.operation, of: error)
    return operation.isMissing ? nil : key(per, and: operation)
  }

  /// Takes note of the last record, which says that an operation ended well: every quota of tokens gets its ratio back
  /// for the record's origin, and every shared one what the operation gives. False if state is needed that is not available.
  ///
  /// - Parameter clock: the latest time read since the last evaluation; nil for none.
  package mutating func complete(_ state: inout ChainState, clock: Timestamp?) -> Bool {
    inputs.begin(ordinal: nil)
    state.advance(to: clock)
    for place in tables.limits.retryLimits.indices {
      let limits = tables.limits.retryLimits[place]
      guard limits.quota == .tokens else { continue }
      let key = key(limits.per)
      let refilled: Void? = state.consult(inputs) {
        $0.refill(key, by: limits.ratio, in: limits.window(at: place))
      }
      if refilled == nil { return false }
    }
    for index in tables.limits.quotas.indices {
      let quota = tables.limits.quotas[index]
      let key = key(quota.per)
      let operation = quota.givesCost && recordedAttempt() != 1 ? operationKey(quota.per) : nil
      let refilled: Void? = state.consult(inputs) { contents in
        let kept = operation.map { contents.takeKept($0, in: quota.operations(at: index)) } ?? 0
        contents.refill(key, by: kept > 0 ? kept : quota.success, in: quota.window(at: index))
      }
      if refilled == nil { return false }
    }
    return true
  }
}

extension CompiledQuota {
  func window(at index: Index<CompiledQuota>) -> KeyWindow {
    KeyWindow(kind: .sharedQuotas, index: index.raw, within: 0, times: 1)
  }

  /// The operations that were retried, with what their last retry took.
  func operations(at index: Index<CompiledQuota>) -> KeyWindow {
    KeyWindow(kind: .operations, index: index.raw, within: 0, times: 1)
  }
}

extension CompiledRetryLimits {
  /// The retries, or the tokens, of the quota.
  func window(at index: Index<CompiledRetryLimits>) -> KeyWindow {
    if quota == .shared { return KeyWindow(kind: .sharedQuotas, index: shared.raw, within: 0, times: 1) }
    return KeyWindow(
      kind: .quotas, index: index.raw, within: within, times: quota == .tokens ? 1 : most, isFixed: isFixed)
  }

  /// The operations of a shared quota.
  var operations: KeyWindow { KeyWindow(kind: .operations, index: shared.raw, within: 0, times: 1) }
}

/// A try as its budget and its limits see it.
private struct RetryCourse {
  let budget: CompiledBudget
  let limits: CompiledRetryLimits
  /// The record's `attempt`, where it counts.
  let recorded: Int64?
  let isCounted: Bool
  let elapsed: Int64?
  let asked: AskedDelay
  let clause: ClauseIndex
  let draw: DrawnDelay
  let reference: TablesReference

  /// Nil if it is unknown.
  func attempt(after reading: BudgetReading) -> Int64? {
    isCounted ? Int64(reading.taken) + 1 : recorded
  }

  /// Microseconds since the first failure, as recorded, else since the first failure of the key that is remembered.
  func elapsed(after reading: BudgetReading) -> Int64? {
    elapsed ?? (reading.sinceFirst >= 0 ? reading.sinceFirst : nil)
  }

  func delay(after attempt: Int64) -> PendingDelay {
    budget.delay(reference.tables.limits.delays, after: attempt, asked: asked, at: clause)
  }

  /// The delay that the resolution shows.
  func milliseconds(after attempt: Int64) -> Int64 {
    delay(after: attempt).milliseconds(draw.identity, seed: draw.seed, clause: draw.clause, later: 0)
  }

  func end(after reading: BudgetReading) -> RetryEnd? {
    let attempt = attempt(after: reading)
    if (attempt ?? 1) >= Int64(budget.maxAttempts) { return .attempts }
    if asked.isTooLong { return .retryAfter }
    if limits.hasDeadline, let elapsed = elapsed(after: reading) {
      let (delay, isLong) = milliseconds(after: attempt ?? 1).multipliedReportingOverflow(by: 1_000)
      let (end, isLate) = elapsed.addingReportingOverflow(delay)
      if isLong || isLate || end > limits.deadline { return .deadline }
    }
    switch limits.quota {
    case .none: return nil
    case .retries: return reading.quota >= limits.most ? .quota : nil
    case .tries:
      guard reading.quota >= limits.most else { return nil }
      let (delay, isLong) = milliseconds(after: attempt ?? 1).multipliedReportingOverflow(by: 1_000)
      return isLong || delay >= reading.untilNext ? nil : .quota
    case .tokens: return reading.quota * 2 <= limits.most ? .quota : nil
    case .shared: return reading.quota < limits.cost ? .quota : nil
    }
  }
}

/// The source of a random delay.
private struct DrawnDelay {
  let identity: DrawIdentity
  let seed: UInt64
  let clause: ByteSlice
}
