internal import Source

/// `# errctl: ignore CODE -- reason [until DATE]` in YAML.
///
/// A comment at the end of a line applies to what begins on that line. A comment on its own line applies to
/// the whole element or key that begins on the next line.
struct SuppressComments {
  private(set) var found: [Suppression] = []
  private(set) var faults: [(message: String, place: SourceRange)] = []

  private let file: SourceFile
  private var scalars: [Range<Int>] = []
  /// The outermost value or key that begins on each line.
  private var nodes: [Int: SourceRange] = [:]

  private static let mark = Array("errctl:".utf8)
  private static let name = Array("errctl".utf8)
  /// The mark of Python's linters.
  private static let othersMark = Array("noqa".utf8)
  /// The verbs of other linters.
  private static let verbs: Set = [
    "ignore", "disable", "disable-line", "disable-next-line", "suppress", "allow", "off",
  ]

  init(in root: Node) {
    file = root.range.file
    guard !file.name.hasSuffix(".json"), Self.mentions(file.bytes) else { return }
    collect(root)
    scalars.sort { $0.lowerBound < $1.lowerBound }
    for line in 1...file.lineCount { read(line) }
  }

  private static func mentions(_ bytes: [UInt8]) -> Bool {
    bytes.indices.contains {
      (bytes[$0] == name[0] && bytes[$0...].starts(with: name))
        || (bytes[$0] == othersMark[0] && bytes[$0...].starts(with: othersMark))
    }
  }

  private mutating func collect(_ node: Node) {
    switch node.content {
    case .mapping(let members):
      for member in members {
        scalars.append(member.keyRange.bytes)
        let whole =
          member.keyRange.bytes
          .lowerBound..<max(member.keyRange.bytes.upperBound, member.value.range.bytes.upperBound)
        note(SourceRange(file: file, bytes: whole))
        collect(member.value)
      }
    case .sequence(let elements):
      for element in elements {
        note(element.range)
        collect(element)
      }
    case .null, .bool, .integer, .decimal, .string:
      // An alias repeats a value from another place.
      scalars.append(node.range.bytes)
    }
  }

  private mutating func note(_ range: SourceRange) {
    guard range.file === file else { return }
    let line = range.start.line
    if nodes[line].map({ $0.bytes.upperBound < range.bytes.upperBound }) ?? true { nodes[line] = range }
  }

  private mutating func read(_ line: Int) {
    let bytes = file.lineRange(line)
    guard let hash = comment(in: bytes) else { return }
    let words = file.bytes[(hash + 1)..<bytes.upperBound].split(whereSeparator: { $0 == 0x20 || $0 == 0x09 })
    let scope = self.scope(line, bytes, hash)
    // A line may have several suppressions, each after its own #.
    var start = 0
    for index in words.indices
    where index + 1 < words.count && words[index].elementsEqual([UInt8(ascii: "#")])
      && Self.isMark(words[index + 1])
    {
      read(words[start..<index], scope)
      start = index + 1
    }
    read(words[start...], scope)
  }

  private static func isMark(_ word: ArraySlice<UInt8>) -> Bool {
    String(decoding: word.prefix(mark.count), as: UTF8.self).lowercased().utf8.elementsEqual(mark)
  }

  /// Whether a comment begins like `errctl-ignore` or `errctl disable`.
  private static func isAlmostMark(_ words: ArraySlice<ArraySlice<UInt8>>) -> Bool {
    guard let first = words.first else { return false }
    if first.elementsEqual(othersMark) || first.elementsEqual(othersMark + [UInt8(ascii: ":")]) {
      return true
    }
    guard first.starts(with: name) else { return false }
    let rest = String(decoding: first.dropFirst(name.count), as: UTF8.self).drop { "-_".contains($0) }
    let verb =
      rest.isEmpty ? words.dropFirst().first.map { String(decoding: $0, as: UTF8.self) } : String(rest)
    return verb.map { verbs.contains($0.lowercased()) } ?? false
  }

  private mutating func read(_ all: ArraySlice<ArraySlice<UInt8>>, _ scope: SourceRange) {
    var words = all
    guard let first = words.popFirst(), let last = all.last, Self.isMark(first) || Self.isAlmostMark(all)
    else {
      return
    }
    let hash = file.bytes[..<first.startIndex].lastIndex(of: UInt8(ascii: "#")) ?? first.startIndex
    let place = SourceRange(file: file, bytes: hash..<last.endIndex)
    guard first.elementsEqual(Self.mark), words.popFirst().map({ $0.elementsEqual("ignore".utf8) }) ?? false,
      let code = words.popFirst()
    else {
      faults.append((Self.advice(for: all), place))
      return
    }
    let text = words.map { String(decoding: $0, as: UTF8.self) }
    guard text.first == "--" || text.isEmpty else {
      faults.append(
        ("Two dashes and a reason have to follow the code: # errctl: ignore CODE -- reason.", place))
      return
    }
    var reason = Array(text.dropFirst())
    var until: String?
    if reason.count >= 2, reason[reason.count - 2] == "until" {
      until = reason.removeLast()
      reason.removeLast()
    }
    found.append(
      Suppression(
        code: String(decoding: code, as: UTF8.self),
        place: SourceRange(file: file, bytes: code.startIndex..<code.endIndex), scope: scope,
        reason: reason.isEmpty ? nil : reason.joined(separator: " "), until: until))
  }

  /// The advice for `errctl:ignore CODE`, `errctl: disable CODE` and `errctl-ignore CODE`.
  private static func advice(for comment: ArraySlice<ArraySlice<UInt8>>) -> String {
    var words = comment.map { String(decoding: $0, as: UTF8.self) }
    if words.first?.hasPrefix("noqa") ?? false {
      return "This comment is for another linter. Write # errctl: ignore CODE -- reason."
    }
    let code = words.dropFirst().first {
      !Self.verbs.contains($0.lowercased()) && $0.utf8.allSatisfy { $0 | 0x20 >= 0x61 || $0 == 0x2D }
        && $0 != "--"
    }
    guard let code else {
      return "This comment names no code to ignore. Write # errctl: ignore CODE -- reason."
    }
    words = words.firstIndex(of: "--").map { Array(words[$0...]) } ?? ["--", "reason"]
    if words.count < 2 { words.append("reason") }
    return "This comment ignores nothing. Write # errctl: ignore \(code) \(words.joined(separator: " "))."
  }

  private func scope(_ line: Int, _ bytes: Range<Int>, _ hash: Int) -> SourceRange {
    let isAlone = file.bytes[bytes.lowerBound..<hash].allSatisfy { $0 == 0x20 || $0 == 0x09 }
    guard isAlone else { return SourceRange(file: file, bytes: bytes) }
    var next = line + 1
    while next <= file.lineCount, isCommentOrEmpty(next) { next += 1 }
    guard next <= file.lineCount else { return SourceRange(file: file, bytes: bytes) }
    let text = file.lineRange(next)
    let end = max(text.upperBound, nodes[next]?.bytes.upperBound ?? 0)
    return SourceRange(file: file, bytes: text.lowerBound..<end)
  }

  private func isCommentOrEmpty(_ line: Int) -> Bool {
    let text = file.bytes[file.lineRange(line)].drop { $0 == 0x20 || $0 == 0x09 }
    return text.first.map { $0 == UInt8(ascii: "#") } ?? true
  }

  /// A # after a space or at the start of the line, outside of scalars.
  private func comment(in line: Range<Int>) -> Int? {
    for index in line where file.bytes[index] == UInt8(ascii: "#") {
      let isFree = index == line.lowerBound || file.bytes[index - 1] == 0x20 || file.bytes[index - 1] == 0x09
      if isFree, !isInText(index) { return index }
    }
    return nil
  }

  private func isInText(_ index: Int) -> Bool {
    var low = 0
    var high = scalars.count
    while low < high {
      let middle = (low + high) / 2
      if scalars[middle].lowerBound <= index { low = middle + 1 } else { high = middle }
    }
    return low > 0 && scalars[low - 1].contains(index)
  }
}
