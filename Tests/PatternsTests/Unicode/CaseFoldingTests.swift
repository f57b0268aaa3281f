import Foundation
import Patterns
import Testing

@Suite("Simple case folding")
struct CaseFoldingTests {
  @Test(
    arguments: [
      ("A", "a"), ("z", "z"), ("[", "["), ("@", "@"), ("É", "é"), ("ẞ", "ß"), ("ß", "ß"), ("Σ", "σ"),
      ("ς", "σ"),
      ("\u{212A}", "k"), ("ſ", "s"), ("Å", "å"), ("İ", "İ"), ("ı", "ı"), ("Ǆ", "ǆ"), ("ǅ", "ǆ"), ("Ꭰ", "Ꭰ"),
      ("ꭰ", "Ꭰ"), ("𐐀", "𐐨"), ("𞤀", "𞤢"), ("中", "中"),
    ] as [(Unicode.Scalar, Unicode.Scalar)]
  )
  func `a scalar folds as CaseFolding.txt says`(scalar: Unicode.Scalar, folded: Unicode.Scalar) {
    #expect(CaseFolding.fold(scalar.value) == folded.value)
  }

  @Test func `folding twice is folding once, for every number up to beyond the last scalar`() {
    for number in UInt32(0)...0x110100 {
      let folded = CaseFolding.fold(number)
      if folded != number, CaseFolding.fold(folded) != folded { Issue.record("\(number) folds to \(folded)") }
    }
    #expect(CaseFolding.fold(.max) == .max)
  }

  @Test func `no scalar of the range that is found without the table has another case`() {
    #expect(!CaseFolding.cased.contains { CaseFolding.caseless.contains($0) })
  }

  private static let file = URL(fileURLWithPath: "/usr/share/unicode/CaseFolding.txt")

  @Test(.enabled(if: TestEnvironment.exists(file), "CaseFolding.txt (apt-get install unicode-data)"))
  func `every line of CaseFolding.txt with status C or S is in the table, and nothing else`() throws {
    let text = try String(contentsOf: Self.file, encoding: .utf8)
    var expected: [UInt32: UInt32] = [:]
    for line in text.split(separator: "\n") where !line.hasPrefix("#") {
      let fields = line.split(separator: ";").map { $0.trimmingCharacters(in: .whitespaces) }
      guard fields.count > 2, fields[1] == "C" || fields[1] == "S" else { continue }
      let (from, to) = (UInt32(fields[0], radix: 16), UInt32(fields[2], radix: 16))
      expected[try #require(from)] = to
    }
    for number in UInt32(0)...0x10FFFF where CaseFolding.fold(number) != expected[number] ?? number {
      Issue.record("\(number) folds to \(CaseFolding.fold(number))")
    }
    print("CaseFolding.txt: \(expected.count) mappings compared")
    #expect(expected.count > 1400)
  }

  @Test func `an orbit holds every case of a scalar`() {
    #expect(CaseFolding.orbit(of: 0x6B) == [0x4B, 0x6B, 0x212A])
    #expect(CaseFolding.orbit(of: 0x212A) == [0x4B, 0x6B, 0x212A])
    #expect(CaseFolding.orbit(of: 0x31) == [0x31])
  }
}
