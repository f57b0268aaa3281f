internal import Source

/// A configuration of nginx as a document: a member for each directive, with its words as a list, or with its block.
///
/// The words behind the name of a block are its member ``words``. The notation: `ngx_conf_read_token` of `src/core/ngx_conf_file.c`.
struct NginxParser {
  /// The key of the document, which no other one has.
  static let root = "nginx.conf"
  static let words = "@"

  private let file: SourceFile
  private var next = 0
  private var fault: Diagnostic?

  private init(_ file: SourceFile) { self.file = file }

  /// Nil if no block is one of nginx's for requests.
  static func read(_ file: SourceFile, in diagnostics: inout Diagnostics) -> Node? {
    var parser = NginxParser(file)
    if file.bytes.starts(with: [0xEF, 0xBB, 0xBF]) { parser.next = 3 }
    let members = parser.block(isInner: false)
    guard isNginx(members) else { return nil }
    if let fault = parser.fault { diagnostics.report(fault) }
    let place = SourceRange(file: file, bytes: 0..<file.bytes.count)
    return .mapping([(root, Node(.mapping(members), style: .block, range: place))], at: place)
  }

  // MARK: - Recognition

  private static let signs: [String: Set<String>] = [
    "http": [
      "server", "upstream", "include", "sendfile", "log_format", "access_log", "default_type", "map",
      "proxy_next_upstream",
    ],
    "server": ["listen", "server_name", "location", "proxy_pass", "return"],
    "upstream": ["server"],
    "location": ["proxy_pass", "grpc_pass", "fastcgi_pass", "uwsgi_pass", "scgi_pass", "memcached_pass"],
  ]

  /// Whether a block has the right number of words behind its name, and a directive that nginx has there.
  private static func isNginx(_ members: [Node.Member]) -> Bool {
    members.contains { member in
      guard let signs = signs[member.key], let inner = member.value.members,
        let words = inner.first?.value.elements
      else { return false }
      let isNamed = member.key == "upstream" || member.key == "location"
      return isNamed != words.isEmpty && inner.contains { signs.contains($0.key) }
    }
  }

  // MARK: - Directives

  private mutating func block(isInner: Bool) -> [Node.Member] {
    var members: [Node.Member] = []
    while fault == nil {
      skipSpace()
      let start = next
      guard let byte = peek else {
        if isInner {
          stop("The file ends inside a block. nginx does not start: a } is missing.", at: start..<start)
        }
        return members
      }
      if byte == UInt8(ascii: "}") {
        if isInner { return members }
        stop("No block ends here. nginx does not start: delete this }.", at: start..<(start + 1))
      } else if byte == UInt8(ascii: ";") || byte == UInt8(ascii: "{") {
        stop("A directive begins with its name. nginx does not start.", at: start..<(start + 1))
      } else if let member = directive() {
        members.append(member)
      }
    }
    return members
  }

  private mutating func directive() -> Node.Member? {
    var words: [Node] = []
    while true {
      skipSpace()
      guard let byte = peek, byte != UInt8(ascii: "}") else {
        let first = words[0].range
        stop(
          "A ; is missing behind “\(words.last?.text ?? "")”. nginx does not start.",
          at: words.last?.range.bytes ?? first.bytes)
        return nil
      }
      if byte == UInt8(ascii: ";") || byte == UInt8(ascii: "{") { break }
      words.append(word())
    }
    let isBlock = peek == UInt8(ascii: "{")
    let name = words[0]
    next += 1
    let others = Array(words.dropFirst())
    let place = SourceRange(
      file: file,
      bytes: (others.first ?? name).range.bytes.lowerBound..<(others.last ?? name).range.bytes.upperBound)
    let list = Node.list(others, at: place)
    guard isBlock else { return Node.Member(key: name.text, keyRange: name.range, value: list) }
    var members = [Node.Member(key: Self.words, keyRange: name.range, value: list)]
    if name.text.hasSuffix("_by_lua_block") { skipCode() } else { members += block(isInner: true) }
    if peek != nil { next += 1 }
    let range = SourceRange(file: file, bytes: name.range.bytes.lowerBound..<next)
    return Node.Member(
      key: name.text, keyRange: name.range, value: Node(.mapping(members), style: .block, range: range))
  }

  private mutating func stop(_ message: String, at bytes: Range<Int>) {
    fault = fault ?? .policyFault(message, at: SourceRange(file: file, bytes: bytes))
  }

  /// Skips code of another language up to the end of its block.
  private mutating func skipCode() {
    var depth = 1
    while let byte = peek {
      if byte == UInt8(ascii: "{") { depth += 1 }
      if byte == UInt8(ascii: "}") { depth -= 1 }
      if depth == 0 { return }
      next += 1
    }
  }

  // MARK: - Words

  private var peek: UInt8? { next < file.bytes.count ? file.bytes[next] : nil }

  private mutating func skipSpace() {
    while let byte = peek {
      if byte == UInt8(ascii: "#") {
        while let other = peek, other != 0x0A { next += 1 }
      } else if byte.isSpace {
        next += 1
      } else {
        return
      }
    }
  }

  private mutating func word() -> Node {
    let start = next
    var text: [UInt8] = []
    let quote = peek.flatMap { $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "'") ? $0 : nil }
    if quote != nil { next += 1 }
    var isVariable = false
    var isEnded = quote == nil
    while let byte = peek {
      if byte == quote {
        next += 1
        isEnded = true
        break
      }
      if quote == nil, byte.isSpace || byte == UInt8(ascii: ";") || byte == UInt8(ascii: "{") && !isVariable {
        break
      }
      isVariable = byte == UInt8(ascii: "$")
      if byte == UInt8(ascii: "\\"), next + 1 < file.bytes.count {
        // Only quotes and backslashes lose theirs: `\.` of an expression keeps it.
        if !"\"'\\".utf8.contains(file.bytes[next + 1]) { text.append(byte) }
        next += 1
      }
      text.append(file.bytes[next])
      next += 1
    }
    if !isEnded { stop("This quote does not end. nginx does not start.", at: start..<(start + 1)) }
    let written = String(decoding: text, as: UTF8.self)
    let place = SourceRange(file: file, bytes: start..<next)
    return Node(.string(written), style: .plain, range: place, text: written)
  }
}

extension UInt8 {
  fileprivate var isSpace: Bool { self == 0x20 || (0x09...0x0D).contains(self) }
}
