#if !hasFeature(Embedded)
  package import Bytes
  internal import Records

  /// Rule sets above one another, each try of which is a whole operation of the one below.
  ///
  /// Confined to one thread.
  package final class StackedTries {
    /// The innermost one first.
    private let layers: [LayerTries]
    private var tape = JSONTape()
    private let limits: Limits

    /// Further tries of one layer are not counted.
    package static let most = LayerTries.most

    package init(_ chains: [ResponderChain], limits: Limits = Limits()) {
      layers = chains.map { LayerTries($0, limits) }
      self.limits = limits
    }

    /// The tries of each layer for one operation of the outermost, up to the first that lets no error through. Their product is the
    /// number of requests below.
    ///
    /// - Parameter line: a recorded error, as the innermost layer sees it.
    package func tries(of line: ByteSlice) -> [Int] {
      let record = TryRecord(line, &tape, limits)
      var tries: [Int] = []
      for index in layers.indices {
        guard let result = layers[index].result(of: record) else { break }
        tries.append(result.tries)
        if !result.isPassedOn { break }
      }
      return tries
    }
  }
#endif
