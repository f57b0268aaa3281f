import Testing

/// The rule of docs/style.md that doc comments name the thing first.
@Suite("A doc comment")
struct DocCommentTests {
  /// The words with which a comment begins that does not name its subject: “Of a rule file.”, “What was read so far.”
  private static let fragments: Set<Substring> = [
    "Above", "As", "Before", "Behind", "Below", "Beside", "Between", "By", "From", "How", "In", "Of",
    "On", "Per", "Those", "To", "Under", "What", "Why", "With", "Without",
  ]

  /// Folders whose older comments are not yet rewritten.
  private static let pending = ["/Reports/"]

  @Test("names the thing before it says more")
  func namesTheThing() throws {
    var count = 0
    for path in Checkout.sources where !Self.pending.contains(where: { path.contains($0) }) {
      var isInside = false
      for (index, text) in try Checkout.text(path).split(separator: "\n", omittingEmptySubsequences: false)
        .enumerated()
      {
        let line = text.drop { $0 == " " }
        defer { isInside = line.hasPrefix("///") }
        guard line.hasPrefix("/// "), !isInside else { continue }
        count += 1
        let word = line.dropFirst(4).prefix { $0 != " " }
        if Self.fragments.contains(word) { Issue.record("\(path):\(index + 1): \(line)") }
      }
    }
    #expect(count > 5_000)
  }
}
