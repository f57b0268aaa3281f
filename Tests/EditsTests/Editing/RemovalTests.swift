import Edits
import RuleEngine
import Testing

struct RemovalTests {
  /// The text without what begins at `mark`; nil where that is not certain.
  private func removing(_ mark: String, from text: String, name: String = "f.yaml") throws -> String? {
    let file = SourceFile(name: name, text: text)
    let start = try #require(text.firstRange(of: mark)).lowerBound.utf16Offset(in: text)
    let offset = text.utf16.prefix(start).count
    let place = SourceRange(file: file, bytes: offset..<(offset + 1))
    guard let patch = Removal.patch(of: WrittenPlace(place)) else { return nil }
    let round = EditRound([SourceEdit(patch.range.bytes, patch.replacement)], in: file.bytes)
    return String(decoding: round.text, as: UTF8.self)
  }

  @Test("A member is removed with its lines and the comments directly above and beside it")
  func removesLines() throws {
    let text = """
      lists:
        # of all

        # of old
        old: [ 1 ]   # beside it
        # of new
        new:
          - 2
          # at its end
        last: [ 3 ]

      """
    #expect(
      try removing("old:", from: text)
        == "lists:\n  # of all\n\n  # of new\n  new:\n    - 2\n    # at its end\n  last: [ 3 ]\n"
    )
    #expect(
      try removing("new:", from: text)
        == "lists:\n  # of all\n\n  # of old\n  old: [ 1 ]   # beside it\n  last: [ 3 ]\n"
    )
  }

  @Test("One of the empty lines around it is kept, and none at the end")
  func removesEmptyLines() throws {
    #expect(try removing("b:", from: "a: 1\n\nb: 2\n\nc: 3\n") == "a: 1\n\nc: 3\n")
    #expect(try removing("b:", from: "a: 1\n\nb: 2\n") == "a: 1\n")
    #expect(try removing("b:", from: "a: 1\n\nb: 2\nc: 3\n") == "a: 1\n\nc: 3\n")
    #expect(try removing("b:", from: "a: 1\r\nb: 2\r\nc: 3\r\n") == "a: 1\r\nc: 3\r\n")
  }

  @Test("In braces it is removed with its comma")
  func removesInFlow() throws {
    #expect(try removing("b:", from: "x: { a: 1, b: 2, c: 3 }\n") == "x: { a: 1, c: 3 }\n")
    #expect(try removing("c:", from: "x: { a: 1, c: 3 }\n") == "x: { a: 1 }\n")
    #expect(try removing("a:", from: "x: { a: 1, c: 3 }\n") == "x: { c: 3 }\n")
    #expect(try removing("2", from: "x: [ 1, 2, 3 ]\n") == "x: [ 1, 3 ]\n")
  }

  @Test("Members of JSON are removed too")
  func removesInJSON() throws {
    let text = "{\n  \"a\": 1,\n  \"b\": {\n    \"c\": [1, 2]\n  },\n  \"d\": 2\n}\n"
    #expect(try removing("\"b\"", from: text, name: "f.json") == "{\n  \"a\": 1,\n  \"d\": 2\n}\n")
    #expect(
      try removing("\"d\"", from: text, name: "f.json")
        == "{\n  \"a\": 1,\n  \"b\": {\n    \"c\": [1, 2]\n  }\n}\n"
    )
    #expect(try removing("\"c\"", from: text, name: "f.json") == "{\n  \"a\": 1,\n  \"d\": 2\n}\n")
  }

  @Test("Containers that become empty are removed too, but not a file's only member")
  func removesWhatIsEmpty() throws {
    #expect(try removing("old", from: "a: 1\nlists:\n  # of old\n  old: [ 1 ]\nb: 2\n") == "a: 1\nb: 2\n")
    #expect(try removing("old", from: "a: 1\nlists: { old: [ 1 ] }\nb: 2\n") == "a: 1\nb: 2\n")
    #expect(try removing("a", from: "a: 1\n") == nil)
  }

  @Test("Nothing is removed if comments are between, or if other entries share the line")
  func refuses() throws {
    #expect(try removing("b:", from: "x: { a: 1, # of a\n  b: 2 }\n") == nil)
    #expect(try removing("b:", from: "x: { a: 1,\n  # of b\n  b: 2 }\n") == nil)
    #expect(try removing("id", from: "- id: x\n  then: y\n") == nil)
  }
}
