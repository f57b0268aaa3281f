internal import Bytes

extension Node {
  private static let nowhere = SourceRange(file: SourceFile(name: "", bytes: []), bytes: 0..<0)

  private static func made(_ content: Content, _ text: String = "") -> Node {
    Node(content, style: .plain, range: nowhere, text: text)
  }

  package static func made(_ text: String) -> Node { made(.string(text), text) }

  package static func made(_ integer: Int) -> Node { made(.integer(Int64(integer)), "\(integer)") }

  package static func made(_ flag: Bool) -> Node { made(.bool(flag), "\(flag)") }

  package static let null = made(.null, "null")

  package static func made(_ elements: [Node]) -> Node { made(.sequence(elements)) }

  package static func made(_ members: [(key: String, value: Node)]) -> Node {
    made(.mapping(members.map { Member(key: $0.key, keyRange: nowhere, value: $0.value) }))
  }

  /// The value of a JSON text, such as a plugin's example; nil if it is invalid.
  package static func made(json text: String) -> Node? {
    var diagnostics = Diagnostics()
    return JSONReader.read(SourceFile(name: "", text: text), limits: Limits(), into: &diagnostics)
  }
}
