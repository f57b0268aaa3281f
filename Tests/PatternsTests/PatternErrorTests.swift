import Patterns
import Testing

@Suite("Errors in patterns")
struct PatternErrorTests {
  private func error(_ source: String, limits: PatternLimits = PatternLimits()) throws -> PatternError {
    do {
      _ = try Pattern(expression: source, limits: limits)
    } catch {
      return error
    }
    return try #require(nil as PatternError?, "\(source) is accepted")
  }

  @Test(arguments: [
    ("(unclosed", 0..<1, "“)”"), ("a(b|(c)", 1..<2, "“)”"), ("ab)", 2..<3, "does not close a group"),
    ("a[bc", 1..<4, "“]”"), ("é[z-a]", 3..<6, "Swap"), ("a**", 1..<3, "repeats a repetition"),
    ("*a", 0..<1, "nothing to repeat"), ("é|+", 3..<4, "nothing to repeat"), ("a{3,2}", 1..<6, "Swap"),
    ("(?=a)b", 0..<3, "Lookaround"), ("(?<!a)b", 0..<3, "Lookaround"), ("(a)\\1", 3..<5, "References"),
    ("x\\", 1..<2, "“\\\\”"), ("\\Z", 0..<2, "“\\z”"), ("\\u0041", 0..<2, "“\\x{…}”"),
    ("\\xZZ", 0..<2, "two"),
    ("\\x{110000}", 0..<9, "U+10FFFF"), ("\\p{Foo}", 0..<7, "“Foo”"), ("[[:foo:]]", 1..<8, "alpha"),
    ("(?P<a-b>x)", 0..<8, "“a-b”"), ("(?P<a", 0..<5, "“>”"), ("(?x)a", 0..<3, "flags"),
    ("(?>a)", 0..<3, "(?:"),
    ("😀(?P=n)", 4..<7, "(?P<name>"), ("[a-\\d]", 3..<5, "class"), ("\\y", 0..<2, "does not exist"),
    ("[\\", 1..<2, "“\\\\”"),
  ])
  func `an error says where and what`(source: String, range: Range<Int>, words: String) throws {
    let error = try error(source)
    #expect(error.range == range, "\(error)")
    #expect(error.message.contains(words), "\(error)")
    #expect(error.limit == nil)
  }

  @Test func `every limit holds at its number and not beyond`() throws {
    func refused(_ source: String, _ limit: PatternLimits.Name, _ limits: PatternLimits = PatternLimits())
      throws
    {
      let error = try error(source, limits: limits)
      #expect(error.limit == limit)
      #expect(error.message.contains("“\(limit.rawValue)”"))
      #expect(error.range.upperBound <= source.utf8.count && !error.range.isEmpty)
    }
    _ = try Pattern(expression: String(repeating: "a", count: 4096))
    try refused(String(repeating: "a", count: 4097), .sourceLength)
    try refused(String(repeating: "é", count: 2049), .sourceLength)
    _ = try Pattern(expression: "a{1000}")
    try refused("a{1001}", .repetition)
    try refused("a{2,1001}", .repetition)
    try refused("a{1001,}", .repetition)
    _ = try Pattern(expression: "((a{10}){10}){10}")
    try refused("((a{10}){10}){11}", .repetition)
    try refused("((x(a{100})y|b){2}(c{3})){6}", .repetition)
    func nested(_ depth: Int) -> String {
      String(repeating: "(", count: depth) + String(repeating: ")", count: depth)
    }
    _ = try Pattern(expression: nested(250))
    try refused(nested(251), .nesting)
    try refused(nested(1100), .nesting)
    let size = try Pattern(expression: "(ab|c)+").programSize
    _ = try Pattern(expression: "(ab|c)+", limits: PatternLimits(programSize: size))
    try refused("(ab|c)+", .programSize, PatternLimits(programSize: size - 1))
    try refused("\\pL{600}", .programSize)
    #expect(throws: PatternError.self) { try Pattern.text(String(repeating: "a", count: 4097), at: .whole) }
    #expect(throws: PatternError.self) { try Pattern.glob(String(repeating: "*a", count: 2049)) }
    let set = try #require(throws: PatternError.self) {
      try PatternSet(
        [Pattern(expression: "a{500}"), Pattern(expression: "b{500}")],
        limits: PatternLimits(programSize: 900)
      )
    }
    #expect(set.limit == .programSize)
  }

  @Test func `greediness, names and flags are kept or resolved in the tree`() throws {
    func repetition(_ source: String) throws -> SyntaxNode.Repetition? {
      if case .repetition(_, let repetition) = try Pattern(expression: source).node {
        repetition
      } else {
        nil
      }
    }
    #expect(try repetition("a*")?.isGreedy == true)
    #expect(try repetition("a*?")?.isGreedy == false)
    #expect(try repetition("(?U)a{2,}?")?.isGreedy == true)
    #expect(try repetition("(?U)a{2,}")?.isGreedy == false)
    let named = try Pattern(expression: "(?P<host>a)(b)(?<größe>c)(?P<host>d)")
    #expect(named.groupCount == 4)
    #expect(named.groupNames.map(\.name) == ["host", "größe"])
    #expect(named.groupNames.map(\.group) == [1, 3])
    #expect(try Pattern(expression: "(?i)k").node == Pattern(expression: "[kK\\x{212a}]").node)
    #expect(try Pattern(expression: "k", ignoresCase: true).node == Pattern(expression: "(?i)k").node)
  }
}
