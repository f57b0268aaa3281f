import Edits
import RuleEngine
import Source
import Testing

@Suite("Elements of a list in another order")
struct ReorderingTests {
  private func list(_ text: String, name: String = "f.yaml") throws -> (SourceFile, Node) {
    let file = SourceFile(name: name, text: text)
    var diagnostics = Diagnostics()
    let root = SourceReader().read(name: name, bytes: file.bytes, into: &diagnostics).node
    let list = try #require(root?["x"])
    return (list.range.file, list)
  }

  /// The text with the elements of `x` the other way round, as far as they may change places.
  private func reversed(_ text: String, name: String = "f.yaml") throws -> String? {
    let (file, list) = try list(text, name: name)
    guard let reordering = Reordering(list) else { return nil }
    let order = reordering.groups.flatMap { $0.reversed() }
    return String(decoding: EditRound(reordering.edits(order), in: file.bytes).text, as: UTF8.self)
  }

  @Test("They take their comments along, and the last line break stays")
  func comments() throws {
    #expect(
      try reversed(
        "x:\n  # of a\n  - a # beside a\n  # of b, line 1\n  # and 2\n  - b:\n    # in b\n    - c\n    # end of b"
      )
        == "x:\n  # of b, line 1\n  # and 2\n  - b:\n    # in b\n    - c\n    # end of b\n  # of a\n  - a # beside a"
    )
    #expect(
      try reversed("x:\r\n  - a:\r\n      c\r\n  - b\r\ny: 1\r\n")
        == "x:\r\n  - b\r\n  - a:\r\n      c\r\ny: 1\r\n"
    )
    #expect(try reversed("x:\r  - a:\r      c\r  - b\ry: 1\r") == "x:\r  - b\r  - a:\r      c\ry: 1\r")
  }

  @Test("They stay in their paragraph, unless each is one")
  func paragraphs() throws {
    #expect(try reversed("x:\n  - a\n  - b\n\n  - c\n  - d\n") == "x:\n  - b\n  - a\n\n  - d\n  - c\n")
    #expect(
      try reversed("x:\n  - a\n\n  # of b\n  - b\n\n  - c\n") == "x:\n  - a\n\n  # of b\n  - b\n\n  - c\n"
    )
    #expect(try reversed("x:\n  - a\n\n  - b\n\n  - c\n") == "x:\n  - c\n\n  - b\n\n  - a\n")
  }

  @Test("None passes a comment that may be about several")
  func titles() throws {
    #expect(
      try reversed("x:\n  - a\n  - b\n  # title\n  - c\n  - d\n  - e\n")
        == "x:\n  - b\n  - a\n  # title\n  - c\n  - e\n  - d\n"
    )
    #expect(
      try reversed("x:\n  - a\n  # apart\n\n  - b\n  # apart, too\n\n  - c\n")
        == "x:\n  - a\n  # apart\n\n  - b\n  # apart, too\n\n  - c\n"
    )
  }

  @Test("In brackets they change places between the commas")
  func brackets() throws {
    #expect(try reversed("x: [ a, { b: c },  d ]\n") == "x: [ d, { b: c },  a ]\n")
    #expect(
      try reversed("{\n  \"x\": [\n    {\"a\": 1},\n    2\n  ]\n}\n", name: "f.json")
        == "{\n  \"x\": [\n    2,\n    {\"a\": 1}\n  ]\n}\n"
    )
  }

  @Test("Elements that share lines, have names for others, or comments in brackets stay")
  func refused() throws {
    for text in ["x: [ a ]\n", "x:\n  - &a 1\n  - *a\n", "x: [ a, # of a\n  b ]\n", "x: [ ]\n"] {
      #expect(try reversed(text) == nil, "\(text)")
    }
  }
}
