internal import Source

/// The name of a step's jobs in an export: the step's key, or else its label, or else its command.
struct BuildkiteName: Hashable {
  /// The fixed parts of the name; something is filled in between two of them later.
  private let pieces: [String]

  /// - Parameter isLabel: whether a matrix and the number of a parallel job fill something in, too.
  init(_ value: PolicyValue, isLabel: Bool) { pieces = Self.pieces(of: value.text, isLabel: isLabel) }

  init?(command: PolicyValue) {
    let text = command.elementsOrSelf.map { $0.text }.joined(separator: "\n")
    guard !text.isEmpty else { return nil }
    pieces = Self.pieces(of: text, isLabel: true)
  }

  var exact: String? { pieces.count == 1 ? pieces[0] : nil }

  var id: String {
    let line = pieces.joined(separator: "*").split(separator: "\n", maxSplits: 1).first ?? ""
    return String(line.prefix(60))
  }

  /// The operators on a record's origin.
  var matcher: ImportedValue {
    if let exact { return ["equals": .text(exact)] }
    return ["matches": .text("(?s)^\(pieces.map { Self.escaped($0) }.joined(separator: ".*"))$")]
  }

  /// Whether a job may have this name and the other one.
  func mayBe(_ other: BuildkiteName) -> Bool {
    let (ownFirst, ownLast) = (pieces[0], pieces[pieces.count - 1])
    let (first, last) = (other.pieces[0], other.pieces[other.pieces.count - 1])
    guard exact == nil else { return other.exact == exact }
    if let name = other.exact {
      return name.hasPrefix(ownFirst) && name.hasSuffix(ownLast)
    }
    return (first.hasPrefix(ownFirst) || ownFirst.hasPrefix(first))
      && (last.hasSuffix(ownLast) || ownLast.hasSuffix(last))
  }

  private static func pieces(of text: String, isLabel: Bool) -> [String] {
    var pieces = [""]
    var rest = text[...]
    while let character = rest.popFirst() {
      switch character {
      // `$$` and `\$` are a dollar sign.
      case "$" where rest.first == "$", "\\" where rest.first == "$":
        pieces[pieces.count - 1].append(rest.removeFirst())
      case "$" where rest.first == "{":
        rest = rest.drop { $0 != "}" }.dropFirst()
        pieces.append("")
      case "$" where rest.first.map({ $0.isLetter || $0 == "_" }) == true:
        rest = rest.drop { $0.isLetter || $0.isNumber || $0 == "_" }
        pieces.append("")
      case "{" where isLabel && rest.hasPrefix("{matrix"):
        rest = rest.drop { $0 != "}" }.dropFirst(2)
        pieces.append("")
      case "%" where isLabel && rest.first.map({ "nNtT".contains($0) }) == true:
        rest.removeFirst()
        pieces.append("")
      default: pieces[pieces.count - 1].append(character)
      }
    }
    return pieces
  }

  private static func escaped(_ text: String) -> String {
    text.map { $0.isLetter || $0.isNumber || $0.isWhitespace || !$0.isASCII ? "\($0)" : "\\\($0)" }.joined()
  }
}
