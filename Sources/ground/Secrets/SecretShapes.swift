internal import Bytes

/// Secrets that are known by their own shape, whatever stands around them.
///
/// Sources: the prefixes that AWS, GitHub, GitLab, Slack, Stripe, Google, npm, PyPI, SendGrid, HashiCorp and DigitalOcean
/// document for their tokens; RFC 7519 (JWT), RFC 7468 (PEM), ISO/IEC 7812 (card numbers and their check digit), ISO 13616 (IBAN).
struct SecretShapes {
  private let input: [UInt8]

  init(_ input: [UInt8]) { self.input = input }

  /// The end of the secret that begins at an index where a word begins; nil for none.
  func end(at start: Int) -> Int? {
    if let end = accountNumber(at: start) { return end }
    return switch input[start] {
    case UInt8(ascii: "e"): webToken(at: start)
    case UInt8(ascii: "-"): privateKey(at: start)
    case UInt8(ascii: "2")...UInt8(ascii: "6"): cardNumber(at: start)
    default: knownToken(at: start)
    }
  }

  // MARK: - Tokens with a prefix

  private struct Kind {
    let prefix: String
    /// The smallest number of characters after the prefix.
    let least: Int
    var most = Int.max
    var isUppercase = false
    /// The allowed characters beside letters and digits.
    var others = "_-"
  }

  /// The kinds by the first byte of the prefix.
  private static let kinds: [[Kind]] = {
    let all =
      ["AKIA", "ASIA"].map { Kind(prefix: $0, least: 16, most: 16, isUppercase: true, others: "") }
      + ["ghp_", "gho_", "ghu_", "ghs_", "ghr_"].map { Kind(prefix: $0, least: 36, others: "_") }
      + ["sk_live_", "sk_test_", "rk_live_", "rk_test_", "whsec_"].map {
        Kind(prefix: $0, least: 16, others: "")
      }
      + ["xoxa-", "xoxb-", "xoxe-", "xoxo-", "xoxp-", "xoxr-", "xoxs-"].map { Kind(prefix: $0, least: 10) }
      + [
        Kind(prefix: "github_pat_", least: 22, others: "_"), Kind(prefix: "glpat-", least: 20),
        Kind(prefix: "AIza", least: 35), Kind(prefix: "npm_", least: 36, others: ""),
        Kind(prefix: "pypi-AgE", least: 40), Kind(prefix: "SG.", least: 40, others: "_-."),
        Kind(prefix: "hvs.", least: 24), Kind(prefix: "dop_v1_", least: 64, others: ""),
        Kind(prefix: "sk-", least: 32),
      ]
    return (0..<256).map { byte in all.filter { $0.prefix.utf8.first == UInt8(byte) } }
  }()

  private func knownToken(at start: Int) -> Int? {
    for kind in Self.kinds[Int(input[start])] where input[start...].starts(with: kind.prefix.utf8) {
      let from = start + kind.prefix.utf8.count
      let end = input[from...].firstIndex { !isToken($0, kind) } ?? input.count
      if (kind.least...kind.most).contains(end - from) { return end }
    }
    return nil
  }

  private func isToken(_ byte: UInt8, _ kind: Kind) -> Bool {
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
    case UInt8(ascii: "a")...UInt8(ascii: "z"): !kind.isUppercase
    default: kind.others.utf8.contains(byte)
    }
  }

  // MARK: - Web tokens

  /// Two parts that begin as `{"` does in base64url, and a signature.
  private func webToken(at start: Int) -> Int? {
    var from = start
    for _ in 0..<2 {
      guard input[from...].starts(with: "eyJ".utf8) else { return nil }
      let end = endOfBase64(from)
      // One that a log cuts is one, too.
      if end == input.count, end - start >= 40 { return end }
      guard end - from >= 8, end < input.count, input[end] == UInt8(ascii: ".") else { return nil }
      from = end + 1
    }
    return endOfBase64(from)
  }

  private func endOfBase64(_ start: Int) -> Int {
    input[start...].firstIndex { byte in
      switch byte {
      case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"):
        false
      default: true
      }
    } ?? input.count
  }

  // MARK: - Private keys

  /// The end of a private key, from `-----BEGIN … PRIVATE KEY-----` to the end of the block, or of the text.
  private func privateKey(at start: Int) -> Int? {
    let begin = "-----BEGIN ".utf8
    guard input[start...].starts(with: begin) else { return nil }
    let label = input[(start + begin.count)...].prefix(64)
    guard let dashes = label.firstRange(of: Array("-----".utf8)),
      label[..<dashes.lowerBound].firstRange(of: Array("PRIVATE KEY".utf8)) != nil
    else { return nil }
    let rest = input[dashes.upperBound...]
    guard let end = rest.firstRange(of: Array("-----END ".utf8)) else { return input.count }
    return input[end.upperBound...].firstRange(of: Array("-----".utf8))?.upperBound ?? input.count
  }

  // MARK: - Account numbers

  /// An IBAN in one piece (ISO 13616): two letters, two check digits, 11 to 30 more, and the right remainder by 97.
  private func accountNumber(at start: Int) -> Int? {
    func isUpper(_ byte: UInt8) -> Bool { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) }
    func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
    guard isUpper(input[start]), start + 15 <= input.count, isUpper(input[start + 1]),
      isDigit(input[start + 2]),
      isDigit(input[start + 3])
    else { return nil }
    let end = input[start...].firstIndex { !isUpper($0) && !isDigit($0) } ?? input.count
    guard (15...34).contains(end - start), end == input.count || !isWord(input[end]) else { return nil }
    // Most of an account's number are digits, unlike a name in capitals.
    guard input[(start + 4)..<end].count(where: isDigit) >= 8 else { return nil }
    var remainder = 0
    for byte in input[(start + 4)..<end] + input[start..<(start + 4)] {
      remainder = isDigit(byte) ? remainder * 10 + Int(byte) - 48 : remainder * 100 + Int(byte) - 55
      remainder %= 97
    }
    return remainder == 1 ? end : nil
  }

  // MARK: - Card numbers

  /// 14 to 19 digits, in groups or not, that begin as a card does and have the right check digit (Luhn).
  private func cardNumber(at start: Int) -> Int? {
    var digits: [Int] = []
    var groupEnds: [(count: Int, end: Int)] = []
    var index = start
    while index < input.count, digits.count < 20 {
      let byte = input[index]
      if (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) {
        digits.append(Int(byte - UInt8(ascii: "0")))
      } else if byte == UInt8(ascii: " ") || byte == UInt8(ascii: "-"), groupEnds.last?.end != index - 1 {
        groupEnds.append((digits.count, index))
      } else {
        break
      }
      index += 1
    }
    if digits.count < 20, groupEnds.last?.count != digits.count { groupEnds.append((digits.count, index)) }
    for group in groupEnds.reversed() {
      let isInWord = group.end < input.count && isWord(input[group.end])
      let number = digits[..<group.count]
      if !isInWord, Self.isCard(number), Self.hasCheckDigit(number) { return group.end }
    }
    return nil
  }

  private func isWord(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20) || byte == UInt8(ascii: "_")
      || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }

  private static func isCard(_ digits: ArraySlice<Int>) -> Bool {
    guard digits.count >= 14 else { return false }
    let start = digits[0] * 1_000 + digits[1] * 100 + digits[2] * 10 + digits[3]
    switch start {
    case 3_400...3_499, 3_700...3_799: return digits.count == 15  // American Express
    case 3_000...3_059, 3_600...3_699, 3_800...3_999: return digits.count == 14  // Diners Club
    case 3_528...3_589: return digits.count == 16  // JCB
    case 4_000...4_999: return digits.count == 16 || digits.count == 19  // Visa
    case 2_221...2_720, 5_100...5_599: return digits.count == 16  // Mastercard
    case 6_011, 6_440...6_599: return digits.count == 16  // Discover
    default: return false
    }
  }

  private static func hasCheckDigit(_ digits: ArraySlice<Int>) -> Bool {
    var sum = 0
    for (place, digit) in digits.reversed().enumerated() {
      let doubled = place % 2 == 1 ? digit * 2 : digit
      sum += doubled > 9 ? doubled - 9 : doubled
    }
    return sum % 10 == 0
  }
}
