import Bytes
import Records
import TestSupport
import Testing

@Suite("Templates of messages")
struct MessageTemplateTests {
  private static func template(_ message: String) -> String {
    Array(message.utf8).withUnsafeBytes { bytes in
      var output = Buffer<UInt8>()
      MessageTemplate.append(of: ByteSlice(bytes), to: &output)
      return String(output.slice)
    }
  }

  @Test(
    "What varies from error to error is replaced by its kind",
    arguments: [
      (
        "Failed to renew lease for [DFSClient_NONMAPREDUCE_1537864556_1] for 100 seconds.",
        "Failed to renew lease for [DFSClient_NONMAPREDUCE_<n>_<n>] for <n> seconds."
      ),
      ("attempt_1445062781478_0011_m_000000_0 failed", "attempt_<n>_<n>_m_<n>_<n> failed"),
      (
        "Got exception while serving blk_-1608999687919862906 to /10.250.19.102:50010",
        "Got exception while serving blk_<n> to /<ip>"
      ),
      ("no user 6F9619FF-8B86-D011-B42D-00C04FC964FF", "no user <id>"),
      ("at 0x7fff5fbff8c0 in Foo@6d06d69c, Bar@4534563d", "at <hex> in Foo@<hex>, Bar@<hex>"),
      ("commit 9a3334753ef failed", "commit <hex> failed"),
      ("took 12ms, 1.5s and 3 min", "took <duration>, <duration> and <n> min"),
      ("limit 1,048,576 of 99.9 % at -5", "limit <n> of <n> % at <n>"),
      ("since 2026-11-21T01:41:19.483Z, 01:41:19 and 2026-11-21", "since <time>, <time> and <time>"),
      ("no key \"name\", 'id' or `x 1`", "no key \"<text>\", '<text>' or `<text>`"),
      ("Kein Schlüssel “a 1” für 7", "Kein Schlüssel “<text>” für <n>"),
      ("can't open the user's file, it isn't there", "can't open the user's file, it isn't there"),
      ("port 8080 of db12.example:5432", "port <n> of db<n>.example:<n>"),
      ("fe80:0:0:0:200:f8ff:fe21:67cf is unreachable", "<ip> is unreachable"),
      ("deadbeef, facade and café", "deadbeef, facade and café"),
      ("", ""), ("\"", "\""), ("\"\"", "\"\""), ("-", "-"), ("a - 1", "a - <n>"),
    ]
  )
  func replaced(message: String, template: String) {
    #expect(Self.template(message) == template)
  }

  @Test("A template is its own template, so that masks are never masked")
  func stable() {
    for text in ["<n> of <ip> at <time>", "for <duration> in <hex>, \"<text>\""] {
      #expect(Self.template(text) == text)
    }
  }

  @Test("A long message is cut between characters, and time grows with its length only")
  func long() {
    let cut = Self.template(String(repeating: "ä", count: 100_000))
    #expect(cut == String(repeating: "ä", count: 256) + "…")
    #expect(Self.template(String(repeating: "\"", count: 100_000)).utf8.count < 4_096)
    #expect(Self.template("x" + String(repeating: "😀", count: 1_000)).hasSuffix("😀…"))
  }

  @Test("Messages that differ in numbers only have one template")
  func oneTemplate() {
    var random = SeededRandom(seed: 3)
    let words = ["lease", "of block", "user", "from", "after", "in"]
    for _ in 0..<200 {
      let shape = (0..<Int.random(in: 1...6, using: &random)).map { _ in
        words[Int.random(in: 0..<words.count, using: &random)]
      }
      func message() -> String {
        shape.map { "\($0) \(UInt32.random(in: 0...UInt32.max, using: &random))" }.joined(separator: ", ")
      }
      #expect(Self.template(message()) == Self.template(message()))
    }
  }
}
