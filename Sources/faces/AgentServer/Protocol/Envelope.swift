internal import JSONRPC
internal import Source

/// The version of the protocol that a request names, under `_meta`; older clients agree on one by `initialize`.
enum Envelope {
  private static let versionKey = "io.modelcontextprotocol/protocolVersion"
  private static let capabilitiesKey = "io.modelcontextprotocol/clientCapabilities"
  static let serverKey = "io.modelcontextprotocol/serverInfo"

  /// Whether a request has one.
  ///
  /// - Throws: a fault of it, or of its version.
  static func isIn(_ params: Params) throws(ResponseError) -> Bool {
    let meta = params.optional("_meta")
    guard meta.has(versionKey) else { return false }
    let version = try meta.text(versionKey)
    _ = try meta.params(capabilitiesKey)
    guard ProtocolVersion.stateless.contains(version) else {
      throw ResponseError(
        .unsupportedProtocolVersion,
        "The protocol “\(version)” is not supported. Use \(ProtocolVersion.stateless.joined(separator: ", ")).",
        data: .made([
          ("supported", .made(ProtocolVersion.stateless.map { .made($0) })), ("requested", .made(version)),
        ])
      )
    }
    return true
  }
}
