import Foundation
import TestSupport

/// The rule file reference (`docs/reference/rule-file.md` and the folder beside it), and the command line
/// page.
enum ReferencePages {
  private static let folder = Repository.root.appending(path: "docs/reference")

  /// The pages by their path below `docs/reference`.
  static let all: [String: String] = {
    let paths = (try? FileManager.default.subpathsOfDirectory(atPath: folder.path)) ?? []
    return Dictionary(
      uniqueKeysWithValues: paths.filter { $0.hasSuffix(".md") }.compactMap { path in
        (try? String(contentsOf: folder.appending(path: path), encoding: .utf8)).map { (path, $0) }
      }
    )
  }()

  /// A table after a marker such as `<!-- keys: retry -->`.
  struct MarkedTable {
    let name: String
    let page: String
    /// Its lines, header included.
    let lines: [String]

    /// The words in backticks in the first column.
    var keys: [String] {
      lines.dropFirst(2).flatMap { line in
        let cells = line.split(separator: "|", maxSplits: 1)
        let parts = (cells.first ?? "").split(separator: "`", omittingEmptySubsequences: false)
        return parts.indices.filter { $0 % 2 == 1 }.map { String(parts[$0]) }
      }
    }
  }

  /// The tables with markers of a kind (`keys`, `generated`) on all pages.
  static func tables(_ kind: String) -> [MarkedTable] {
    all.sorted { $0.key < $1.key }.flatMap { page, text -> [MarkedTable] in
      let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { String($0) }
      return lines.indices.compactMap { index in
        guard let name = marker(lines[index], kind) else { return nil }
        let table = lines[(index + 1)...].prefix { $0.hasPrefix("|") }
        return MarkedTable(name: name, page: page, lines: Array(table))
      }
    }
  }

  /// Replaces the table after a marker, in the page as it is by now.
  static func rewrite(_ kind: String, _ name: String, _ table: [String]) throws {
    for page in all.keys {
      let file = folder.appending(path: page)
      var lines = try String(contentsOf: file, encoding: .utf8)
        .split(separator: "\n", omittingEmptySubsequences: false).map { String($0) }
      guard let index = lines.firstIndex(where: { marker($0, kind) == name }) else { continue }
      let old = lines[(index + 1)...].prefix { $0.hasPrefix("|") }
      lines.replaceSubrange(old.startIndex..<old.endIndex, with: table)
      try Data(lines.joined(separator: "\n").utf8).write(to: file)
    }
  }

  private static func marker(_ line: String, _ kind: String) -> String? {
    let start = "<!-- \(kind): "
    guard line.hasPrefix(start), line.hasSuffix(" -->") else { return nil }
    return String(line.dropFirst(start.count).dropLast(4))
  }
}
