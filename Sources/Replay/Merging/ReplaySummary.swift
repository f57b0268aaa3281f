package import ErrorStreams
package import RuleEngine

/// The result of a replay in names and numbers: the input of every report.
package struct ReplaySummary: Sendable {
  package struct Count: Sendable {
    package let name: String
    package let count: Int
  }

  package struct Clause: Sendable {
    package let responder: String
    package let name: String
    package let isRule: Bool
    /// Whether it is an event rule.
    package let isEventRule: Bool
    package let isEnabled: Bool
    /// Errors that it handled; errors that it matched and ran for, including those that it passed on.
    package let answered: Int
    package let fired: Int
    /// The account of its retries; nil for a clause that never tries again.
    package let retryAccount: RetryAccount?

    /// Granted retries, and their total delay in milliseconds.
    package var retries: Int { retryAccount?.allGranted ?? 0 }
    package var delay: Int { retryAccount?.delay ?? 0 }
  }

  /// Errors of a category, by outcome.
  package struct CategoryOutcome: Sendable {
    package let name: String
    /// Handled errors by evaluation, in the order of ``Evaluation``.
    package let handled: [Int]
    package let unhandled: Int

    package var errors: Int { handled.reduce(unhandled, +) }
  }

  /// A stream: format and line counts.
  package struct Source: Sendable, Equatable {
    /// The format's name; `errctl` is the native one.
    package let format: String
    package let lineCounts: LineCounts
    /// The reason why decompression ended too early, or nil.
    package let fault: String?
    /// The source of the years of dates without one; nil if there is none.
    package var yearSource: AssumedYears.Source?
    /// For a followed stream: the number of rotations, and of truncations. Text written before a truncation
    /// and not read yet is lost.
    package var rotations = 0
    package var truncations = 0
  }

  package let name: String?
  package let streams: [String]
  /// The streams that were read to their ends, in order.
  package let sources: [Source]
  /// The selection in words; empty if all records are evaluated.
  package let selection: [String]
  package let bytes: Int
  package let isPartial: Bool
  package let lineCounts: LineCounts
  package let times: RecordTimes
  /// What needs times that records don't have; nil if nothing does.
  package let missingTimes: MissingTimes?
  package let rejectedLines: [RejectedStreamLine]
  /// The keys of an object that is not an error, if no record is an error.
  package let firstKeys: [String]
  /// Handled errors by evaluation, in the order of ``Evaluation``.
  package let evaluations: [Count]
  package let unhandled: Int
  package let ignored: Int
  package let assumed: Int
  package let unknownCustoms: [String]
  /// By responder in file order: errors and events outside its contract. Zero counts are left out.
  package let outOfContract: [Count]
  /// By category in file order, then `none`. Zero counts are left out.
  package let categories: [Count]
  /// The same categories with their outcomes.
  package let categoryOutcomes: [CategoryOutcome]
  package let clauses: [Clause]
  package let unhandledAtRoots: [Count]
  package let unhandledKinds: [ErrorKind]
  package let unhandledOtherKinds: Int
  package let actions: [Count]
  /// The account of all retries.
  package let retryAccount: RetryAccount
  /// Events, recorded or emitted; errors raised by event rules; the unhandled ones of each.
  package let events: Int
  package let unhandledEvents: Int
  package let raised: Int
  package let unhandledRaised: Int
  /// Actions that a throttle skipped; alerts that coalesced with an open one.
  package let throttled: Int
  package let coalesced: Int
  package let forgottenKeys: ForgottenKeys
  package let profile: ReplayProfile?
  package let detail: ReplayDetail?
  package let load: RetryLoad?
  /// The kinds of each category and rule, if they were counted.
  package let kinds: KindTable?

  /// Granted retries, tracked or not.
  package var retries: Int { retryAccount.allGranted }
  /// Retries granted without a known try number.
  package var untracked: Int { retryAccount.untracked }
  /// The total delay of retries, in milliseconds.
  package var delay: Int { retryAccount.delay }
  /// Enabled rules that never matched and ran.
  package var neverFired: [Clause] { clauses.filter { $0.isRule && $0.isEnabled && $0.fired == 0 } }

  /// - Parameter isOther: whether this is the summary of the second rule set of a comparison.
  init(
    _ chain: ResponderChain,
    _ read: ReplayReading,
    _ outcomeCounts: borrowing OutcomeCounts,
    load: RetryLoad?,
    _ merger: borrowing ReplayMerger,
    isOther: Bool = false
  ) {
    name = chain.name
    streams = read.streams
    bytes = read.bytes
    selection = read.selection
    isPartial = read.isPartial
    lineCounts = isOther ? merger.otherLineCounts : merger.lineCounts
    self.load = load
    times = merger.times
    missingTimes = MissingTimes(
      lineCounts,
      timed: merger.times.count,
      isOther ? merger.otherUntimedUses : merger.untimedUses,
      options: read.timeOptions,
      hasLoad: (load?.untimed ?? 0) > 0
    )
    sources = merger.sources
    rejectedLines = merger.rejectedLines
    firstKeys = merger.firstKeys
    evaluations = Evaluation.allCases.map { evaluation in
      Count(name: evaluation.name, count: outcomeCounts.byCategory.errors(evaluatedAs: evaluation))
    }
    unhandled = outcomeCounts.unhandled
    ignored = outcomeCounts.ignored
    assumed = outcomeCounts.assumed
    unknownCustoms = chain.unknownCustoms
    var violations: [Count] = []
    for (index, responder) in chain.responders.enumerated() where outcomeCounts.outOfContract[index] > 0 {
      violations.append(Count(name: responder, count: outcomeCounts.outOfContract[index]))
    }
    outOfContract = violations
    throttled = outcomeCounts.throttled
    coalesced = outcomeCounts.coalesced
    var categories: [Count] = []
    var categoryOutcomes: [CategoryOutcome] = []
    for (index, category) in (chain.categories + ["none"]).enumerated() {
      let count = outcomeCounts.byCategory.errors(ofCategory: index)
      guard count > 0 else { continue }
      categories.append(Count(name: category, count: count))
      categoryOutcomes.append(
        CategoryOutcome(
          name: category,
          handled: Evaluation.allCases.map { outcomeCounts.byCategory.handled(index, Int($0.rawValue)) },
          unhandled: outcomeCounts.byCategory.unhandled(index)
        )
      )
    }
    self.categories = categories
    self.categoryOutcomes = categoryOutcomes
    var clauses: [Clause] = []
    var retryAccount = RetryAccount()
    for (index, clause) in chain.clauses.enumerated() where clause.kind != .always {
      let fired = outcomeCounts.fired[index]
      let account =
        chain.mayRetry(atClause: index)
        ? RetryAccount(outcomeCounts.retries, clause: index, fired: fired) : nil
      if let account { retryAccount += account }
      clauses.append(
        Clause(
          responder: chain.responders[clause.responder],
          name: clause.name,
          isRule: clause.kind == .rule || clause.kind == .eventRule,
          isEventRule: clause.kind == .eventRule,
          isEnabled: clause.isEnabled,
          answered: outcomeCounts.answered[index],
          fired: fired,
          retryAccount: account
        )
      )
    }
    self.clauses = clauses
    self.retryAccount = retryAccount
    var roots: [Count] = []
    for (index, responder) in chain.responders.enumerated() where outcomeCounts.unhandledAtRoot[index] > 0 {
      roots.append(
        Count(
          name: "\(responder) (report: \(chain.unhandledReports[index]))",
          count: outcomeCounts.unhandledAtRoot[index]
        )
      )
    }
    if outcomeCounts.withoutPath > 0 {
      roots.append(Count(name: "no responder for the origin", count: outcomeCounts.withoutPath))
    }
    unhandledAtRoots = roots
    let kinds = outcomeCounts.unhandledGroups.sorted
    unhandledKinds = kinds
    detail =
      merger.detail.isOn && !isOther
      ? merger.detail.detail(chain, firstUnhandled: kinds.map { $0.firstOrdinal }) : nil
    self.kinds = merger.kinds.isOn && !isOther ? KindTable(chain, merger.kinds, outcomeCounts) : nil
    unhandledOtherKinds = outcomeCounts.unhandledGroups.others
    var actions: [String: Int] = [:]
    for (index, label) in chain.actionLabels.enumerated() {
      actions[label, default: 0] += outcomeCounts.actions[index]
    }
    self.actions = actions.filter { $0.value > 0 }.map { Count(name: $0.key, count: $0.value) }
      .sorted { ($1.count, $0.name) < ($0.count, $1.name) }
    forgottenKeys = isOther ? merger.otherForgottenKeys : merger.forgottenKeys
    profile = merger.costs.isOn && !isOther ? ReplayProfile(chain, merger.costs) : nil
    events = outcomeCounts.events
    unhandledEvents = outcomeCounts.unhandledEvents
    raised = outcomeCounts.raised
    unhandledRaised = outcomeCounts.unhandledRaised
  }
}
