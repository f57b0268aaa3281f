import Records
import RuleLanguage
import Testing

@Suite("The list of cancellations")
struct KnownCancellationTests {
  @Test("names codes that their domains' tables call cancelled, once each")
  func tables() {
    for known in KnownCancellation.codes {
      guard let table = CodeTable.builtIn(known.domain) else {
        Issue.record("\(known.domain) has no table")
        continue
      }
      let symbols = table.codes.filter {
        $0.value.numbers.darwin == known.number || $0.value.numbers.linux == known.number
      }
      #expect(
        symbols.keys.contains { $0.lowercased().contains("cancel") },
        "\(known.domain) \(known.number)"
      )
    }
    let names = KnownCancellation.codes.map { "\($0.domain) \($0.number)" }
    #expect(Set(names).count == names.count)
  }

  @Test("has what the rule language ignores by its code")
  func ignored() {
    let ignored = KnownCancellation.codes.filter { $0.isIgnored }.map { "\($0.domain) \($0.number)" }
    #expect(ignored == ["NSURLErrorDomain -999", "NSCocoaErrorDomain 3072", "grpc 1"])
  }

  @Test("asks for an errno number's platform, if it is known")
  func platforms() {
    func contains(_ number: Int64, _ platform: Platform?) -> Bool {
      KnownCancellation.contains(domain: "NSPOSIXErrorDomain", code: number, on: platform)
    }
    #expect(contains(89, .darwin) && contains(125, .linux) && contains(89, nil))
    #expect(!contains(89, .linux) && !contains(125, .darwin))
  }
}
