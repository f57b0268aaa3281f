import RuleLanguage
import TestSupport
import Testing

@Suite("Case folding")
struct FoldedTextTests {
  @Test("gives the same text for scalars folded together or one by one", arguments: [1, 2, 3] as [UInt64])
  func oneByOne(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    let scalars = Array("@AZ[`az{ 09\u{7F}\u{80}ÀÉßẞſKΣςȺⱥ同期😕\u{1E9E}".unicodeScalars)
    for length in 0..<200 {
      var text = ""
      for _ in 0..<length {
        // Mostly ASCII, so that whole words of it are folded at once between other scalars.
        let isASCII = Int.random(in: 0..<9, using: &random) > 0
        let scalar =
          isASCII
          ? Unicode.Scalar(UInt8.random(in: 0...0x7F, using: &random))
          : scalars.randomElement(using: &random)!
        text.unicodeScalars.append(scalar)
      }
      let each = text.unicodeScalars.map { FoldedText.fold(String($0)) }.joined()
      #expect(FoldedText.fold(text) == each)
    }
  }

  @Test("turns ASCII capitals into small letters and changes no other ASCII byte")
  func ascii() {
    for byte in UInt8(0)...0x7F {
      let scalar = Unicode.Scalar(byte)
      let isCapital = "A"..."Z" ~= scalar
      let expected = isCapital ? Unicode.Scalar(byte + 32) : scalar
      // Alone, and among sixteen that are folded at once.
      #expect(FoldedText.fold(String(scalar)) == String(expected))
      for between in ["1234567", "12345678901234", "123456789012345678901234567890"] {
        #expect(FoldedText.fold("\(scalar)\(between)\(scalar)") == "\(expected)\(between)\(expected)")
      }
    }
  }
}
