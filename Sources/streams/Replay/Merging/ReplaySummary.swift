package import Counting
internal import Source
internal import Bytes
internal import Explanations
internal import ErrorStreams
internal import Reports
package import Engine
package import Records
internal import RuleLanguage
internal import Secrets

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

    package init(
      format: String, isUncertain: Bool, lineCounts: LineCounts, fault: String?,
      yearSource: AssumedYears.Source?
    ) {
      self.format = format
      self.isUncertain = isUncertain
      self.lineCounts = lineCounts
      self.fault = fault
      self.yearSource = yearSource
    }

    /// The name of the format, as `inspect` says it.
    var nameInReports: String {
      Detection.name(
        of: format, isUncertain: isUncertain,
        records: lineCounts.records + lineCounts.completed + lineCounts.filtered,
        notErrors: lineCounts.notErrors)
    }
  }

  package let name: String?
  package let read: ReplayReading
  package let sources: [Source]
  package let lineCounts: LineCounts
  package let times: RecordTimes
  /// Nil if nothing needs times that records don't have.
  package let missingTimes: MissingTimes?
  package let emptySpan: EmptySpan?
  /// Records out of order that windows count; nil if there are none.
  package let lateRecords: LateRecords?
  package let rejectedLines: [RejectedLine]
  /// The keys of an object that is not an error, if no record is an error.
  package let firstKeys: [String]
  package let unknownCustoms: [String]
  package let outcomes: ReplayOutcomes
  package let clauses: [Clause]
  /// A quota of tokens was asked, and the stream has no completed record that would give tokens back.
  package let lacksCompletions: Bool
  /// Whether rules share quotas.
  package let sharesQuotas: Bool
  package let forgottenKeys: ForgottenKeys
  /// The breakers in file order, for all keys of each together.
  package let breakers: [Breaker]
  package let profile: ReplayProfile?
  package private(set) var detail: ReplayDetail?
  package let load: RetryLoad?
  /// Nil without layers below the rules.
  package let layers: LayerCount?
  /// The kinds of each category and rule, if they were counted.
  package let kinds: KindTable?
  /// The kinds with their outcomes, if they were counted so.
  package let kindsByOutcome: KindOutcomes?
  /// The errors by the values of a field, if they were counted.
  package let byField: FieldTable?
  /// The errors by the values of the fields of gates.
  package let gateTables: [FieldTable]
  /// The errors that no rule decides by shape, if they were counted and all of them have one.
  package let shapes: ErrorShapes?
  /// The operations with a granted retry by what became of them, if a gate asks for it.
  package let granted: RetryLoad.Operations?

  package var withoutDetail: ReplaySummary {
    var summary = self
    summary.detail = nil
    return summary
  }

  package var unhandled: Int { outcomes.totals.unhandled }
  package var ignored: Int { outcomes.totals.ignored }
  package var assumed: Int { outcomes.totals.assumed }
  package var events: Int { outcomes.totals.events }
  package var unhandledEvents: Int { outcomes.totals.unhandledEvents }
  package var raised: Int { outcomes.totals.raised }
  package var unhandledRaised: Int { outcomes.totals.unhandledRaised }
  package var throttled: Int { outcomes.totals.throttled }
  package var coalesced: Int { outcomes.totals.coalesced }
  package var retries: Int { retryAccount.allGranted }
  package var untracked: Int { retryAccount.untracked }
  package var delay: Int { retryAccount.delay }
  /// The retries of all clauses.
  package var retryAccount: RetryAccount {
    clauses.reduce(into: RetryAccount()) { all, clause in
      if let account = clause.retryAccount { all += account }
    }
  }
  /// Enabled rules that never matched.
  package var neverFired: [Clause] {
    clauses.filter {
      $0.isRule && $0.isEnabled && $0.fired == 0 && ($0.retryAccount?.allExhausted ?? 0) == 0
    }
  }

  /// - Parameters:
  ///   - counts: those of the chain.
  ///   - isOther: for the second rule set of a comparison.
  package init(
    _ chain: ResponderChain, _ read: ReplayReading, _ counts: borrowing StreamCounts, load: RetryLoad?,
    _ merger: borrowing ReplayMerger, isOther: Bool = false
  ) {
    let state = merger.totals(ofOther: isOther)
    name = chain.name
    self.read = read
    var lineCounts = merger.counts.lines
    lineCounts.unknownCategories = counts.lines.unknownCategories
    lineCounts.wrongAnswers = counts.lines.wrongAnswers
    self.lineCounts = lineCounts
    granted = load?.operations
    var load = load.flatMap { $0.isReported ? $0 : nil }
    load?.successes = lineCounts.completed
    self.load = load
    layers = merger.layers?.count
    times = merger.times.all
    missingTimes = MissingTimes(
      lineCounts, timed: times.count, state.untimedUses, options: read.timeOptions,
      hasLoad: (load?.untimed ?? 0) > 0)
    emptySpan = EmptySpan(lineCounts, countsFromNow: read.countsFromNow)
    lateRecords = LateRecords(
      merger.times.late, of: lineCounts.records, chain, merger.order, streams: read.streams.count)
    sources = merger.sources
    rejectedLines = merger.rejected.lines.map { $0.redacted(by: merger.redactor) }
    firstKeys = merger.rejected.firstKeys.map { merger.redactor.text($0) }
    unknownCustoms = chain.unknownCustoms
    let keepsRecords = counts.countsShapes
    outcomes = ReplayOutcomes(chain, counts.outcomes, keepingRecords: keepsRecords)
    clauses = Clause.all(of: chain, counts.outcomes)
    let hasRetries = clauses.contains { ($0.retryAccount?.matched ?? 0) > 0 }
    lacksCompletions = chain.countsCompletions && lineCounts.completed == 0 && hasRetries
    sharesQuotas = !chain.quotas.isEmpty
    forgottenKeys = state.forgottenKeys
    breakers = chain.breakers.enumerated().map { index, breaker in
      Breaker(
        name: breaker.name.text, count: index < state.breakers.count ? state.breakers[index] : BreakerCount())
    }
    profile = counts.costs.isOn ? ReplayProfile(chain, counts.costs) : nil
    detail =
      counts.detail.isOn
      ? counts.detail.detail(chain, firstUnhandled: outcomes.unhandledKinds.map { $0.firstOrdinal }) : nil
    byField = counts.values.table()
    gateTables = counts.gateTables
    shapes = counts.errorShapes
    kinds =
      counts.kinds.grouping == .deciders
      ? KindTable(chain, counts.kinds, counts.outcomes, keepingRecords: keepsRecords) : nil
    kindsByOutcome = counts.kinds.byOutcome()
  }
}
