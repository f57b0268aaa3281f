#if !hasFeature(Embedded)
  internal import Bytes
  internal import Records

  /// The tries that one layer's rules grant an operation that always fails with the same error.
  final class LayerTries {
    /// The number of tries, and whether the layer above hears of the error.
    struct Result {
      let tries: Int
      let isPassedOn: Bool
    }

    /// Further tries of an operation are not counted.
    static let most = 1_000

    private var evaluator: Evaluator

    init(_ chain: ResponderChain, _ limits: Limits) {
      evaluator = Evaluator(chain, limits: limits)
    }

    /// Each operation begins without a memory of others. The delays are those of the rules.
    ///
    /// - Returns: nil for what is not an error to this layer.
    func result(of record: TryRecord) -> Result? {
      var state = ChainState(isAtHand: true)
      var waited: Int64 = 0
      for attempt in 1...Self.most {
        let text = record.text(time: nil, attempt: Int32(attempt), elapsed: waited)
        let isEvaluated = text.withUnsafeBytes { bytes -> Bool in
          guard evaluator.read(ByteSlice(bytes)) == nil, !evaluator.isEvent else { return false }
          return evaluator.run(&state, ordinal: 1)
        }
        guard isEvaluated else { return nil }
        guard let retry = grantedRetry else {
          let isSettled = evaluator.outcome.isHandled && evaluator.outcome.evaluation == .proceed
          return Result(tries: attempt, isPassedOn: !isSettled)
        }
        waited += evaluator.milliseconds(of: retry.delay, for: evaluator.drawIdentity(ordinal: 1))
      }
      return Result(tries: Self.most, isPassedOn: true)
    }

    private var grantedRetry: Outcome.Retry? {
      if let retry = evaluator.outcome.retry { return retry }
      for index in 0..<evaluator.outcome.raised.count {
        if let retry = evaluator.outcome.raised[index].retry { return retry }
      }
      return nil
    }
  }
#endif
