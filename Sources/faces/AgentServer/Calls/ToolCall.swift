package import JSONRPC

/// A command to run for a client.
package struct ToolCall: Sendable {
  /// The request that the command's output answers.
  enum Purpose: Sendable {
    case tool(Tool)
    case listOfResources
    case resource(uri: String)
  }

  let id: RequestID
  let purpose: Purpose
  let isStateless: Bool
  /// The command line without the program's name.
  package let words: [String]
  /// The text for standard input.
  package let input: [UInt8]
  package let cancellation = Cancellation()

  /// The most bytes that a command may write.
  package static let longestOutput = 16 << 20
}
