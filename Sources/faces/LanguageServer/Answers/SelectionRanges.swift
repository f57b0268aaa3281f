internal import JSONRPC
internal import Source

/// `textDocument/selectionRange`: a value, its member, the mapping around it, up to the whole text.
enum SelectionRanges {
  static func answer(_ params: Params, _ snapshot: Snapshot) throws(ResponseError) -> Node {
    let document = try snapshot.document(params)
    let file = document.file
    let files = NamedFiles(snapshot.texts)
    let root = files.file(file.name)?.root
    var answers: [Node] = []
    for params in try params.list("positions") {
      let offset = snapshot.client.encoding.offset(of: try Position(params), in: file)
      var ranges = [0..<file.bytes.count]
      if let root { ranges += around(offset, root) }
      answers.append(nested(ranges, snapshot, file))
    }
    return .made(answers)
  }

  /// The ranges from the outermost to the innermost.
  private static func around(_ offset: Int, _ node: Node) -> [Range<Int>] {
    func holds(_ range: Range<Int>) -> Bool { range.lowerBound <= offset && offset <= range.upperBound }
    guard holds(node.range.bytes) else { return [] }
    for member in node.members ?? [] {
      let (key, value) = (member.keyRange.bytes, member.value.range.bytes)
      let whole = key.lowerBound..<max(key.upperBound, value.upperBound)
      guard holds(whole) else { continue }
      if holds(key) { return [node.range.bytes, whole, key] }
      return [node.range.bytes, whole] + around(offset, member.value)
    }
    for element in node.elements ?? [] where holds(element.range.bytes) {
      return [node.range.bytes] + around(offset, element)
    }
    return [node.range.bytes]
  }

  private static func nested(_ ranges: [Range<Int>], _ snapshot: Snapshot, _ file: SourceFile) -> Node {
    var result: Node?
    var outer: Range<Int>?
    for range in ranges {
      // Each lies inside the one before.
      let range = outer.map { range.clamped(to: $0) } ?? range
      guard range != outer else { continue }
      var members: [(key: String, value: Node)] = [("range", snapshot.node(range, in: file))]
      if let result { members.append(("parent", result)) }
      result = .made(members)
      outer = range
    }
    return result ?? .null
  }
}
