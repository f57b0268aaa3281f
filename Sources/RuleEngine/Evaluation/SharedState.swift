internal import Bytes

/// Chain state in a running program, shared by concurrent evaluations. Each window has a lock that is held
/// for one access and never while anybody waits.
package final class SharedState: Sendable {
  /// By ``KeyWindow/place``.
  private let windows: [SharedWindow?]
  private let byName: [String: SharedWindow]

  /// The state of a chain. Keys and times in `old` are kept for rules whose windows did not change.
  package init(_ chain: ResponderChain, capacity: Int, after old: SharedState? = nil) {
    var windows: [SharedWindow?] = []
    var byName: [String: SharedWindow] = [:]
    for (name, window) in chain.namedWindows() {
      let kept = old?.byName[name] ?? SharedWindow(window, capacity: capacity)
      byName[name] = kept
      while windows.count <= window.place { windows.append(nil) }
      windows[window.place] = kept
    }
    self.windows = windows
    self.byName = byName
  }

  package var isEmpty: Bool { byName.isEmpty }

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
    let (times, within) = (window.times, window.within)
    state = Lock(State(table: KeyTable(capacity: capacity, times: times, within: within)))
  }

  /// Accesses the keys at a time that never goes back.
  func look(at now: Int64, _ body: (borrowing KeyTable, Int64) -> Int32) -> Int32 {
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
    func add(_ window: KeyWindow, per: IndexRange<SubjectIndex>, at clause: Int, _ ordinal: Int) {
      let keys = per.map { tables.name(ofSubject: tables.keySubjects[$0]) }.joined(separator: ",")
      let name =
        "\(window.kind) \(self.name(ofClause: clause)) \(ordinal) [\(keys)] \(window.within) \(window.times)"
      windows.append((name, window))
    }
    for clause in clauses.indices {
      let compiled = tables.clauses[clause]
      if compiled.verdict.kind == .retry {
        let budget = tables.budgets[compiled.verdict.budget]
        add(budget.window(at: compiled.verdict.budget), per: budget.per, at: clause, 0)
      }
      for (ordinal, index) in failureBudgets(atClause: clause).enumerated() {
        let budget = tables.budgets[index]
        add(budget.window(at: index), per: budget.per, at: clause, ordinal + 1)
      }
      if let rate = tables.rates.element(at: compiled.rate) {
        add(rate.window(at: compiled.rate), per: rate.per, at: clause, 0)
      }
      for (ordinal, index) in throttles(of: compiled.actions).enumerated() {
        let throttle = tables.throttles[index]
        add(throttle.window(at: index), per: throttle.per, at: clause, ordinal)
      }
    }
    return windows
  }

  /// The throttles of actions, including those of their alerts' buttons.
  private func throttles(of actions: IndexRange<CompiledAction>) -> [Index<CompiledThrottle>] {
    var found: [Index<CompiledThrottle>] = []
    for index in actions {
      let action = tables.actions[index]
      if !action.throttle.isNone { found.append(action.throttle) }
      guard !action.alert.isNone else { continue }
      for button in tables.alerts[action.alert].buttons {
        found += throttles(of: tables.buttons[button].actions)
      }
    }
    return found
  }
}
