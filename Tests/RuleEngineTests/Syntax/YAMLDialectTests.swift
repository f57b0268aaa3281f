import RuleEngine
import Source
import Testing

@Suite("YAML as other systems write it")
struct YAMLDialectTests {
  private func read(_ text: String, _ dialect: YAMLDialect = .policies(laterWins: false)) -> (
    node: Node?, codes: [String]
  ) {
    var diagnostics = Diagnostics()
    let reader = SourceReader(limits: Limits(), dialect: dialect)
    let node = reader.read(name: "policy.yaml", bytes: Array(text.utf8), into: &diagnostics).node
    return (node, diagnostics.sorted.map { $0.code })
  }

  @Test func `several documents are a list, without the empty ones`() throws {
    let (node, codes) = read("---\n# nothing\n---\na: 1\n---\nb: 2\n...\n---\n")
    #expect(codes.isEmpty)
    let documents = try #require(node?.elements)
    #expect(documents.map { $0.members?.first?.key } == ["a", "b"])
    #expect(documents[1].range.start.line == 6)
    #expect(read("---\n---\na: 1\n").node?["a"] != nil)
    #expect(read("---\n---\n").codes == ["empty-file"])
  }

  @Test func `a tag is a mapping of it to its value, but the standard ones say nothing new`() {
    let (node, codes) = read("a: !reference [ b, c ]\nd: !!str 5\ne: ! 6\nf: !Sub x\n")
    #expect(codes.isEmpty)
    #expect(node?["a"]?["!reference"]?.elements?.map { $0.string } == ["b", "c"])
    #expect(node?["a"]?.range.text == "!reference [ b, c ]")
    #expect(node?["d"]?.string == "5" && node?["e"]?.string == "6")
    #expect(node?["f"]?["!Sub"]?.string == "x")
  }

  @Test func `merge keys stay members, as many as there are`() {
    let (node, codes) = read("a: &a { x: 1 }\nb: { <<: *a, <<: { y: 2 }, z: 3 }\n")
    #expect(codes.isEmpty)
    #expect(node?["b"]?.members?.map { $0.key } == ["<<", "<<", "z"])
  }

  @Test func `a key that stands twice is an error, or a warning if the later one counts`() {
    let (first, codes) = read("a: { b: 1, b: 2 }\n")
    #expect(codes == ["duplicate-key"] && first?["a"]?["b"]?.text == "1")
    let (last, warnings) = read("a: { b: 1, b: 2 }\n", .policies(laterWins: true))
    #expect(warnings == ["duplicate-key"] && last?["a"]?["b"]?.text == "2")
  }

  @Test(arguments: ["a: 1\n---\nb: 2\n", "a: !b 1\n", "a: { <<: { b: 1 } }\n"])
  func `rule files have none of it`(text: String) {
    #expect(read(text, .rules).codes.count == 1)
  }
}
