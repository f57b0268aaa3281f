/// An error that a screen can show as it is.
protocol AlertableError: Error {
  var alertTitle: String { get }
}
