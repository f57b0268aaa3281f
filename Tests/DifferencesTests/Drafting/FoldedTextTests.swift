import Bytes
import Records
import Testing

@testable import Differences

/// Globs asked about folded messages in place of the messages.
struct FoldedTextTests {
  private func share(_ glob: String, of template: String) -> FoldedText.Share {
    FoldedText(glob: glob).share(of: FoldedText(template: template))
  }

  @Test(
    "A glob has all messages of a template, some of them, or none",
    arguments: [
      ("peer * is gone", "peer <n> is gone", FoldedText.Share.all), ("*", "", .all), ("a*", "a…", .all),
      ("peer ? is gone", "peer <n> is gone", .part), ("peer 4 is gone", "peer <n> is gone", .part),
      ("* is gone", "<text> and <path>", .nothing), ("* gone", "at <time>", .part),
      ("* gone", "in <path>", .part), ("a*b", "a<n>", .part), ("a", "a…", .part),
      ("peer * is gone", "disk <n> is full", .nothing), ("", "a", .nothing), ("a?", "a", .nothing),
      ("a*c", "<n>b", .nothing), ("é*", "e<n>", .nothing),
    ]
  )
  func shares(glob: String, template: String, expected: FoldedText.Share) {
    #expect(share(glob, of: template) == expected)
  }

  @Test("What is said of a template is true of each message with it")
  func ofEachMessage() {
    var random = NumberSequence(seed: 59)
    var told = 0
    for _ in 0..<4_000 {
      let message = random.text(["a", "b", " ", "7", "'x'", "-3", "/t/u1", "9s"], 6)
      var folded = Buffer<UInt8>(capacity: 64)
      Array(message.utf8).withUnsafeBytes { MessageTemplate.append(of: ByteSlice($0), to: &folded) }
      let glob = random.text(["a", "b", " ", "*", "?", "7", "'x'"], 5)
      let has = message.matches(glob: glob)
      switch share(glob, of: String(folded.slice)) {
      case .all: #expect(has, "“\(glob)” of “\(message)”")
      case .nothing: #expect(!has, "“\(glob)” of “\(message)”")
      case .part: continue
      }
      told += 1
    }
    #expect(told > 2_000)
  }
}

extension NumberSequence {
  fileprivate mutating func text(_ parts: [String], _ most: Int) -> String {
    (0..<below(most + 1)).map { _ in parts[below(parts.count)] }.joined()
  }
}

extension String {
  fileprivate func matches(glob: String) -> Bool {
    guard let first = glob.first else { return isEmpty }
    let rest = String(glob.dropFirst())
    if first == "*" { return matches(glob: rest) || !isEmpty && String(dropFirst()).matches(glob: glob) }
    return self.first.map { first == "?" || $0 == first } == true && String(dropFirst()).matches(glob: rest)
  }
}
