import Bytes
import Testing

@Suite("A text that is fitted to a width")
struct FittedTextTests {
  @Test("is broken at spaces, and what follows is indented by two columns more")
  func breaksAtSpaces() {
    #expect(FittedText.of("  one two three four\nfive\n", width: 14) == "  one two\n    three four\nfive\n")
  }

  @Test("stays as it is without a width, and where it fits")
  func staysAsItIs() {
    let text = "  name      1,234  50 %\n"
    #expect(FittedText.of(text, width: nil) == text)
    #expect(FittedText.of(text, width: 23) == text)
  }

  @Test("keeps a word that is wider than a line, and a command to copy")
  func keepsWords() {
    #expect(FittedText.of("a bbbbbbbbbb c", width: 6) == "a\n  bbbbbbbbbb\n  c")
    #expect(FittedText.of("  errctl explain rules.yaml", width: 10) == "  errctl explain rules.yaml")
  }

  @Test("counts columns: styles take none, wide characters two")
  func countsColumns() {
    let styled = "\u{1B}[31mone\u{1B}[0m two"
    #expect(FittedText.of(styled, width: 7) == styled)
    #expect(FittedText.of("日本 日本", width: 8) == "日本\n  日本")
  }
}
