extension Result where Success: Sendable {
  /// The value; on a failure, the chain handles the error and the result is nil.
  public func get(answeredBy chain: RunningChain, from origin: String) async -> Success? {
    switch self {
    case .success(let value):
      return value
    case .failure(let error):
      await chain.respond(to: error, from: origin)
      return nil
    }
  }
}
