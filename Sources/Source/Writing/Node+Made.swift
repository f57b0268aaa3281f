internal import Bytes

extension Node {
  private static let nowhere = SourceRange(file: SourceFile(name: "", bytes: []), bytes: 0..<0)

  /// A value that is written in no file.
  private static func made(_ content: Content, _ text: String = "") -> Node {
    Node(content, style: .plain, range: nowhere, text: text)
  }

  /// A text that is written in no file.
  package static func made(_ text: String) -> Node { made(.string(text), text) }

  /// An integer that is written in no file.
  package static func made(_ integer: Int) -> Node { made(.integer(Int64(integer)), "\(integer)") }

  /// A boolean that is written in no file.
  package static func made(_ flag: Bool) -> Node { made(.bool(flag), "\(flag)") }

  /// A null that is written in no file.
  package static let null = made(.null, "null")

  /// A list that is written in no file.
  package static func made(_ elements: [Node]) -> Node { made(.sequence(elements)) }

  /// A mapping that is written in no file.
  package static func made(_ members: [(key: String, value: Node)]) -> Node {
    made(.mapping(members.map { Member(key: $0.key, keyRange: nowhere, value: $0.value) }))
  }

  /// The value of a JSON text such as an example of a plugin; nil where it is none.
  package static func made(json text: String) -> Node? {
    var diagnostics = Diagnostics()
    return JSONReader.read(SourceFile(name: "", text: text), limits: Limits(), into: &diagnostics)
  }
}
