/// An error with causes.
public protocol CausedError: Error {
  /// The direct causes, the most important first; their own causes are found through them.
  var underlyingErrors: [any Error] { get }
}
