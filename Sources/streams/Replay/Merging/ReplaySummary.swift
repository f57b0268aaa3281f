internal import Source
internal import Bytes
internal import Explanations
package import ErrorStreams
package import Engine
internal import Records
internal import RuleLanguage

/// Names and numbers, the input of every report.
package struct ReplaySummary: Sendable {
  package struct Count: Sendable {
    package let name: String
    package let count: Int
  }

  package struct Clause: Sendable {
    package let responder: String
    package let name: String
    package let isRule: Bool
    package let isEventRule: Bool
    package let isEnabled: Bool
    /// Errors that it handled; errors that it matched and ran for, including those that it passed on.
    package let answered: Int
    package let fired: Int
    /// Nil for a clause that never tries again.
    package let retryAccount: RetryAccount?

    /// Granted retries, and their delay in milliseconds.
    package var retries: Int { retryAccount?.allGranted ?? 0 }
    package var delay: Int { retryAccount?.delay ?? 0 }
  }

  package struct CategoryOutcome: Sendable {
    package let name: String
    /// The handled errors in the order of ``Evaluation``.
    package let handled: [Int]
    package let unhandled: Int

    package var errors: Int { handled.reduce(unhandled, +) }
  }

  package struct Breaker: Sendable {
    package let name: String
    package let count: BreakerCount

    /// The time in milliseconds.
    package var open: Int { Int(count.open / 1_000) }

    package var sentence: String {
      let errors = Figures.counted(count.errors, "error")
      guard count.opened > 0 else { return "never open; \(errors) counted" }
      let times = count.opened == 1 ? "once" : "\(Figures.number(count.opened)) times"
      return "opened \(times), open for \(Figures.duration(open)); \(errors) counted"
    }
  }

  package struct Source: Sendable, Equatable {
    /// `errctl` is the native one.
    package let format: String
    /// No format claims its first records for certain.
    package let isUncertain: Bool
    package let lineCounts: LineCounts
    /// Decompression ended too early.
    package let fault: String?
    /// The source of the years of dates without one; nil if there is none.
    package var yearSource: AssumedYears.Source?
    /// The rotations of a followed stream. Text written before a truncation and not read yet is lost.
    package var rotations = 0
    package var truncations = 0
  }

  package let name: String?
  package let streams: [String]
  package let sources: [Source]
  /// The selection in words; empty if all records are evaluated.
  package let selection: [String]
  package let bytes: Int
  package let isPartial: Bool
  package let lineCounts: LineCounts
  package let times: RecordTimes
  /// Nil if nothing needs times that records don't have.
  package let missingTimes: MissingTimes?
  /// Records out of order that windows count; nil if there are none.
  package let lateRecords: LateRecords?
  package internal(set) var rejectedLines: [RejectedStreamLine]
  /// The keys of an object that is not an error, if no record is an error.
  package internal(set) var firstKeys: [String]
  /// Handled errors, in the order of ``Evaluation``.
  package let evaluations: [Count]
  package let unhandled: Int
  package let ignored: Int
  package let assumed: Int
  package let unknownCustoms: [String]
  /// The errors and events by responder, in file order. Zero counts are left out.
  package let outOfContract: [Count]
  /// The categories in file order, then `none`. Zero counts are left out.
  package let categories: [Count]
  package let categoryOutcomes: [CategoryOutcome]
  package let clauses: [Clause]
  package let unhandledAtRoots: [Count]
  package let unhandledKinds: [ErrorKind]
  package let unhandledOtherKinds: Int
  package let actions: [Count]
  package let retryAccount: RetryAccount
  /// A quota of tokens was asked, and the stream has no completed record that would give tokens back.
  package let lacksCompletions: Bool
  /// Events, recorded or emitted; errors raised by event rules; the unhandled ones of each.
  package let events: Int
  package let unhandledEvents: Int
  package let raised: Int
  package let unhandledRaised: Int
  /// Skipped by a throttle; coalesced with an open alert.
  package let throttled: Int
  package let coalesced: Int
  package let forgottenKeys: ForgottenKeys
  /// The breakers in file order, for all keys of each together.
  package let breakers: [Breaker]
  package let profile: ReplayProfile?
  package private(set) var detail: ReplayDetail?
  package internal(set) var load: RetryLoad?
  /// The kinds of each category and rule, if they were counted.
  package let kinds: KindTable?

  package var withoutDetail: ReplaySummary {
    var summary = self
    summary.detail = nil
    return summary
  }

  package var retries: Int { retryAccount.allGranted }
  package var untracked: Int { retryAccount.untracked }
  package var delay: Int { retryAccount.delay }
  /// Enabled rules that never matched and ran.
  package var neverFired: [Clause] { clauses.filter { $0.isRule && $0.isEnabled && $0.fired == 0 } }

  /// - Parameter isOther: for the second rule set of a comparison.
  init(
    _ chain: ResponderChain, _ read: ReplayReading, _ outcomeCounts: borrowing OutcomeCounts,
    load: RetryLoad?, _ merger: borrowing ReplayMerger, isOther: Bool = false
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
      lineCounts, timed: merger.times.count, isOther ? merger.otherUntimedUses : merger.untimedUses,
      options: read.timeOptions, hasLoad: (load?.untimed ?? 0) > 0)
    lateRecords = LateRecords(
      merger.late, of: lineCounts.records, chain, merger.order, streams: read.streams.count)
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
          unhandled: outcomeCounts.byCategory.unhandled(index)))
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
          responder: chain.responders[clause.responder], name: clause.name,
          isRule: clause.kind == .rule || clause.kind == .eventRule, isEventRule: clause.kind == .eventRule,
          isEnabled: clause.isEnabled, answered: outcomeCounts.answered[index], fired: fired,
          retryAccount: account))
    }
    self.clauses = clauses
    self.retryAccount = retryAccount
    lacksCompletions = chain.countsCompletions && lineCounts.completed == 0 && retryAccount.matched > 0
    var roots: [Count] = []
    for (index, responder) in chain.responders.enumerated() where outcomeCounts.unhandledAtRoot[index] > 0 {
      roots.append(
        Count(
          name: "\(responder) (report: \(chain.unhandledReports[index]))",
          count: outcomeCounts.unhandledAtRoot[index]))
    }
    if outcomeCounts.withoutPath > 0 {
      roots.append(Count(name: "no responder for the origin", count: outcomeCounts.withoutPath))
    }
    unhandledAtRoots = roots
    var names = outcomeCounts.unhandledKinds.makeNames()
    let kinds = outcomeCounts.unhandledKinds.kinds(&names) { _ in true }.largest
    unhandledKinds = kinds
    detail =
      merger.detail.isOn && !isOther
      ? merger.detail.detail(chain, firstUnhandled: kinds.map { $0.firstOrdinal }) : nil
    self.kinds = merger.kinds.isOn && !isOther ? KindTable(chain, merger.kinds, outcomeCounts) : nil
    unhandledOtherKinds = outcomeCounts.unhandledKinds.others
    var actions: [String: Int] = [:]
    for (index, label) in chain.actionLabels.enumerated() {
      actions[label, default: 0] += outcomeCounts.actions[index]
    }
    self.actions = actions.filter { $0.value > 0 }.map { Count(name: $0.key, count: $0.value) }
      .sorted { ($1.count, $0.name) < ($0.count, $1.name) }
    forgottenKeys = isOther ? merger.otherForgottenKeys : merger.forgottenKeys
    let breakerCounts = isOther ? merger.otherBreakerCounts : merger.breakerCounts
    breakers = chain.breakers.enumerated().map { index, breaker in
      Breaker(
        name: breaker.name.text, count: index < breakerCounts.count ? breakerCounts[index] : BreakerCount())
    }
    profile = merger.costs.isOn && !isOther ? ReplayProfile(chain, merger.costs) : nil
    events = outcomeCounts.events
    unhandledEvents = outcomeCounts.unhandledEvents
    raised = outcomeCounts.raised
    unhandledRaised = outcomeCounts.unhandledRaised
  }
}
