internal import JSONRPC
internal import Differences
internal import Replay
internal import Reports
internal import Engine
internal import Source
internal import Secrets

/// `errctl.showChanges`: the rules as they are in the client, compared with the saved files or a revision.
enum EditDifference {
  /// The errors that are searched for: each further one takes as long as the first proof, and somebody waits.
  private static let witnesses = 1

  static func answer(_ identity: String, _ arguments: Params, _ snapshot: Snapshot) throws(ResponseError)
    -> CommandWork
  {
    let earlier = try EarlierRules(arguments)
    return CommandWork { cancellation throws(ResponseError) in
      try compare(identity, with: earlier, snapshot) { cancellation.isCancelled }
    }
  }

  private static func compare(
    _ identity: String, with earlier: EarlierRules, _ snapshot: Snapshot,
    isCancelled: @escaping @Sendable () -> Bool
  ) throws(ResponseError) -> CommandAnswer {
    let new = try RuleSetOfFile(identity, snapshot)
    let name = PathText.name(of: identity)
    let old = try earlier.rules(identity, snapshot)
    var replayed: ReplayComparison?
    if new.sample != nil {
      replayed = try replay(old.0, new, snapshot, isCancelled: isCancelled)
    }
    let proof =
      isCancelled()
      ? nil
      : DifferenceProof(
        old: old, new: (new.chain, new.program), upTo: witnesses, hidingBy: Redactor(isOn: true))
    let difference = RuleSetDifference(
      old: .init(file: earlier.shown(name), name: old.0.name), new: .init(file: name, name: new.chain.name),
      changes: RuleChanges(old: old.1, new: new.program).list, replayed: replayed,
      explanations: (replayed?.groups ?? []).map { _ in nil }, proof: proof, beyond: nil, gates: [])
    let style = TerminalStyle(isOn: false)
    return CommandAnswer(
      "changes of \(name)", ReportText(terminalStyle: style).text(of: DifferenceReport(difference).report))
  }

  private static func replay(
    _ old: ResponderChain, _ new: RuleSetOfFile, _ snapshot: Snapshot,
    isCancelled: @escaping @Sendable () -> Bool
  ) throws(ResponseError) -> ReplayComparison {
    let stream = try new.stream(snapshot.texts)
    let chain = new.chain
    do {
      var options = try stream.options(snapshot.texts)
      options.redactor = Redactor(isOn: true)
      let (chosen, streams) = (options, stream.streams(snapshot.texts.files))
      return try BackgroundTask.wait {
        let replayer = Replayer(old, chosen, output: nil, rejects: nil) { _ in !isCancelled() }
        return try await replayer.compare(streams, with: chain)
      }
    } catch let failure as SampleStream.Unusable {
      throw ResponseError(.requestFailed, failure.reason)
    } catch let failure as Replayer.Failure {
      throw ResponseError(.requestFailed, snapshot.texts.files.reason(failure))
    } catch {
      throw ResponseError(.requestFailed, "\(error)")
    }
  }
}
