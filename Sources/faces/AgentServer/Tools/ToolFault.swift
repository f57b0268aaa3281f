/// A mistake in a call, for the model that made it.
struct ToolFault: Error {
  let message: String

  init(_ message: String) { self.message = message }
}
