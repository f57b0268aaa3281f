internal import Bytes
internal import Engine
internal import RuleFiles
internal import SwiftErrors

/// A rule set with its pooled evaluators. An evaluation ends with the version with which it began.
final class ChainVersion: Sendable {
  let number: Int
  let chain: ResponderChain
  let state: SharedState
  let stamp: RuleFileBytes.Stamp?
  let responderIndices: [String: Int]
  /// Whether rules count over time.
  let remembers: Bool
  /// Whether rules may call code of plugins.
  let asksCode: Bool
  /// Whether an operation that ends well gives tokens back.
  let countsCompletions: Bool
  private let plugins: PluginTable
  private let settings: ChainSettings
  private let free: Lock<[PooledEvaluator]>

  /// Idle evaluators beyond this number are freed.
  private static let spareEvaluators = 16

  init(
    _ number: Int, _ chain: ResponderChain, _ plugins: PluginTable, _ settings: ChainSettings,
    stamp: RuleFileBytes.Stamp?, after old: ChainVersion?
  ) {
    self.number = number
    self.chain = chain
    self.plugins = plugins
    self.settings = settings
    self.stamp = stamp
    state = SharedState(chain, capacity: settings.limits.stateKeys, after: old?.state)
    remembers = !state.isEmpty
    asksCode = chain.hasPredicates
    countsCompletions = chain.countsCompletions
    responderIndices = Dictionary(
      chain.responders.enumerated().map { ($0.element, $0.offset) }, uniquingKeysWith: { first, _ in first })
    var evaluators: [PooledEvaluator] = []
    evaluators.reserveCapacity(Self.spareEvaluators)
    free = Lock(evaluators)
  }

  var seed: UInt64 { settings.seed }

  /// Never waits: if no evaluator is idle, another one is created.
  func withEvaluator<Answer>(_ body: (PooledEvaluator) -> Answer) -> Answer {
    let evaluator =
      free.withLock { $0.popLast() }
      ?? PooledEvaluator(chain, plugins, settings, state)
    defer {
      free.withLock { evaluators in
        if evaluators.count < Self.spareEvaluators { evaluators.append(evaluator) }
      }
    }
    return body(evaluator)
  }
}
