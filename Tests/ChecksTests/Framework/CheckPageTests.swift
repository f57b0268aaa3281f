import Checks
import RuleEngine
import Testing

@Suite("Every check", .enabled(if: YAMLEvents.isSupported))
struct CheckPageTests {
  static let pages = CheckList.all.map { $0.page }
  static let codes = pages.map { $0.code }

  static func settings(_ page: CheckPage) -> CheckSettings {
    var settings = CheckSettings()
    let (configuration, _) = Configuration.read(name: ".errctl.yaml", bytes: Array(page.configuration.utf8))
    settings.options = configuration.options
    settings.layers = configuration.layers.compactMap { Int($0.text).map { RetryLayer(tries: $0) } }
    if page.level == .off { settings.levels[page.code] = .note }
    settings.today = CalendarDay("2026-11-21")
    return settings
  }

  @Test("reports its example", arguments: codes)
  func fires(code: String) throws {
    let page = try #require(Self.pages.first { $0.code == code })
    let checked = CheckedText(page.fires, settings: Self.settings(page), stream: page.stream)
    #expect(!checked.compilation.hasErrors, "\(checked.compilation.diagnostics.map { $0.message })")
    #expect(!checked.lines(code).isEmpty)
  }

  @Test("reports nothing in its counterexample", arguments: codes)
  func silent(code: String) throws {
    let page = try #require(Self.pages.first { $0.code == code })
    let checked = CheckedText(page.silent, settings: Self.settings(page), stream: page.stream)
    #expect(!checked.compilation.hasErrors, "\(checked.compilation.diagnostics.map { $0.message })")
    #expect(checked.lines(code).isEmpty)
  }

  @Test("has a unique code and a page in whole sentences")
  func pagesAreWhole() {
    #expect(Set(Self.pages.map { $0.code }).count == Self.pages.count)
    for page in Self.pages {
      #expect(page.code.utf8.allSatisfy { (0x61...0x7A).contains($0) || $0 == 0x2D }, "\(page.code)")
      for text in [page.summary, page.meaning, page.advice] {
        #expect(text.hasSuffix(".") || text.hasSuffix("}."), "\(page.code): \(text)")
        #expect(!text.contains("\n"), "\(page.code)")
      }
      #expect(!page.fires.isEmpty && !page.silent.isEmpty, "\(page.code)")
      #expect(page.summary.count <= 90, "\(page.code)")
    }
  }

  @Test("has patches that remove its findings", arguments: codes)
  func patches(code: String) throws {
    let page = try #require(Self.pages.first { $0.code == code })
    let checked = CheckedText(page.fires, settings: Self.settings(page), stream: page.stream)
    let patches = checked.findings.filter { $0.code == code }.compactMap { $0.fix }
    guard !patches.isEmpty else { return }
    var bytes = Array(page.fires.utf8)
    for patch in patches.sorted(by: { $0.range.bytes.lowerBound > $1.range.bytes.lowerBound }) {
      bytes.replaceSubrange(patch.range.bytes, with: Array(patch.replacement.utf8))
    }
    let fixed = CheckedText(String(decoding: bytes, as: UTF8.self), settings: Self.settings(page))
    #expect(!fixed.compilation.hasErrors)
    #expect(fixed.findings.allSatisfy { $0.code != code || $0.fix == nil })
  }
}
