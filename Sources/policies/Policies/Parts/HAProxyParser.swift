internal import Source

/// A configuration of HAProxy as a document: its sections in the order of the file, with a member for each line.
///
/// A line's key is its first word, and its value the list of the others. Below `option`, `timeout`, `no` and `default` the next
/// word is a key, too. The notation: HAProxy Configuration Manual, “Quoting and escaping”.
struct HAProxyParser {
  /// The key of the document, which no other one has.
  static let root = "haproxy.cfg"
  /// The key of the words behind a section's keyword.
  static let name = "@"

  private static let sections: Set<String> = [
    "global", "defaults", "frontend", "backend", "listen", "peers", "resolvers", "mailers", "userlist",
    "cache", "http-errors", "program", "ring", "log-forward", "log-profile", "fcgi-app", "crt-store",
    "traces", "acme",
  ]
  /// Keywords by which a proxy's section tells that it is one.
  private static let signs: Set<String> = [
    "server", "bind", "mode", "timeout", "balance", "option", "retries", "retry-on", "log", "maxconn",
    "use_backend", "default_backend", "http-request", "default-server", "server-template",
  ]
  private static let prefixes: Set<String> = ["option", "timeout", "no", "default"]

  private let file: SourceFile
  private var sections: [Node.Member] = []
  private var section: (keyword: Node, lines: [Node.Member])?
  private var isProxy = false
  private var diagnostics = Diagnostics()

  private init(_ file: SourceFile) { self.file = file }

  /// Nil if the text does not begin with a section, or no section of a proxy is among them.
  static func read(_ file: SourceFile, in diagnostics: inout Diagnostics) -> Node? {
    var parser = HAProxyParser(file)
    for line in 1...file.lineCount {
      let words = parser.words(of: file.lineRange(line))
      guard let first = words.first else { continue }
      if first.text.hasPrefix("."), parser.readsCondition(first) { continue }
      if sections.contains(first.text) {
        parser.endSection()
        parser.begin(words)
      } else if parser.section != nil {
        parser.add(words)
      } else {
        return nil
      }
    }
    parser.endSection()
    guard parser.isProxy else { return nil }
    for finding in parser.diagnostics.all { diagnostics.report(finding) }
    let place = SourceRange(file: file, bytes: 0..<file.bytes.count)
    let sections = Node(.mapping(parser.sections), style: .block, range: place)
    return .mapping([(root, sections)], at: place)
  }

  // MARK: - Lines

  private mutating func readsCondition(_ word: Node) -> Bool {
    if word.text == ".if" {
      diagnostics.report(
        .policyLoss(
          "This condition is not evaluated: the lines of all its branches are read.", at: word.range))
    }
    return [".if", ".elif", ".else", ".endif", ".notice", ".warning", ".alert", ".diag"].contains(word.text)
  }

  private mutating func begin(_ words: [Node]) {
    let name = Node.Member(
      key: Self.name, keyRange: words[0].range, value: Self.list(words.dropFirst(), behind: words[0]))
    section = (words[0], [name])
  }

  private mutating func add(_ words: [Node]) {
    if Self.signs.contains(words[0].text),
      ["defaults", "frontend", "backend", "listen"].contains(section?.keyword.text)
    {
      isProxy = true
    }
    section?.lines.append(Self.member(words[...]))
  }

  private mutating func endSection() {
    guard let (keyword, lines) = section else { return }
    let end = lines.last?.value.range.bytes.upperBound ?? keyword.range.bytes.upperBound
    let place = SourceRange(file: file, bytes: keyword.range.bytes.lowerBound..<end)
    let value = Node(.mapping(lines), style: .block, range: place)
    sections.append(Node.Member(key: keyword.text, keyRange: keyword.range, value: value))
    section = nil
  }

  private static func member(_ words: ArraySlice<Node>) -> Node.Member {
    let first = words[words.startIndex]
    let others = words.dropFirst()
    guard prefixes.contains(first.text), !others.isEmpty else {
      return Node.Member(key: first.text, keyRange: first.range, value: list(others, behind: first))
    }
    let inner = member(others)
    let value = Node(.mapping([inner]), style: .block, range: place(of: others) ?? first.range)
    return Node.Member(key: first.text, keyRange: first.range, value: value)
  }

  private static func list(_ words: ArraySlice<Node>, behind first: Node) -> Node {
    .list(Array(words), at: place(of: words) ?? first.range)
  }

  private static func place(of words: ArraySlice<Node>) -> SourceRange? {
    guard let first = words.first, let last = words.last else { return nil }
    return SourceRange(
      file: first.range.file, bytes: first.range.bytes.lowerBound..<last.range.bytes.upperBound)
  }

  // MARK: - Words

  /// The words of a line up to its comment, without quotes and escapes. Variables stay as they are written.
  private mutating func words(of line: Range<Int>) -> [Node] {
    var words: [Node] = []
    var next = line.lowerBound
    if next == 0, file.bytes.starts(with: [0xEF, 0xBB, 0xBF]) { next = 3 }
    while true {
      while next < line.upperBound, file.bytes[next].isBlank { next += 1 }
      guard next < line.upperBound, file.bytes[next] != UInt8(ascii: "#") else { return words }
      let start = next
      let text = word(&next, line.upperBound)
      let place = SourceRange(file: file, bytes: start..<next)
      words.append(Node(.string(text), style: .plain, range: place, text: text))
    }
  }

  private mutating func word(_ next: inout Int, _ end: Int) -> String {
    var text: [UInt8] = []
    var quote: (byte: UInt8, place: Int)?
    while next < end {
      let byte = file.bytes[next]
      if let open = quote?.byte {
        if byte == open {
          quote = nil
          next += 1
          continue
        }
      } else if byte.isBlank || byte == UInt8(ascii: "#") {
        break
      } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
        quote = (byte, next)
        next += 1
        continue
      }
      if byte == UInt8(ascii: "\\"), quote?.byte != UInt8(ascii: "'"), next + 1 < end,
        let escaped = Self.escapes[file.bytes[next + 1]]
      {
        text.append(escaped)
        next += 2
      } else {
        text.append(byte)
        next += 1
      }
    }
    if let quote {
      diagnostics.report(
        .policyFault(
          "This quote does not end on its line. HAProxy does not start.",
          at: SourceRange(file: file, bytes: quote.place..<end)))
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// Characters that a backslash stands for. Before any other it is one itself.
  private static let escapes: [UInt8: UInt8] = {
    var escapes: [UInt8: UInt8] = [
      UInt8(ascii: "n"): 0x0A, UInt8(ascii: "r"): 0x0D, UInt8(ascii: "t"): 0x09,
    ]
    for byte in " #\\\"'$".utf8 { escapes[byte] = byte }
    return escapes
  }()
}

extension UInt8 {
  fileprivate var isBlank: Bool { self == 0x20 || self == 0x09 }
}
