/// An error of an HTTP response.
public protocol HTTPStatusError: Error {
  /// The response's status, 100 to 599; nil if this error is not about a response.
  var httpStatus: Int? { get }
}
