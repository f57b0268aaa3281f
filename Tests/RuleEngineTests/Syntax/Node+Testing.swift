import RuleEngine

extension Node {
  /// The value in one line, with kinds but without styles and positions.
  var outline: String {
    switch content {
    case .null: "null"
    case .bool(let value): "\(value)"
    case .integer(let value): "\(value)"
    case .decimal(let value): "~\(value)"
    case .string(let value): "\"\(value)\""
    case .sequence(let elements): "[" + elements.map(\.outline).joined(separator: ", ") + "]"
    case .mapping(let members):
      "{" + members.map { "\"\($0.key)\": \($0.value.outline)" }.joined(separator: ", ") + "}"
    }
  }
}

/// The result of reading a text.
struct Reading {
  let file: SourceFile
  let node: Node?
  let diagnostics: [Diagnostic]

  typealias Reader = (SourceFile, Limits, inout Diagnostics) -> Node?

  static func json(_ text: String, limits: Limits = Limits()) -> Reading {
    Reading(text, limits) { JSONReader.read($0, limits: $1, into: &$2) }
  }

  static func yaml(_ text: String, limits: Limits = Limits()) -> Reading {
    Reading(text, limits) { YAMLReader.read($0, limits: $1, into: &$2) }
  }

  init(_ text: String, _ limits: Limits, _ read: Reader) {
    self.init(SourceFile(name: "rules", text: text), limits, read)
  }

  init(_ file: SourceFile, _ limits: Limits, _ read: Reader) {
    var diagnostics = Diagnostics()
    self.file = file
    node = read(file, limits, &diagnostics)
    self.diagnostics = diagnostics.sorted
  }

  var outline: String { node?.outline ?? "nothing" }

  /// Each finding as `code line:column-line:column`, followed by related positions as `<- line:column`.
  var findings: [String] {
    diagnostics.map { finding in
      "\(finding.code) \(finding.range.place)" + finding.related.map { " <- \($0.range.place)" }.joined()
    }
  }

  var messages: [String] { diagnostics.map(\.message) }
}

extension SourceRange {
  var place: String {
    let (start, end) = (start, end)
    return start.line == end.line
      ? "\(start.line):\(start.column)-\(end.column)"
      : "\(start.line):\(start.column)-\(end.line):\(end.column)"
  }
}

extension Node {
  /// Every value with its position and source text, in document order.
  var places: [String] {
    var all = ["\(range.place) \(range.text)"]
    for element in elements ?? [] { all += element.places }
    for member in members ?? [] {
      all.append("\(member.keyRange.place) \(member.keyRange.text)")
      all += member.value.places
    }
    return all
  }
}
