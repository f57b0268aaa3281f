/// A problem document of RFC 9457 (`application/problem+json`).
public struct Problem: Sendable, Hashable {
  /// A URI reference of the problem type; nil stands for `about:blank`.
  public var type: String?
  /// A short summary of the problem type.
  public var title: String?
  /// The HTTP status, 100 to 599, as the origin server sent it.
  public var status: Int?
  /// An explanation of this occurrence.
  public var detail: String?
  /// A URI reference of this occurrence.
  public var instance: String?
  /// Members beyond the five of the RFC, by name.
  public var extensions: [String: JSONValue]

  /// A problem document, of which every member may be left out.
  public init(
    type: String? = nil, title: String? = nil, status: Int? = nil, detail: String? = nil,
    instance: String? = nil, extensions: [String: JSONValue] = [:]
  ) {
    self.type = type
    self.title = title
    self.status = status
    self.detail = detail
    self.instance = instance
    self.extensions = extensions
  }
}

extension Problem: Decodable {
  /// Decodes a problem document; a member of the wrong type is ignored, as the RFC requires.
  ///
  /// Throws the decoder's error if the document is not a JSON object.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: JSONValue.Name.self)
    self.init()
    for key in container.allKeys {
      let value = try container.decode(JSONValue.self, forKey: key)
      switch key.stringValue {
      case "type": type = value.string
      case "title": title = value.string
      case "status": status = value.integer.flatMap { Int(exactly: $0) }
      case "detail": detail = value.string
      case "instance": instance = value.string
      default: extensions[key.stringValue] = value
      }
    }
  }
}
