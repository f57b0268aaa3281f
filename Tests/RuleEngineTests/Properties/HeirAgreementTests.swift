import RuleEngine
import TestSupport
import Testing

@Suite("Random rule sets with inheritance")
struct HeirAgreementTests {
  @Test("give the same output as their expanded form, steps included")
  func agreement() throws {
    var inherited = 0
    var replaced = 0
    let seeds = OracleTests.seeds.prefix(Scale.of(400, quick: 12))
    for seed in seeds {
      var heirs = RandomHeirs(seed: seed)
      let text = Written.json(heirs.file)
      let rules = try Rules(text)
      let writtenOut = try Rules(Written.json(heirs.writtenOut))
      #expect(rules.chain.responders == writtenOut.chain.responders, "seed \(seed)")
      let records = (0..<40).map { _ in Written.json(heirs.record()) }
      let answers = try rules.texts(records, explained: true)
      let wanted = try writtenOut.texts(records, explained: true).map { heirs.renamed($0) }
      for (index, answer) in answers.enumerated() {
        #expect(answer == wanted[index], "seed \(seed): \(records[index])\n\(text)")
        if try Answered(answer).by?.contains(/\/b\d/) == true { inherited += 1 }
      }
      replaced += text.split(separator: "\"replaces\"").count - 1
    }
    // The random rule sets use inheritance often enough.
    #expect(inherited > seeds.count && replaced > seeds.count)
  }
}
