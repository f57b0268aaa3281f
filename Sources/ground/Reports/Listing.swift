/// The lines of a file, some with a count and remarks: text has those alone.
package struct Listing: Sendable {
  package struct Line: Sendable {
    let text: String
    /// Nil for a line where nothing is counted.
    let count: (count: Int, at: String, sign: Sign)?
    let remarks: [String]

    package init(
      _ text: String, _ count: (count: Int, at: String, sign: Sign)? = nil, remarks: [String] = []
    ) {
      (self.text, self.count, self.remarks) = (text, count, remarks)
    }
  }

  /// The sign beside a count; its name is the class of the line.
  package enum Sign: String, Sendable {
    case hit, part, miss

    package var mark: String {
      switch self {
      case .hit: "✓"
      case .part: "±"
      case .miss: "✗"
      }
    }
  }

  let file: String
  /// Whether the file has to be named.
  let isNamed: Bool
  /// The title of the lines.
  let title: String
  let lines: [Line]
  /// The largest number of lines that a page shows completely. Longer files show only the surroundings of misses.
  private static let most = 2_500

  package init(_ file: String, isNamed: Bool, title: String, _ lines: [Line]) {
    (self.file, self.isNamed, self.title, self.lines) = (file, isNamed, title, lines)
  }

  /// The indices of the lines that a page shows.
  var shown: [Int] {
    guard lines.count > Self.most else { return Array(lines.indices) }
    var shown: Set<Int> = []
    for (index, line) in lines.enumerated() where shown.count < Self.most {
      guard let sign = line.count?.sign, sign != .hit else { continue }
      for near in max(0, index - 2)...min(lines.count - 1, index + 2) { shown.insert(near) }
    }
    return shown.sorted()
  }
}
