import Patterns
import Testing

@Suite("Languages")
struct LanguageTests {
  private func language(_ expression: String, whole: Bool = false) throws -> Language {
    Language(try Pattern(expression: expression, coversWholeText: whole))
  }

  @Test(arguments: [
    ("abc", "b", Decision.yes), ("b", "abc", .no), ("^a", "a", .yes), ("a", "^a", .no), ("^$", "^", .yes),
    ("(?i)error", "(?i)err", .yes), ("\\berror\\b", "error", .yes), ("error", "\\berror\\b", .no),
    ("a{3}", "a{2}", .yes), ("^a{2}$", "^a{3}$", .no), ("\\d+", "[0-9]", .yes), ("\\pL", "\\PL", .no),
    ("[^\\n]", "(?s).", .yes), ("(?s).", "[^\\n]", .no), ("$^", "^$", .yes), ("a\\b", "a(\\W|$)", .yes),
    ("a(\\W|$)", "a\\b", .yes), ("(?m)^a$", "a", .yes), ("a\\bb", "x", .yes), ("x*", "", .yes),
    ("", "x*", .yes),
  ])
  func `one pattern covers another or not`(inner: String, outer: String, expected: Decision) throws {
    #expect(try language(inner).isSubset(of: language(outer)) == expected)
  }

  @Test func `globs, plain texts and expressions are compared with one another`() throws {
    let glob = Language(try Pattern.glob("Network*.timeout"))
    #expect(glob.isEquivalent(to: try language("^Network(?s:.*)\\.timeout$")) == .yes)
    #expect(glob.isSubset(of: Language(try Pattern.text("Network", at: .start))) == .yes)
    #expect(glob.isSubset(of: Language(try Pattern.text(".timeout", at: .end))) == .yes)
    #expect(
      Language(try Pattern.text("a.b", at: .whole)).isSubset(of: Language(try Pattern.glob("a?b"))) == .yes
    )
    #expect(
      Language(try Pattern.text("ß", at: .whole, ignoresCase: true)).isEquivalent(to: try language("(?i)^ẞ$"))
        == .yes
    )
    #expect(Language(try Pattern.glob("a?b", questionMark: false)).shortestExample() == .text("a?b"))
  }

  @Test(arguments: [
    ("\\d{3}", "000"), ("[^a-z]", "0"), ("(?i)TIMEOUT", "timeout"), ("^\\W+$", "-"), ("\\p{Greek}", "λ"),
    ("\\p{Han}", "中"), ("[\\x00-\\x1f]", "\n"), ("^[^ -~]$", "é"), ("\\bx\\b", "x"), ("a\\B", "aa"), ("", ""),
    ("user-\\d+: (failed|denied)", "user-0: denied"), ("\\p{Lu}\\p{Ll}", "Aa"), ("😀+", "😀"),
    ("\\p{Hebrew}", "א"),
  ])
  func `the shortest example reads well`(expression: String, expected: String) throws {
    #expect(try language(expression).shortestExample() == .text(expected))
  }

  @Test func `contradictions are empty and tautologies are full`() throws {
    for expression in ["a^", "$a", "a\\bb", "(?m)a^b", "\\B\\b", "[^\\x00-\\x{10FFFF}]", "\\z.", "x\\A"] {
      #expect(try language(expression).shortestExample() == .none, "\(expression)")
      #expect(try language(expression).complement.isEquivalent(to: .all) == .yes)
    }
    #expect(Language.all.shortestExample() == .text(""))
    #expect(Language.none.shortestExample() == .none)
    #expect(try language("a").union(language("a").complement).isEquivalent(to: .all) == .yes)
  }

  @Test func `what is too much work is not decided, whatever the budget ran out of`() throws {
    let many = try language("^(a|b)*a(a|b){12}$")
    let other = try language("^(a|b)*b(a|b){12}$")
    let question = many.intersection(other)
    #expect(question.isEmpty() == .yes)
    #expect(question.isEmpty(budget: ReasoningBudget(states: 100)) == .notDecided)
    #expect(question.isEmpty(budget: ReasoningBudget(steps: 1000)) == .notDecided)
    #expect(question.isEmpty(budget: ReasoningBudget(memory: 10_000)) == .notDecided)
    let hard = try language("^(a|b)*a(a|b){30}$").subtracting(language("^(a|b)*(a|c)(a|b){30}$"))
    #expect(hard.isEmpty() == .notDecided)
  }

  @Test func `membership agrees with searching`() throws {
    let pattern = try Pattern(expression: "\\berr(or)?\\b|^$")
    let searcher = pattern.makeSearcher()
    for text in ["", "err", "terror", "an error.", "errs", "é err", "erré"] {
      #expect(Language(pattern).contains(text) == searcher.matches(text))
    }
  }

  @Test(arguments: [
    ("^t.*t$", "t", "t", "^.*$"), ("^timed out$", "t", "t", "^imed ou$"),
    ("(?i)^TIMED OUT$", "t", "t", "(?i)^IMED OU$"),
    ("abc", "xab", "y", "^c|abc"), ("^a", "b", "", "$^x"), ("^ab", "a", "", "^b"), ("ab$", "", "b", "a$"),
    ("\\bc", "a", "", "\\bc(?s:.*)|^x^"), ("é$", "", "é", ""), ("^..$", "é", "", "^.$"),
  ])
  func `of a text between two others it is known which make it`(
    expression: String,
    before: String,
    after: String,
    inner: String
  ) throws {
    let made = try language(expression).inside(before: before, after: after)
    for text in ["", "c", "ab", "abc", "imed ou", "IMED OU", "b", "bx", "xa", "a", "é", "x c"] {
      #expect(
        made.contains(text) == (try language(expression).contains(before + text + after)),
        "\(before)\(text)\(after)"
      )
    }
    let known = try language(inner)
    guard !inner.contains("\\b") else { return }
    #expect(made.isEquivalent(to: known) == .yes, "\(made.subtracting(known).shortestExample())")
    #expect(made.complement.isEquivalent(to: known.complement) == .yes)
    #expect(
      made.inside(before: "x", after: "").isEquivalent(to: known.inside(before: "x", after: "")) == .yes
    )
  }
}
