/// Error messages as services write them, the same on every run.
struct Messages {
  /// All messages, one after the other.
  let bytes: [UInt8]
  let ranges: [Range<Int>]

  var totalBytes: Int { bytes.count }

  init(count: Int) {
    var state: UInt64 = 42
    func random(_ limit: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int((state >> 33) % UInt64(limit))
    }
    func pick(_ words: [String]) -> String { words[random(words.count)] }
    let hosts = [
      "api.example.com", "db-07.internal", "cache.eu-west-1.internal", "10.0.3.17", "payments.acme.io",
    ]
    let services = ["checkout", "inventory", "auth", "search", "billing", "mailer"]
    let templates: [() -> String] = [
      { "connection to \(pick(hosts)):\(random(65_535)) timed out after \(random(60_000)) ms" },
      { "Connection refused by \(pick(hosts)) (os error 111)" },
      {
        "HTTP \(pick(["500", "502", "503", "404", "429"])) for GET https://\(pick(hosts))/v\(random(4))/\(pick(services))/\(random(100_000))"
      },
      { "The request timed out. (NSURLErrorDomain code -1001) task <\(random(9_999_999))> finished" },
      {
        "failed to decode response: key 'user_\(random(500))' not found at path data.items[\(random(40))].owner"
      },
      { "disk quota exceeded on /var/lib/\(pick(services))/\(random(100)): \(random(100)) % used" },
      {
        "user \(random(1_000_000)) is not allowed to \(pick(["read", "write", "delete"])) \(pick(services))/\(random(9999))"
      },
      {
        "deadlock detected: process \(random(40_000)) waits for ShareLock on transaction \(random(99_999_999)); blocked by process \(random(40_000))"
      },
      { "TLS handshake with \(pick(hosts)) failed: certificate has expired" },
      {
        "Zeitüberschreitung bei der Verbindung zu \(pick(hosts)): Gegenstelle antwortet nicht – Versuch \(random(9)) von 9"
      },
      { "panic: runtime error: index out of range [\(random(100))] with length \(random(100))" },
      { "could not send mail to user\(random(10_000))@\(pick(hosts)): 4.7.0 try again later" },
    ]
    var bytes: [UInt8] = []
    var ranges: [Range<Int>] = []
    for _ in 0..<count {
      let start = bytes.count
      bytes.append(contentsOf: templates[random(templates.count)]().utf8)
      ranges.append(start..<bytes.count)
    }
    self.bytes = bytes
    self.ranges = ranges
  }
}

/// The patterns that are compared.
enum ComparedPatterns {
  static let single = [
    "timed out",
    "certificate has expired",
    "^HTTP 5\\d\\d",
    "HTTP (500|502|503)",
    "timed out after \\d+ ms$",
    "(?i)connection (refused|reset)",
    "(?i)zeitüberschreitung",
    "user \\d+ is not allowed to (read|write)",
    "code -(1001|1004|1009)\\b",
    "https://[a-z0-9.-]+/v\\d+/(checkout|billing)/\\d+",
    "\\bdeadlock\\b.*\\bprocess \\d+$",
    "[A-Za-z0-9._]+@[A-Za-z0-9.-]+\\.(com|io|internal)",
    "\\d+\\.\\d+\\.\\d+\\.\\d+",
    "(error|failure|panic): ",
    "index out of range \\[\\d+\\]",
    "^(connection|Connection) (to|refused)",
    "quota exceeded on /var/lib/(mailer|auth)/[0-9]{1,2}:",
    "'user_\\d+' not found at path [\\w.\\[\\]]+owner",
    "\\p{L}+überschreitung",
    "[0-9]{5,}",
    "nothing like this",
    "(?i)nothing like this either",
  ]

  /// A hundred patterns as a rule set would hold them: some match often, most never.
  static let hundred: [String] =
    single
    + (0..<78).map { index in
      let words = [
        "payment", "session", "token", "queue", "replica", "shard", "worker", "thread", "socket", "buffer",
        "lease", "tenant", "cursor",
      ]
      let word = words[index % words.count]
      return switch index % 6 {
      case 0: "\(word) \(index) (expired|revoked)"
      case 1: "^\(word)-\\d+: "
      case 2: "(?i)\(word) limit [0-9]+ reached"
      case 3: "cannot (open|close|reset) \(word)\(index)"
      case 4: "\(word)\\.\(index)\\.[a-z]+ is (down|unreachable)$"
      default: "\\b\(word)_\(index)\\b"
      }
    }
}
