internal import JSONRPC
internal import Source

/// The files of the server's folder that a client may list and read: rule files, test suites and others that errctl checks.
enum Resource {
  static let listWords = ["mcp", "--list-files"]

  /// The command line that prints the file of a URI; nil if it is not one of the folder's.
  static func words(of uri: String, in folder: String) -> [String]? {
    let inside = folder.hasSuffix("/") ? folder : "\(folder)/"
    guard let path = FileURI.path(of: uri), path.hasPrefix(inside), path != inside else { return nil }
    return ["mcp", "--print-file=./\(path.dropFirst(inside.count))"]
  }

  /// The result of `resources/list`, from the lines of ``listWords``.
  static func list(_ outcome: ToolOutcome, in folder: String) throws(ResponseError) -> [(String, Node)] {
    let output = try output(of: outcome, else: .requestFailed)
    let resources = output.split(separator: "\n").compactMap { line -> Node? in
      let file = ToolResult.node(String(line))
      guard let path = file?["path"]?.string, let description = file?["description"] else { return nil }
      let uri = FileURI.uri(of: folder.hasSuffix("/") ? "\(folder)\(path)" : "\(folder)/\(path)")
      return .made([
        ("uri", .made(uri)), ("name", .made(path)), ("description", description),
        ("mimeType", type(of: path)),
      ])
    }
    return [("resources", .made(resources))]
  }

  /// The result of `resources/read`.
  ///
  /// - Parameter isStateless: the code of a missing resource is that of the version 2026-07-28.
  static func contents(_ outcome: ToolOutcome, of uri: String, isStateless: Bool) throws(ResponseError) -> [(
    String, Node
  )] {
    let text = try output(of: outcome, else: missingCode(isStateless: isStateless), uri: uri)
    let contents: Node = .made([("uri", .made(uri)), ("mimeType", type(of: uri)), ("text", .made(text))])
    return [("contents", .made([contents]))]
  }

  static func missing(_ uri: String, isStateless: Bool) -> ResponseError {
    ResponseError(
      missingCode(isStateless: isStateless),
      "There is no such rule file, test suite, mapping or configuration. “resources/list” lists them.",
      data: .made([("uri", .made(uri))]))
  }

  private static func missingCode(isStateless: Bool) -> ResponseError.Code {
    isStateless ? .invalidParams : .serverNotInitialized
  }

  private static func output(
    of outcome: ToolOutcome, else code: ResponseError.Code, uri: String? = nil
  ) throws(ResponseError) -> String {
    let reason: String
    switch outcome {
    case .ended(status: 0, let output, _): return String(decoding: output, as: UTF8.self)
    case .ended(_, _, let complaint): reason = String(decoding: complaint, as: UTF8.self)
    case .tooLong: reason = "It is longer than \(ToolCall.longestOutput) bytes."
    case .failed(let text): reason = text
    }
    throw ResponseError(code, reason, data: uri.map { .made([("uri", .made($0))]) })
  }

  private static func type(of name: String) -> Node {
    .made(name.hasSuffix(".json") ? "application/json" : "application/yaml")
  }
}
