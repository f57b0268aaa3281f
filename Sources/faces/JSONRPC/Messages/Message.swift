internal import Bytes
package import Source

/// The id of a request, which its answer repeats.
package enum RequestID: Hashable, Sendable {
  case number(Int64)
  case text(String)

  package init?(_ node: Node?) {
    switch node?.content {
    case .integer(let number): self = .number(number)
    case .string(let text): self = .text(text)
    default: return nil
    }
  }

  package var node: Node {
    switch self {
    case .number(let number): .made(Int(number))
    case .text(let text): .made(text)
    }
  }
}

/// A message of JSON-RPC 2.0 as received.
package enum Message: Sendable {
  case request(id: RequestID, method: String, Params)
  case notification(method: String, Params)
  /// The client's answer to a request of the server.
  case response
  /// A message that is neither, with the id to answer to if there is one.
  case faulty(id: RequestID?, ResponseError)

  /// Reads strict JSON.
  ///
  /// - Parameters:
  ///   - longest: the limit of the message and of its texts, in bytes.
  ///   - repairs: half a surrogate pair and bytes that are not UTF-8 are read as U+FFFD. An editor may send them in the
  ///     middle of an edit, and without that edit the text here would differ from the editor's.
  package init(_ bytes: [UInt8], longest: Int = FrameReader.longest, repairs: Bool = true) {
    var limits = Limits()
    limits.ruleFileBytes = longest
    limits.scalarBytes = longest
    var diagnostics = Diagnostics()
    let file = SourceFile(name: "message.json", bytes: bytes)
    let root = JSONReader.read(file, limits: limits, repairs: repairs, into: &diagnostics)
    guard let root, !diagnostics.hasErrors else {
      let finding = diagnostics.all.first
      let place = finding.map { " (byte \($0.range.bytes.lowerBound))" } ?? ""
      self = .faulty(
        id: nil, ResponseError(.parseError, "\(finding?.message ?? "This is not JSON.")\(place)"))
      return
    }
    self.init(root)
  }

  private init(_ root: Node) {
    let id = RequestID(root["id"])
    func faulty(_ message: String) -> Message { .faulty(id: id, ResponseError(.invalidRequest, message)) }
    guard root.members != nil else {
      self = faulty("A message is a mapping. Send each one by itself.")
      return
    }
    guard root["jsonrpc"]?.string == "2.0" else {
      self = faulty("A message has “jsonrpc”: “2.0”. Add it.")
      return
    }
    guard let method = root["method"] else {
      let isResponse = root["result"] != nil || root["error"] != nil
      self = isResponse ? .response : faulty("A message has a “method”, a “result” or an “error”. Add it.")
      return
    }
    guard let name = method.string else {
      self = faulty("“method” is a text, not \(method.kindName).")
      return
    }
    if root["id"] != nil {
      guard let id else {
        self = faulty("“id” is an integer or a text.")
        return
      }
      self = .request(id: id, method: name, Params(root["params"]))
    } else {
      self = .notification(method: name, Params(root["params"]))
    }
  }
}
