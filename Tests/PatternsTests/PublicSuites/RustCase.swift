import Foundation

/// One case of rust-lang/regex's test data.
struct RustCase {
  enum SearchKind: String {
    case leftmost
    case earliest
    case overlapping
  }

  /// A match: the pattern's index, and the spans of its groups, the whole match first.
  struct Match: Hashable {
    var pattern = 0
    var groups: [Range<Int>?]
  }

  let name: String
  let patterns: [String]
  /// Whether `patterns` stand in an array, so that which of them match is asked.
  let isSet: Bool
  let text: [UInt8]
  let matches: [Match]
  let matchLimit: Int?
  let isAnchored: Bool
  let ignoresCase: Bool
  let compiles: Bool
  let bounds: Range<Int>?
  let matchesAll: Bool
  let searchKind: SearchKind
  /// Keys that change what a pattern means: `unicode`, `utf8`, `line-terminator`.
  let options: [String]

  init(file: String, _ table: [String: TOMLValue]) {
    name = "\(file)/\(table["name"]?.text ?? "")"
    isSet = table["regex"]?.list != nil
    patterns = table["regex"]?.list?.compactMap(\.text) ?? table["regex"]?.text.map { [$0] } ?? []
    let haystack = table["haystack"]?.text ?? ""
    text = table["unescape"]?.truth == true ? Self.unescaped(haystack) : Array(haystack.utf8)
    matches = (table["matches"]?.list ?? []).map(Self.match)
    matchLimit = table["match-limit"]?.number
    isAnchored = table["anchored"]?.truth ?? false
    ignoresCase = table["case-insensitive"]?.truth ?? false
    compiles = table["compiles"]?.truth ?? true
    bounds = table["bounds"].flatMap(Self.range)
    matchesAll = table["match-kind"]?.text == "all"
    searchKind = table["search-kind"]?.text.flatMap(SearchKind.init) ?? .leftmost
    options = ["unicode", "utf8", "line-terminator"].filter { table[$0] != nil && table[$0]?.truth != true }
  }

  /// Every case in `folder`, in the order of the files' names.
  static func read(_ folder: URL) throws -> [RustCase] {
    let paths = try FileManager.default.subpathsOfDirectory(atPath: folder.path).filter {
      $0.hasSuffix(".toml")
    }
    return try paths.sorted().flatMap { path in
      var reader = TOMLReader(try String(contentsOf: folder.appendingPathComponent(path), encoding: .utf8))
      return try reader.tests().map { RustCase(file: String(path.dropLast(5)), $0) }
    }
  }

  private static func range(_ value: TOMLValue) -> Range<Int>? {
    if let start = value.table?["start"]?.number, let end = value.table?["end"]?.number { return start..<end }
    guard let ends = value.list, ends.count == 2, let start = ends[0].number, let end = ends[1].number
    else { return nil }
    return start..<end
  }

  private static func match(_ value: TOMLValue) -> Match {
    if let table = value.table {
      let spans = table["span"].map { [$0] } ?? table["spans"]?.list ?? []
      return Match(pattern: table["id"]?.number ?? 0, groups: spans.map(range))
    }
    if let range = range(value) { return Match(groups: [range]) }
    return Match(groups: (value.list ?? []).map(range))
  }

  /// The bytes that `\xFF`, `\n` and the like in `text` stand for.
  private static func unescaped(_ text: String) -> [UInt8] {
    var bytes: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "\\"), let escape = rest.popFirst() else {
        bytes.append(byte)
        continue
      }
      switch escape {
      case UInt8(ascii: "x"):
        bytes.append(UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16) ?? 0)
        rest = rest.dropFirst(2)
      case UInt8(ascii: "n"): bytes.append(10)
      case UInt8(ascii: "r"): bytes.append(13)
      case UInt8(ascii: "t"): bytes.append(9)
      case UInt8(ascii: "0"): bytes.append(0)
      default: bytes.append(escape)
      }
    }
    return bytes
  }
}
