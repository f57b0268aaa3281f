/// The end of a command.
package enum ToolOutcome: Sendable {
  case ended(status: Int32, output: [UInt8], complaint: [UInt8])
  /// It wrote more than ``ToolCall/longestOutput``.
  case tooLong
  /// The system's reason.
  case failed(String)
}
