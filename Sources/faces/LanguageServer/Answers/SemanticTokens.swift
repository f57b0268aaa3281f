internal import JSONRPC
internal import Source

/// `textDocument/semanticTokens`: names, and the words of verdicts. Keys and values are what the editor's grammar colours.
enum SemanticTokens {
  /// The types in the order of their numbers.
  static let types = [
    "keyword", "class", "method", "enum", "enumMember", "function", "variable", "struct", "event", "type",
    "parameter",
  ]
  static let modifiers = ["declaration"]

  private struct Token {
    let bytes: Range<Int>
    let type: Int
    let isDeclaration: Bool
  }

  /// - Parameter isRange: only of the range that the request names.
  static func answer(_ params: Params, _ snapshot: Snapshot, isRange: Bool) throws(ResponseError) -> Node {
    let document = try snapshot.document(params)
    let file = document.file
    let encoding = snapshot.client.encoding
    var wanted = 0..<file.bytes.count
    if isRange {
      let range = try params.params("range")
      let start = encoding.offset(of: try Position(range.params("start")), in: file)
      let end = encoding.offset(of: try Position(range.params("end")), in: file)
      wanted = min(start, end)..<max(start, end)
    }
    guard let read = NamedFiles(snapshot.texts).file(file.name) else { return .null }
    var tokens = read.names.map { use in
      Token(bytes: use.range.bytes, type: type(of: use.kind), isDeclaration: use.isDeclaration)
    }
    verdicts(in: read.root, &tokens)
    tokens = tokens.filter {
      !$0.bytes.isEmpty && $0.bytes.lowerBound < wanted.upperBound && wanted.lowerBound < $0.bytes.upperBound
    }
    tokens.sort { ($0.bytes.lowerBound, $0.bytes.upperBound) < ($1.bytes.lowerBound, $1.bytes.upperBound) }
    var data: [Node] = []
    var (end, line, character) = (0, 0, 0)
    for token in tokens where token.bytes.lowerBound >= end {
      let first = encoding.position(of: token.bytes.lowerBound, in: file)
      let last = encoding.position(of: token.bytes.upperBound, in: file)
      // A name that is written over several lines is none.
      guard first.line == last.line, last.character > first.character else { continue }
      if first.line > line { character = 0 }
      let numbers = [
        first.line - line, first.character - character, last.character - first.character, token.type,
        token.isDeclaration ? 1 : 0,
      ]
      data += numbers.map { .made($0) }
      (end, line, character) = (token.bytes.upperBound, first.line, first.character)
    }
    return .made([("data", .made(data))])
  }

  private static func type(of kind: NameUse.Kind) -> Int {
    let name =
      switch kind {
      case .responder: "class"
      case .rule: "method"
      case .category: "enum"
      case .code: "enumMember"
      case .matcher, .action: "function"
      case .list: "variable"
      case .alert, .breaker, .quota: "struct"
      case .event: "event"
      case .type: "type"
      case .error, .expectation: "parameter"
      }
    return types.firstIndex(of: name) ?? 0
  }

  private static func verdicts(in node: Node, _ tokens: inout [Token]) {
    for element in node.elements ?? [] { verdicts(in: element, &tokens) }
    for member in node.members ?? [] {
      let isVerdict = ["then", "exhausted", "failed", "evaluation"].contains(member.key)
      if isVerdict, let word = member.value.string, member.value.range.text == word {
        tokens.append(Token(bytes: member.value.range.bytes, type: 0, isDeclaration: false))
      } else {
        verdicts(in: member.value, &tokens)
      }
    }
  }
}
