extension Result where Success: Sendable {
  /// The value; a failure is answered by a chain, and then there is none. A success asks nobody.
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
