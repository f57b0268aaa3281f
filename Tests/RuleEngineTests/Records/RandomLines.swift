import TestSupport

/// Lines of an error stream, most of them typical, many unusual; the same for the same seed.
struct RandomLines {
  private var random: SeededRandom
  private var json: RandomJSON
  /// Whether the line may be invalid JSON.
  private var isFaulty = false

  init(seed: UInt64) {
    random = SeededRandom(seed: seed)
    json = RandomJSON(seed: seed)
  }

  /// A line without its end.
  mutating func line() -> [UInt8] {
    isFaulty = chance(1, of: 3)
    var bytes = Array(record(depth: 2).utf8)
    switch Int.random(in: 0..<20, using: &random) {
    case 0: bytes = json.mutated(bytes)
    case 1: bytes.removeLast(Int.random(in: 0...bytes.count, using: &random))
    case 2: bytes += Array(pick(["\r", " ", "\t \r", "x", "}", ",", "{}", "\u{0}", "//", "\u{A0}"]).utf8)
    case 3:
      bytes =
        Array(pick(["", " ", "\r", "\t", "\u{FEFF}", "null", "[]", "{}", "[{}]", "{ }", "\""]).utf8) + bytes
    case 4:
      let place = Int.random(in: 0..<bytes.count, using: &random)
      bytes[place] = UInt8.random(in: 0...255, using: &random)
    case 5:
      let place = Int.random(in: 0...bytes.count, using: &random)
      bytes.insert(contentsOf: invalid(), at: place)
    default: break
    }
    return bytes
  }

  private mutating func record(depth: Int) -> String {
    var members: [String] = []
    let isOrderly = chance(3, of: 4)
    for (key, plausible) in Self.members where chance(3, of: 4) {
      members.append(member(key, plausible, depth: depth))
    }
    if chance(1, of: 3) { members.append(member(key(), [], depth: depth)) }
    if chance(1, of: 8), let one = Self.members.randomElement(using: &random) {
      members.append(member(one.key, one.plausible, depth: depth))
    }
    if !isOrderly { members.shuffle(using: &random) }
    let isSpaced = chance(1, of: 6)
    return "{" + members.joined(separator: isSpaced ? space() + "," + space() : ",")
      + (isSpaced ? space() : "") + "}"
  }

  private mutating func member(_ key: String, _ plausible: [String], depth: Int) -> String {
    let isOdd = chance(1, of: 20)
    let colon = isOdd ? space() + ":" + space() : ":"
    let written = chance(1, of: 30) ? escaped(key) : key
    return "\"\(written)\"\(colon)"
      + (plausible.isEmpty || chance(1, of: 12) ? value(depth) : one(plausible, depth))
  }

  private mutating func one(_ plausible: [String], _ depth: Int) -> String {
    let chosen = pick(plausible)
    switch chosen {
    case "{}" where depth > 0:
      let members = (0..<Int.random(in: 0...4, using: &random)).map { _ in member(key(), [], depth: depth - 1)
      }
      return "{" + members.joined(separator: ",") + "}"
    case "[]" where depth > 0:
      let causes = (0..<Int.random(in: 0...3, using: &random)).map { _ in record(depth: depth - 1) }
      return "[" + causes.joined(separator: ",") + "]"
    case "\"\"": return string()
    default: return chosen
    }
  }

  private mutating func value(_ depth: Int) -> String {
    switch Int.random(in: 0..<10, using: &random) {
    case 0: isFaulty ? pick(["nul", "True", "truex", "nullnull", "null"]) : pick(["null", "true", "false"])
    case 1, 2: number()
    case 3 where depth > 0: json.text(depth: depth).replacing("\n", with: isFaulty ? "\n" : " ")
    case 4 where depth > 0: record(depth: depth - 1)
    case 5 where depth > 0: String(repeating: "[", count: 9) + "1" + String(repeating: "]", count: 9)
    default: string()
    }
  }

  private mutating func number() -> String {
    let length = Int.random(in: 1...21, using: &random)
    let digits =
      "\(Int.random(in: 1...9, using: &random))"
      + (1..<length).map { _ in "\(Int.random(in: 0...9, using: &random))" }.joined()
    let whole = pick(["", "-", ""]) + pick([digits, digits, "0", "1"])
    let rest = pick(["", "", "", "", "", ".5", ".0", "e3", "E-2", ".0e+1"])
    return isFaulty && chance(1, of: 4)
      ? pick(["+", "00", "-", ""]) + whole + pick([".", "e", "a", "", "-"]) : whole + rest
  }

  private mutating func string() -> String {
    var text = ""
    for _ in 0..<Int.random(in: 0...6, using: &random) {
      let plain = "The order 815 of api-01.eu-west.shop.example was not found, in /var/lib/shop at last. "
      text += plain.prefix(Int.random(in: 0...plain.count, using: &random))
      if chance(1, of: 3) {
        text += pick([
          "é", "ß", "漢字", "レコード", "😀", "\u{7FF}", "\u{800}", "\u{D7FF}", "\u{E000}", "\u{FFFF}", "\u{10FFFF}",
          "\\\"", "\\\\", "\\/", "\\b", "\\f", "\\n", "\\r", "\\t", "\\u0041", "\\u00e9", "\\ud83d\\ude00",
          "\\ud800", "\\udc00x", "\u{7F}", "\\\\\\\"",
        ])
      }
      if isFaulty, chance(1, of: 20) { text += pick(["\\u12", "\\x", "\u{1}", "\t", "\r", "\"", "\\"]) }
    }
    return "\"\(text)\""
  }

  /// Invalid UTF-8.
  private mutating func invalid() -> [UInt8] {
    let sequences: [[UInt8]] = [
      [0x80], [0xC0, 0xAF], [0xC1, 0xBF], [0xC3], [0xE0, 0x9F, 0xBF], [0xE0, 0xA0], [0xED, 0xA0, 0x80],
      [0xED, 0x9F, 0xBF], [0xEF, 0xBB], [0xF0, 0x8F, 0xBF, 0xBF], [0xF0, 0x90, 0x80],
      [0xF4, 0x8F, 0xBF, 0xBF],
      [0xF4, 0x90, 0x80, 0x80], [0xF5, 0x80, 0x80, 0x80], [0xFF], [0xE2, 0x28, 0xA1], [0xC3, 0xA9, 0xA9],
    ]
    return sequences[Int.random(in: 0..<sequences.count, using: &random)]
  }

  private mutating func key() -> String {
    let length = pick(["1", "2", "6", "9", "10", "11", "12", "13", "14", "15", "16", "17", "33"])
    return pick([
      "host", "method", "user", "type", "time", "", "é", "http.response.status_code", "a\\\"b", "typ",
      "domains", "http", "http.response", "response", "status_code", "host.name", "a", "b", "name", "a.b",
      "status",
      String(repeating: "k", count: Int(length) ?? 1), "k\(Int.random(in: 0..<2000, using: &random))",
    ])
  }

  private mutating func escaped(_ key: String) -> String {
    key.isEmpty ? "" : "\\u00" + String(key.utf8.first ?? 0, radix: 16) + key.dropFirst()
  }

  private mutating func space() -> String { pick(["", " ", " ", "  ", "\t", "\r", isFaulty ? " \n" : ""]) }

  private mutating func chance(_ count: Int, of all: Int) -> Bool {
    Int.random(in: 0..<all, using: &random) < count
  }

  private mutating func pick(_ choices: [String]) -> String {
    choices[Int.random(in: 0..<choices.count, using: &random)]
  }

  /// Every field with plausible values, and a few attributes.
  private static let members: [(key: String, plausible: [String])] = [
    (
      "time",
      [
        "\"2026-10-21T00:00:02.482Z\"", "\"2026-10-21 23:59:60z\"", "\"2026-10-21T09:07:02.4821234+05:30\"",
        "\"2026-02-29T00:00:02Z\"", "\"2026-10-21T24:00:00Z\"", "\"2026-10-21T00:00:02.Z\"", "\"today\"",
        "1761004800",
        "1761004800.25", "\"2024-02-29T12:61:00Z\"", "\"2026-10-21T00:00:02.482Zx\"", "-1e300",
      ]
    ),
    ("id", ["\"\"", "17", "1.5", "41.0", "99999999999999999999"]),
    ("origin", ["\"com.shop.media.list\"", "\"\"", "5"]),
    ("type", ["\"Shop.Push.SessionError\"", "\"\""]), ("case", ["\"timeout(1)\""]),
    ("payload", ["{}", "[]", "3", "\"\""]),
    ("is", ["[\"Error\",\"Sendable\"]", "\"Error\""]), ("domain", ["\"acme.push\"", "\"\""]),
    ("code", ["37", "-1018", "1234567", "12345678", "-0", "0", "\"E_FAIL\"", "1.0", "9223372036854775808"]),
    ("status", ["504", "200", "503.0", "\"504\""]), ("message", ["\"\""]), ("reason", ["\"\""]),
    ("suggestion", ["\"\""]),
    ("options", ["[]", "\"\""]), ("category", ["\"network\""]),
    ("severity", ["\"error\"", "\"fatal\"", "\"Error\"", "17", "17.0", "99"]),
    ("fatal", ["true", "false", "1"]),
    ("cancelled", ["false", "null"]), ("operation", ["\"sync orders\""]), ("attempt", ["2", "2.5", "2.0"]),
    ("retryAfter", ["\"30s\"", "\"soon\"", "30"]), ("problem", ["{}", "\"\""]), ("underlying", ["[]", "{}"]),
    ("answers", ["[]"]), ("event", ["\"saved\""]), ("with", ["{}"]), ("platform", ["\"linux\"", "\"beos\""]),
    ("attributes", ["{}", "{\"host\":\"api-01\",\"method\":\"GET\",\"elapsed\":1626}"]),
    ("trace_id", ["\"\""]), ("a", ["1"]),
  ]
}
