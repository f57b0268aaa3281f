package import RuleEngine

/// The result of a replay in names and numbers: the input of every report.
package struct ReplaySummary: Sendable {
  package struct Count: Sendable {
    package let name: String
    package let count: Int
  }

  package struct Station: Sendable {
    package let responder: String
    package let name: String
    package let isRule: Bool
    /// Whether it is an event rule.
    package let isEventRule: Bool
    package let isEnabled: Bool
    /// Errors that it handled; errors that it matched and ran for, including those that it passed on.
    package let answered: Int
    package let fired: Int
    package let retries: Int
    /// The total delay of its retries, in milliseconds.
    package let delay: Int
  }

  /// A stream: format and line counts.
  package struct Source: Sendable, Equatable {
    /// The format's name; `errctl` is the native one.
    package let format: String
    package let ledger: Ledger
    /// The reason why decompression ended too early, or nil.
    package let fault: String?
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
  package let ledger: Ledger
  package let refusals: [StreamRefusal]
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
  package let stations: [Station]
  package let unhandledAtRoots: [Count]
  package let unhandledKinds: [Count]
  package let unhandledOtherKinds: Int
  package let actions: [Count]
  /// Retries granted without a known try number.
  package let untracked: Int
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
  package let picture: ReplayPicture?
  package let load: RetryLoad?

  package var retries: Int { stations.reduce(0) { $0 + $1.retries } }
  /// The total delay of retries, in milliseconds.
  package var delay: Int { stations.reduce(0) { $0 + $1.delay } }
  /// Enabled rules that never matched and ran.
  package var neverFired: [Station] { stations.filter { $0.isRule && $0.isEnabled && $0.fired == 0 } }

  /// - Parameter other: whether this is the summary of the second rule set of a comparison.
  init(
    _ chain: ResponderChain,
    _ read: ReplayReading,
    _ tally: borrowing Tally,
    load: RetryLoad?,
    _ merger: borrowing ReplayMerger,
    isOther: Bool = false
  ) {
    name = chain.name
    streams = read.streams
    bytes = read.bytes
    selection = read.selection
    isPartial = read.isPartial
    ledger = isOther ? merger.otherLedger : merger.ledger
    self.load = load
    sources = merger.sources
    refusals = merger.refusals
    firstKeys = merger.firstKeys
    evaluations = Evaluation.allCases.map { evaluation in
      Count(name: evaluation.name, count: tally.evaluations[Int(evaluation.rawValue)])
    }
    unhandled = tally.unhandled
    ignored = tally.ignored
    assumed = tally.assumed
    unknownCustoms = chain.unknownCustoms
    var strangers: [Count] = []
    for (index, responder) in chain.responders.enumerated() where tally.outOfContract[index] > 0 {
      strangers.append(Count(name: responder, count: tally.outOfContract[index]))
    }
    outOfContract = strangers
    untracked = tally.untracked
    throttled = tally.throttled
    coalesced = tally.coalesced
    var categories: [Count] = []
    for (index, category) in (chain.categories + ["none"]).enumerated()
    where tally.categories[index] > 0 {
      categories.append(Count(name: category, count: tally.categories[index]))
    }
    self.categories = categories
    var stations: [Station] = []
    for (index, station) in chain.stations.enumerated() where station.kind != .always {
      stations.append(
        Station(
          responder: chain.responders[station.responder],
          name: station.name,
          isRule: station.kind == .rule || station.kind == .eventRule,
          isEventRule: station.kind == .eventRule,
          isEnabled: station.isEnabled,
          answered: tally.answered[index],
          fired: tally.fired[index],
          retries: tally.retries[index],
          delay: tally.delays[index]
        )
      )
    }
    self.stations = stations
    var roots: [Count] = []
    for (index, responder) in chain.responders.enumerated() where tally.unhandledAtRoot[index] > 0 {
      roots.append(
        Count(
          name: "\(responder) (report: \(chain.unhandledReports[index]))",
          count: tally.unhandledAtRoot[index]
        )
      )
    }
    if tally.withoutPath > 0 {
      roots.append(Count(name: "no responder for the origin", count: tally.withoutPath))
    }
    unhandledAtRoots = roots
    let kinds = tally.unhandledGroups.sorted
    unhandledKinds = kinds.map { Count(name: $0.name, count: $0.count) }
    picture =
      merger.picture.isOn && !isOther
      ? merger.picture.picture(chain, firstUnhandled: kinds.map { $0.first }) : nil
    unhandledOtherKinds = tally.unhandledGroups.others
    var actions: [String: Int] = [:]
    for (index, label) in chain.actionLabels.enumerated() {
      actions[label, default: 0] += tally.actions[index]
    }
    self.actions = actions.filter { $0.value > 0 }.map { Count(name: $0.key, count: $0.value) }
      .sorted { ($1.count, $0.name) < ($0.count, $1.name) }
    forgottenKeys = isOther ? merger.otherForgottenKeys : merger.forgottenKeys
    profile = merger.costs.isOn && !isOther ? ReplayProfile(chain, merger.costs) : nil
    events = tally.events
    unhandledEvents = tally.unhandledEvents
    raised = tally.raised
    unhandledRaised = tally.unhandledRaised
  }
}
