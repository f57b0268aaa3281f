internal import JSONRPC
internal import LanguageServer
internal import Replay
internal import Engine
internal import Records
internal import Source
internal import Secrets
internal import Counting

/// Which records end otherwise by the rules in the editor than by the saved files, or by those of a revision.
enum RecordComparison {
  /// Groups of records that moved alike.
  private static let most = 200

  static func answer(
    _ params: Params, _ workbench: Workbench, _ snapshot: Snapshot, _ cancellation: Cancellation
  ) throws(ResponseError) -> Node {
    let (old, _) = try EarlierRules(params).rules(workbench.rules, snapshot)
    let evaluation = try PreviewRun(workbench, snapshot, on: workbench.head)
    let comparison = try evaluation.comparison(with: old) { _ in !cancellation.isCancelled }
    let redactor = evaluation.options.redactor
    let groups = comparison.groups.prefix(most).map { group -> Node in
      let samples = group.samples.map { sample -> Node in
        .made([
          ("number", .made(Int(sample.ordinal))), ("id", .made(redactor.text(sample.id))),
          ("name", .made(redactor.text(sample.name))),
        ])
      }
      return .made([
        ("count", .made(group.count)),
        ("old", node(group.old)), ("new", node(group.new)),
        ("changes", .made(group.changes.names.map { .made($0) })),
        ("samples", .made(samples)),
      ])
    }
    return .made([
      ("records", .made(comparison.new.lineCounts.records)),
      ("changed", .made(comparison.totals.changed)),
      ("otherOutcome", .made(comparison.totals.outcome)),
      ("untracked", .made(comparison.untracked)),
      ("groups", .made(Array(groups))),
      ("otherGroups", .made(max(0, comparison.groups.count - most))),
    ])
  }

  private static func node(_ outcome: MovedGroup.Outcome) -> Node {
    .made([("by", .made(outcome.name)), ("outcome", .made(outcome.ending.name))])
  }
}
