import RuleEngine
import Testing

@Suite("Damaged files", YAMLSuite.isHere)
struct ReaderMutationTests {
  @Test("never crash a reader, which returns a value or findings with positions in the file")
  func suite() throws {
    for (index, testCase) in try YAMLSuite.cases().enumerated() {
      for seed in 0..<5 {
        var random = RandomJSON(seed: UInt64(index * 100 + seed))
        check("a.yaml", random.mutated(testCase.input))
        if let json = testCase.json { check("a.json", random.mutated(json)) }
      }
    }
  }

  private func check(_ name: String, _ bytes: [UInt8]) {
    var diagnostics = Diagnostics()
    let reading = SourceReader().read(name: name, bytes: bytes, into: &diagnostics)
    #expect(reading.node != nil || diagnostics.hasErrors, "\(bytes)")
    for finding in diagnostics.all {
      for range in [finding.range] + finding.related.map(\.range) {
        #expect(range.bytes.upperBound <= reading.file.bytes.count, "\(finding.message) \(bytes)")
        #expect(range.start.line <= range.end.line)
      }
    }
    guard let node = reading.node else { return }
    checkPlaces(of: node)
    for scalar in node.scalars { #expect(ScalarOffsets(of: scalar).isExact, "\(bytes)") }
  }

  /// No part of a value ends after it; one that an alias repeats starts before it.
  private func checkPlaces(of node: Node) {
    #expect(node.range.bytes.upperBound <= node.range.file.bytes.count)
    for part in node.elements ?? node.members?.map(\.value) ?? [] {
      #expect(
        part.range.bytes.upperBound <= node.range.bytes.upperBound,
        "\(node.range.text.debugDescription)"
      )
      checkPlaces(of: part)
    }
  }
}
