package import Counting
internal import Engine

/// The outcomes of the errors of a replay.
package struct ReplayOutcomes: Sendable {
  package typealias Count = ReplaySummary.Count

  /// Handled errors, in the order of ``Evaluation``.
  package let evaluations: [Count]
  package let totals: OutcomeCounts.Totals
  /// The errors and events by responder, in file order. Zero counts are left out.
  package let outOfContract: [Count]
  /// The categories in file order, then `none`. Those without errors are left out.
  package let categories: [ReplaySummary.CategoryOutcome]
  package let unhandledAtRoots: [Count]
  package let unhandledKinds: [ErrorKind]
  package let unhandledOtherKinds: Int
  package let actions: [Count]

  init(_ chain: ResponderChain, _ counts: borrowing OutcomeCounts, keepingRecords: Bool) {
    evaluations = Count.evaluations(counts)
    totals = counts.totals
    outOfContract = Count.nonzero(chain.responders, counts.outOfContract)
    categories = ReplaySummary.CategoryOutcome.all(of: chain, counts.byCategory)
    unhandledAtRoots = Count.roots(of: chain, counts)
    var names = counts.unhandledKinds.makeNames(keepingRecords: keepingRecords)
    unhandledKinds = counts.unhandledKinds.kinds(&names).largest
    unhandledOtherKinds = counts.unhandledKinds.others
    actions = Count.actions(of: chain, counts.actions)
  }
}
