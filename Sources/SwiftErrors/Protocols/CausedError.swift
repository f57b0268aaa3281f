/// An error that was caused by others, which it keeps.
public protocol CausedError: Error {
  /// The direct causes, the most telling first; their own causes are found through them.
  var underlyingErrors: [any Error] { get }
}
