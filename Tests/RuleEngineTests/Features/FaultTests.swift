import RuleEngine
import Testing

@Suite("A rule file with one fault")
struct FaultTests {
  @Test("gets one finding, at the exact position, in YAML and in JSON", arguments: FaultFixture.all)
  func oneFinding(fixture: FaultFixture) throws {
    if fixture.endings.contains("yaml"), !YAMLEvents.isSupported { return }
    let found = fixture.found()
    try fixture.update(with: found)
    #expect(found == fixture.expected)
    for ending in fixture.endings {
      let compilation = fixture.compile(ending)
      #expect(compilation.diagnostics.count == 1)
      #expect(compilation.chain == nil)
    }
  }

  @Test("has a fixture for every fault in the issue, with a message of one or two sentences")
  func messages() {
    #expect(FaultFixture.all.count >= 530)
    for fixture in FaultFixture.all {
      for ending in fixture.endings {
        for finding in fixture.compile(ending).diagnostics {
          #expect(!finding.message.contains("\n"), "\(fixture.name)")
          #expect(finding.message.unicodeScalars.count < 300, "\(fixture.name)")
          #expect(finding.code.utf8.allSatisfy { (0x61...0x7A).contains($0) || $0 == 0x2D || $0 == 0x38 })
        }
      }
    }
  }
}
