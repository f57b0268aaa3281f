internal import Bytes
package import Source

/// A message to the client.
package enum Outgoing: Sendable {
  case result(RequestID, Node)
  case error(RequestID?, ResponseError)
  case notification(method: String, Node)
  case request(id: Int, method: String, Node)

  package var node: Node {
    let version: (key: String, value: Node) = ("jsonrpc", .made("2.0"))
    return switch self {
    case .result(let id, let result): .made([version, ("id", id.node), ("result", result)])
    case .error(let id, let error): .made([version, ("id", id?.node ?? .null), ("error", error.node)])
    case .notification(let method, let params):
      .made([version, ("method", .made(method)), ("params", params)])
    case .request(let id, let method, let params):
      .made([version, ("id", .made("errctl-\(id)")), ("method", .made(method)), ("params", params)])
    }
  }

  /// A line of its own, as the Model Context Protocol has them.
  package var line: [UInt8] { Array("\(JSONWriter.line(node))\n".utf8) }
}
