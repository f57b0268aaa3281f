/// An error that has, or can be expressed as, an RFC 9457 problem document.
public protocol ProblemError: Error {
  /// The document; nil if this error has none, as for some cases of an enum.
  var problem: Problem? { get }
}
