internal import Bytes
internal import RuleLanguage
internal import Source

/// Chain state in a running program, shared by concurrent evaluations. Each window has a lock that is held
/// for one access and never while anybody waits.
package final class SharedState: Sendable {
  /// The windows by ``KeyWindow/place``.
  private let windows: [SharedWindow?]
  private let byName: [String: SharedWindow]
  private let breakers: [SharedBreaker]

  /// The state of a chain. Keys and times in `old` are kept for rules whose windows, and for breakers that, did
  /// not change.
  package init(_ chain: ResponderChain, capacity: Int, after old: SharedState? = nil) {
    var windows: [SharedWindow?] = []
    var byName: [String: SharedWindow] = [:]
    for (name, window) in chain.namedWindows() {
      let kept = old?.byName[name] ?? SharedWindow(window, capacity: capacity)
      byName[name] = kept
      while windows.count <= window.place { windows.append(nil) }
      windows[window.place] = kept
    }
    breakers = chain.breakers.indices.map { index in
      let declared = chain.breakers[index]
      return old?.breakers.first { $0.declared.isIdentical(declared) }
        ?? SharedBreaker(declared, chain.tables.breakers[BreakerIndex(index)], capacity: capacity)
    }
    self.windows = windows
    self.byName = byName
  }

  package var isEmpty: Bool { byName.isEmpty && breakers.isEmpty }

  func breaker(at index: Int) -> SharedBreaker? { index < breakers.count ? breakers[index] : nil }

  func take(_ request: BudgetRequest, at now: Int64, _ end: (BudgetReading) -> RetryEnd?) -> BudgetReading {
    guard let tries = window(of: request.tries) else { return BudgetReading() }
    return tries.look(at: now) { tries, triesNow in
      // Always in this order, so that two evaluations cannot wait for each other.
      guard let quotas = request.quota.flatMap({ window(of: $0) }) else {
        return request.take(from: tries, at: triesNow, nil, at: now, nil, end)
      }
      return quotas.look(at: now) { quotas, quotasNow in
        guard let operations = request.operations.flatMap({ window(of: $0) }) else {
          return request.take(from: tries, at: triesNow, copy quotas, at: quotasNow, nil, end)
        }
        return operations.look(at: now) { operations, _ in
          request.take(from: tries, at: triesNow, copy quotas, at: quotasNow, copy operations, end)
        }
      }
    }
  }

  func window(of window: KeyWindow) -> SharedWindow? {
    window.place < windows.count ? windows[window.place] : nil
  }
}

final class SharedWindow: Sendable {
  private struct State {
    let table: KeyTable
    /// The latest time used; concurrent evaluations may arrive slightly out of order.
    var latest = Int64.min
  }

  private let state: Lock<State>

  init(_ window: KeyWindow, capacity: Int) {
    let (times, within, isFixed) = (window.times, window.within, window.isFixed)
    state = Lock(
      State(table: KeyTable(capacity: capacity, times: times, within: within, isFixed: isFixed)))
  }

  /// Accesses the keys at a time that never goes back.
  func look<Answer>(at now: Int64, _ body: (borrowing KeyTable, Int64) -> Answer) -> Answer {
    state.withLock { state in
      state.latest = max(state.latest, now)
      return body(state.table, state.latest)
    }
  }
}

final class SharedBreaker: Sendable {
  private struct State {
    let table: BreakerTable
    /// The latest time used, as of a window.
    var latest = Int64.min
  }

  let declared: Breaker
  private let state: Lock<State>

  init(_ declared: Breaker, _ breaker: CompiledBreaker, capacity: Int) {
    self.declared = declared
    state = Lock(State(table: BreakerTable(breaker, capacity: capacity)))
  }

  /// Accesses the breaker at a time that never goes back.
  func look<Answer>(at now: Int64, _ body: (borrowing BreakerTable, Int64) -> Answer) -> Answer {
    state.withLock { state in
      state.latest = max(state.latest, now)
      return body(state.table, state.latest)
    }
  }
}

extension KeyWindow {
  var place: Int { Int(index) * Kind.allCases.count + Int(kind.rawValue) }
}

extension ResponderChain {
  /// Every window of a chain, by a name composed of its owner and its settings.
  func namedWindows() -> [(name: String, window: KeyWindow)] {
    var windows: [(name: String, window: KeyWindow)] = []
    func add(_ window: KeyWindow, per: IndexRange<SubjectIndex>, of owner: String, _ ordinal: Int) {
      let keys = per.map { tables.name(ofSubject: tables.limits.keySubjects[$0]) }.joined(separator: ",")
      let course = window.isFixed ? " fixed" : ""
      let name = "\(window.kind) \(owner) \(ordinal) [\(keys)] \(window.within) \(window.times)\(course)"
      windows.append((name, window))
    }
    func add(_ window: KeyWindow, per: IndexRange<SubjectIndex>, at clause: Int, _ ordinal: Int) {
      add(window, per: per, of: name(ofClause: clause), ordinal)
    }
    for (place, index) in zip(quotas.indices, tables.limits.quotas.indices) {
      let quota = tables.limits.quotas[index]
      // A bucket of another size is another one.
      for window in [quota.window(at: index), quota.operations(at: index)] {
        add(window, per: quota.per, of: quotas[place].name.text, Int(quota.tokens))
      }
    }
    for clause in clauses.indices {
      let compiled = tables.clauses[clause]
      if let index = budget(atClause: clause) {
        let budget = tables.limits.budgets[index]
        add(budget.window(at: index), per: budget.per, at: clause, 0)
        if let limits = tables.limits.retryLimits.element(at: budget.limits),
          limits.quota != .none, limits.quota != .shared
        {
          // A bucket of another size is another one.
          let size = limits.quota == .tokens ? Int(limits.most) : 0
          // Tries count otherwise than retries.
          let kind = limits.quota == .tries ? 1 : 0
          add(limits.window(at: budget.limits), per: limits.per, at: clause, 1_000 * size + kind)
        }
      }
      if let rate = tables.limits.rates.element(at: compiled.rate) {
        add(rate.window(at: compiled.rate), per: rate.per, at: clause, 0)
      }
      for (ordinal, index) in throttles(of: compiled.actions).enumerated() {
        let throttle = tables.limits.throttles[index]
        add(throttle.window(at: index), per: throttle.per, at: clause, ordinal)
      }
    }
    return windows
  }

  /// The throttles of actions, including those of their alerts' buttons.
  private func throttles(of actions: IndexRange<CompiledAction>) -> [Index<CompiledThrottle>] {
    var found: [Index<CompiledThrottle>] = []
    for index in actions {
      let action = tables.responses.actions[index]
      if !action.throttle.isNone { found.append(action.throttle) }
      guard !action.alert.isNone else { continue }
      for button in tables.responses.alerts[action.alert].buttons {
        found += throttles(of: tables.responses.buttons[button].actions)
      }
    }
    return found
  }
}
