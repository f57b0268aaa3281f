/// An error that came with, or can be told as, an RFC 9457 problem document.
public protocol ProblemError: Error {
  /// The document; nil where this error has none (one case of an enum that has, say).
  var problem: Problem? { get }
}
