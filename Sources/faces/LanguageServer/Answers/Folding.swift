internal import JSONRPC
internal import Source

/// `textDocument/foldingRange`: lists and mappings of several lines, and comments of several lines.
enum Folding {
  static func answer(_ params: Params, _ snapshot: Snapshot) throws(ResponseError) -> Node {
    let document = try snapshot.document(params)
    let file = document.file
    var found: [Int: Int] = [:]
    func fold(_ start: Int, _ end: Int) {
      if end > start { found[start] = max(found[start] ?? 0, end) }
    }
    func line(_ offset: Int) -> Int { file.position(of: offset).line - 1 }
    /// The last line of a value; the closing bracket of one in brackets stays visible.
    func last(_ node: Node) -> Int {
      guard node.members != nil || node.elements != nil else {
        return line(max(node.range.bytes.lowerBound, node.range.bytes.upperBound - 1))
      }
      if node.style == .flow {
        return line(max(node.range.bytes.lowerBound, node.range.bytes.upperBound - 1))
      }
      let values = (node.members ?? []).map { $0.value } + (node.elements ?? [])
      let keys = (node.members ?? []).map { line($0.keyRange.bytes.upperBound) }
      return (values.map { last($0) } + keys).max() ?? line(node.range.bytes.lowerBound)
    }
    func end(_ node: Node) -> Int { node.style == .flow ? last(node) - 1 : last(node) }
    func visit(_ node: Node) {
      for member in node.members ?? [] {
        let value = member.value
        if value.range.bytes.lowerBound >= member.keyRange.bytes.upperBound {
          fold(line(member.keyRange.bytes.lowerBound), end(value))
        }
        visit(value)
      }
      for element in node.elements ?? [] {
        fold(line(element.range.bytes.lowerBound), end(element))
        visit(element)
      }
    }
    let files = NamedFiles(snapshot.texts)
    if let root = files.file(file.name)?.root { visit(root) }
    let ranges = found.sorted { $0.key < $1.key }.map { node($0.key, $0.value, "region") }
    return .made(ranges + comments(file))
  }

  private static func comments(_ file: SourceFile) -> [Node] {
    guard !file.name.lowercased().hasSuffix(".json") else { return [] }
    var ranges: [Node] = []
    var start: Int?
    for number in 0...file.lineCount {
      let isComment =
        number < file.lineCount
        && file.bytes[file.lineRange(number + 1)].first { $0 != 0x20 && $0 != 0x09 } == UInt8(ascii: "#")
      if isComment {
        start = start ?? number
      } else if let first = start {
        if number - 1 > first { ranges.append(node(first, number - 1, "comment")) }
        start = nil
      }
    }
    return ranges
  }

  private static func node(_ start: Int, _ end: Int, _ kind: String) -> Node {
    .made([("startLine", .made(start)), ("endLine", .made(end)), ("kind", .made(kind))])
  }
}
