import Foundation
import RuleEngine
import TestSupport
import Testing

@Suite("A slip in the shop's rules")
struct OneSlipTests {
  @Test("causes at most one finding, whatever becomes unknown or missing", arguments: ["yaml", "json"])
  func oneFinding(ending: String) throws {
    if ending == "yaml", !YAMLEvents.isSupported { return }
    let root = FaultFixture.folder.deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let bytes = Array(try Data(contentsOf: root.appending(path: "rules/shop/rules.\(ending)")))
    var diagnostics = Diagnostics()
    let reading = SourceReader().read(name: "rules.\(ending)", bytes: bytes, into: &diagnostics)
    let values = Self.values(try #require(reading.node))
    #expect(values.count > 100)
    let slips = ["5", "[ 5 ]", "{ \"zzz\": 1 }", "null", "\"\"", "[]", "true"]
    var found = 0
    // Every fifth (or thirty-third) value. The step is coprime to the number of slips, so that each slip
    // eventually hits each kind of position.
    for (index, value) in values.enumerated() where index % Scale.of(5, quick: 33) == 0 {
      let slip = slips[index % slips.count]
      var text = bytes
      text.replaceSubrange(value.range.bytes, with: slip.utf8)
      let findings = RuleSet.compile(name: "rules.\(ending)", bytes: text).diagnostics
      found += findings.count
      let said = findings.map { "\($0.range.start.line):\($0.range.start.column) \($0.message)" }
      #expect(
        said.count <= 1,
        "\(value.range.text) at line \(value.range.start.line) became \(slip): \(said)"
      )
    }
    #expect(found > values.count / Scale.of(10, quick: 80))
  }

  /// The scalar values below keys; `meta` and similar keys may contain anything.
  private static func values(_ node: Node) -> [Node] {
    switch node.content {
    case .sequence(let elements): elements.flatMap { values($0) }
    case .mapping(let members): members.flatMap { values($0.value) }
    case .null, .bool, .integer, .decimal, .string:
      node.style == .literal || node.style == .folded ? [] : [node]
    }
  }
}
