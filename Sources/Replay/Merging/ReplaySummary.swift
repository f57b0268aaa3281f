package import RuleEngine

/// What a replay found, in names and numbers: what every report is made of.
package struct ReplaySummary: Sendable {
  /// A name with how often it occurred.
  package struct Count: Sendable {
    package let name: String
    package let count: Int
  }

  /// What a rule (or `otherwise`) did.
  package struct Station: Sendable {
    package let responder: String
    package let name: String
    package let isRule: Bool
    /// Whether it is a rule that answers events.
    package let isEventRule: Bool
    package let isEnabled: Bool
    /// Errors it answered; errors it matched and ran for, those it passed on included.
    package let answered: Int
    package let fired: Int
    package let retries: Int
    /// The delays of its retries together, in milliseconds.
    package let delay: Int
  }

  /// A stream: what it is, and where its lines went.
  package struct Source: Sendable, Equatable {
    /// The name of its format; `errctl` is our own.
    package let format: String
    package let ledger: Ledger
    /// Why it ended before what is packed in it did.
    package let fault: String?
    /// Where it was followed: how often another file took its place, and how often it was written anew, so that what
    /// was written and not read before is lost.
    package var rotations = 0
    package var truncations = 0
  }

  package let name: String?
  package let streams: [String]
  /// Of the streams that were read to their ends, in their order.
  package let sources: [Source]
  /// What was asked for of them, in words: nothing where that is all.
  package let selection: [String]
  package let bytes: Int
  package let isPartial: Bool
  package let ledger: Ledger
  package let refusals: [StreamRefusal]
  /// Keys of a record that is no error, where no record is one.
  package let firstKeys: [String]
  /// Handled errors by evaluation, in the order of ``Evaluation``.
  package let evaluations: [Count]
  package let unhandled: Int
  package let ignored: Int
  package let assumed: Int
  /// What rules ask by name and no plugin answers.
  package let unknownCustoms: [String]
  /// By responder in the file's order: errors and events that its contract does not name; those that occurred.
  package let outOfContract: [Count]
  /// By category in the file's order, then `none`; those that occurred.
  package let categories: [Count]
  package let stations: [Station]
  package let unhandledAtRoots: [Count]
  package let unhandledKinds: [Count]
  package let unhandledOtherKinds: Int
  /// Actions that would have run, most frequent first.
  package let actions: [Count]
  /// Retries granted without knowing which try it was.
  package let untracked: Int
  /// Events, recorded or emitted; errors that event rules raised; those of each that nobody handled.
  package let events: Int
  package let unhandledEvents: Int
  package let raised: Int
  package let unhandledRaised: Int
  /// Actions that a throttle skipped; alerts that took the answer of the one before them.
  package let throttled: Int
  package let coalesced: Int
  package let forgottenKeys: ForgottenKeys
  /// What each rule cost, where that was to be found out.
  package let profile: ReplayProfile?
  /// What a page shows beside, where that was to be found out.
  package let picture: ReplayPicture?
  /// What the retries would have done, where that was to be found out.
  package let load: RetryLoad?

  /// Retries granted in all.
  package var retries: Int { stations.reduce(0) { $0 + $1.retries } }
  /// Their delays together, in milliseconds.
  package var delay: Int { stations.reduce(0) { $0 + $1.delay } }
  /// Enabled rules that no error reached or matched.
  package var neverFired: [Station] { stations.filter { $0.isRule && $0.isEnabled && $0.fired == 0 } }

  /// - Parameters:
  ///   - other: whether it is about the other rule set of a comparison.
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
