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
      (
        "event network-vif-plugged:6f9619ff-8b86-d011-b42d-00c04fc964ff for it",
        "event network-vif-plugged:<id> for it"
      ),
      ("BSSID is 9c:50:ee:39:2d:01, was a0-b1-c2-d3-e4-f5", "BSSID is <hex>, was <hex>"),
      ("lost at Sun Jul 10 03:55:15 2005, again", "lost at <time>, again"),
      ("lost at Sun Jul  3 03:55:15 UTC 2005", "lost at <time>"),
      ("Nov 30 18:00:44.123 lost, Thu, 06 Nov 1994 08:49:37 GMT", "<time> lost, <time>"),
      ("[10/Oct/2000:13:55:36 -0700] lost at 12 Mar 2026 10:11:12Z", "[<time>] lost at <time>"),
      ("in May 12 of 13, Mar 5 at last, 3 Jul 2026", "in May <n> of <n>, Mar <n> at last, <n> Jul <n>"),
      ("open /var/lib/shop/7.db: no such file", "open <path>: no such file"),
      ("can't read /etc/shop.d/a-b_c.conf.", "can't read <path>."),
      ("[file=/etc/shop.conf] at //a/b, ./c/d and 3 km/h", "[file=<path>] at <path>, ./c/d and <n> km/h"),
      ("GET /orders/9/lines: https://shop/a/b", "GET /orders/<n>/lines: https://shop/a/b"),
      ("/orders/9/lines", "/orders/<n>/lines"), ("/orders/lines?page=3", "/orders/lines?page=<n>"),
      ("/etc/shop/shop.conf:12: no such key", "<path>:<n>: no such key"),
      ("no route to /default-rack or /", "no route to /default-rack or /"),
      ("deadbeef, facade and café", "deadbeef, facade and café"),
      ("", ""), ("\"", "\""), ("\"\"", "\"\""), ("-", "-"), ("a - 1", "a - <n>"),
    ]
  )
  func replaced(message: String, template: String) {
    #expect(Self.template(message) == template)
  }

  @Test("A template is its own template, so that masks are never masked")
  func stable() {
    for text in ["<n> of <ip> at <time>", "for <duration> in <hex>, \"<text>\"", "open <path>: <id>"] {
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

  @Test("Messages that differ in an id, an address, a date or a path only have one template")
  func oneTemplateOfValues() {
    var random = SeededRandom(seed: 4)
    func digits(_ count: Int, _ radix: Int = 16) -> String {
      (0..<count).map { _ in String(Int.random(in: 0..<radix, using: &random), radix: radix) }.joined()
    }
    func one(_ names: [String]) -> String { names[Int.random(in: 0..<names.count, using: &random)] }
    func message() -> String {
      let id = [8, 4, 4, 4, 12].map { digits($0) }.joined(separator: "-")
      let address = (0..<6).map { _ in digits(2) }.joined(separator: ":")
      let month = one(["Jan", "Mar", "May", "Dec"])
      let time = "1\(digits(1, 10)):2\(digits(1, 10)):3\(digits(1, 10))"
      let date = "\(one(["Mon", "Tue", "Sun"])) \(month) \(one(["3", "17", " 9"])) \(time) 20\(digits(2, 10))"
      let path = (0...Int.random(in: 1...4, using: &random)).map { _ in
        "/\(one(["srv", "a.b", "x-7_y", "ü"]))"
      }
      return
        "port-\(id) of \(address) at \(date) in \(path.joined()): [1\(digits(1, 10))/\(month)/2026:\(time) +0100]"
    }
    for _ in 0..<200 {
      #expect(Self.template(message()) == "port-<id> of <hex> at <time> in <path>: [<time>]")
    }
  }
}
