internal import Bytes

/// Writes a value as readable JSON: short values on one line, numbers exactly as they were read.
package struct JSONWriter: ~Copyable {
  private static let width = 110

  private var text = Buffer<UInt8>()
  private var column = 0

  /// The text of a document, with a final line feed.
  package static func text(of node: Node) -> String {
    var writer = JSONWriter()
    writer.append(node, depth: 0, after: 0)
    writer.append("\n")
    return String(writer.text.slice)
  }

  /// Appends a value; `after` columns must remain behind it.
  private mutating func append(_ node: Node, depth: Int, after: Int) {
    let room = Self.width - column - after
    // The outermost mapping is always multi-line, so that a document has one form, whatever its size.
    let isOpen = depth == 0 && node.members?.isEmpty == false
    if !isOpen, let line = Self.line(node, room) { return append(line) }
    switch node.content {
    case .sequence(let elements):
      append("[")
      for (index, element) in elements.enumerated() {
        breakLine(depth + 1)
        append(element, depth: depth + 1, after: index + 1 < elements.count ? 1 : 0)
        if index + 1 < elements.count { append(",") }
      }
      breakLine(depth)
      append("]")
    case .mapping(let members):
      append("{")
      for (index, member) in members.enumerated() {
        breakLine(depth + 1)
        append("\(member.key.json): ")
        append(member.value, depth: depth + 1, after: index + 1 < members.count ? 1 : 0)
        if index + 1 < members.count { append(",") }
      }
      breakLine(depth)
      append("}")
    case .null, .bool, .integer, .decimal, .string:
      append(Self.scalar(node))
    }
  }

  private mutating func append(_ string: String) {
    var string = string
    string.withUTF8 { text.append(ByteSlice(UnsafeRawBufferPointer($0))) }
    column += string.unicodeScalars.count
  }

  private mutating func breakLine(_ depth: Int) {
    text.append(UInt8(ascii: "\n"))
    for _ in 0..<depth { text.append("  ") }
    column = depth * 2
  }

  package static func line(_ node: Node) -> String {
    line(node, .max) ?? ""
  }

  /// The value on one line, or nil if it takes more than `room` columns.
  private static func line(_ node: Node, _ room: Int) -> String? {
    var room = room
    var line = ""
    return append(node, to: &line, &room) ? line : nil
  }

  /// Appends a value to a line; stops and returns false once there is no room.
  private static func append(_ node: Node, to line: inout String, _ room: inout Int) -> Bool {
    func add(_ text: String) -> Bool {
      room -= text.unicodeScalars.count
      line += text
      return room >= 0
    }
    switch node.content {
    case .sequence(let elements):
      guard add("[") else { return false }
      for (index, element) in elements.enumerated() {
        guard index == 0 || add(", "), append(element, to: &line, &room) else { return false }
      }
      return add("]")
    case .mapping(let members):
      guard !members.isEmpty else { return add("{}") }
      guard add("{ ") else { return false }
      for (index, member) in members.enumerated() {
        guard index == 0 || add(", "), add("\(member.key.json): "), append(member.value, to: &line, &room)
        else { return false }
      }
      return add(" }")
    case .null, .bool, .integer, .decimal, .string:
      return add(scalar(node))
    }
  }

  private static func scalar(_ node: Node) -> String {
    switch node.content {
    case .null: "null"
    case .bool(let flag): "\(flag)"
    case .integer, .decimal: JSONNumber(node.text).text
    case .string(let string): string.json
    case .sequence, .mapping: ""
    }
  }
}
