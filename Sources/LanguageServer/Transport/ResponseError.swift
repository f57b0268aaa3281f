internal import Source

/// An error that answers a request.
package struct ResponseError: Error, Sendable {
  /// The codes of JSON-RPC and of the Language Server Protocol.
  package enum Code: Int, Sendable {
    case parseError = -32_700
    case invalidRequest = -32_600
    case methodNotFound = -32_601
    case invalidParams = -32_602
    case serverNotInitialized = -32_002
    case requestFailed = -32_803
    case requestCancelled = -32_800
    case contentModified = -32_801
  }

  package let code: Code
  package let message: String

  package init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }

  var node: Node { .made([("code", .made(code.rawValue)), ("message", .made(message))]) }
}
