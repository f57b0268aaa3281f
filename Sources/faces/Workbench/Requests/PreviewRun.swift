internal import JSONRPC
internal import LanguageServer
internal import Replay
internal import Engine
internal import Records
internal import Secrets
internal import Counting

/// The rules as they stand in the editor, on recorded errors.
struct PreviewRun {
  let rules: RuleSetOfFile
  let options: ReplayOptions
  private let streams: [Replayer.Stream]
  private let snapshot: Snapshot

  init(_ workbench: Workbench, _ snapshot: Snapshot, on source: SampleSource) throws(ResponseError) {
    rules = try RuleSetOfFile(workbench.rules, snapshot)
    self.snapshot = snapshot
    do throws(SampleStream.Unusable) {
      let stream = try SampleStream(source, snapshot.texts)
      var options = try stream.options(snapshot.texts)
      options.redactor = Redactor(isOn: true)
      options.zone = workbench.zone
      self.options = options
      streams = stream.streams(snapshot.texts.files).map { workbench.named($0) }
    } catch {
      throw ResponseError(.requestFailed, error.reason)
    }
  }

  /// The summary with figures for a report.
  func summary(output: (any ReplayOutput & Sendable)?, progress: @escaping @Sendable (Int) -> Bool)
    throws(ResponseError) -> ReplaySummary
  {
    var options = options
    options.counting.wantsDetail = true
    options.counting.kinds = .deciders
    options.wantsResolutions = output != nil
    options.writesErrors = output != nil
    let (chain, streams, chosen) = (rules.chain, streams, options)
    return try result {
      let replayer = Replayer(chain, chosen, output: output, rejects: nil, progress: progress)
      return try await replayer.run(streams)
    }
  }

  /// The changes if these rules replace others.
  func comparison(with old: ResponderChain, progress: @escaping @Sendable (Int) -> Bool) throws(ResponseError)
    -> ReplayComparison
  {
    let (chain, streams, options) = (rules.chain, streams, options)
    return try result {
      let replayer = Replayer(old, options, output: nil, rejects: nil, progress: progress)
      return try await replayer.compare(streams, with: chain)
    }
  }

  private func result<Value: Sendable>(_ work: @escaping @Sendable () async throws -> Value)
    throws(ResponseError) -> Value
  {
    do {
      return try BackgroundTask.wait(work)
    } catch let failure as Replayer.Failure {
      throw ResponseError(.requestFailed, snapshot.texts.files.reason(failure))
    } catch {
      throw ResponseError(.requestFailed, "\(error)")
    }
  }
}
