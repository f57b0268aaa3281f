package import Source

/// An error that answers a request.
package struct ResponseError: Error, Sendable {
  /// The codes of JSON-RPC, of the Language Server Protocol, and of the Model Context Protocol.
  package enum Code: Int, Sendable {
    case parseError = -32_700
    case invalidRequest = -32_600
    case methodNotFound = -32_601
    case invalidParams = -32_602
    /// Also the code of a resource that is not found, before version 2026-07-28 of the Model Context Protocol.
    case serverNotInitialized = -32_002
    case requestFailed = -32_803
    case requestCancelled = -32_800
    case contentModified = -32_801
    case unsupportedProtocolVersion = -32_022
  }

  package let code: Code
  package let message: String
  private let data: Node?

  package init(_ code: Code, _ message: String, data: Node? = nil) {
    self.code = code
    self.message = message
    self.data = data
  }

  package var node: Node {
    var members: [(key: String, value: Node)] = [
      ("code", .made(code.rawValue)), ("message", .made(message)),
    ]
    if let data { members.append(("data", data)) }
    return .made(members)
  }
}
