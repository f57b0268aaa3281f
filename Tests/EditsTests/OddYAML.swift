/// Writes random YAML as nobody should: comments in odd places, every style, any indentation.
struct OddYAML {
  private var random: SplitMix
  private var text = ""
  private var comments = 0
  private var anchors: [String] = []
  private var lineBreak = "\n"

  /// A text; many of a thousand seeds are valid YAML.
  static func text(seed: UInt64) -> String {
    var writer = OddYAML(random: SplitMix(seed))
    writer.writeFile()
    return writer.text
  }

  private init(random: SplitMix) {
    self.random = random
  }

  private mutating func chance(_ percent: Int) -> Bool { random.next(100) < percent }

  private mutating func one<T>(_ choices: [T]) -> T { choices[random.next(choices.count)] }

  // MARK: - Comments and space

  private mutating func comment() -> String {
    comments += 1
    let tail = one(["", " note", "\ttab\tin it", " “quoted” é 日本", " key: value", " - item", " } ] ,", "  "])
    return one(["# c\(comments)", "#c\(comments)", "## c\(comments)"]) + "." + tail
  }

  private mutating func breakLine() {
    text += chance(3) ? one(["\r\n", "\n"]) : lineBreak
  }

  /// Ends a line, perhaps with a comment.
  private mutating func endLine(_ percent: Int = 25) {
    if chance(percent) {
      text += one([" ", "  ", "\t", "      "]) + comment()
    } else if chance(5) {
      text += "  "
    }
    breakLine()
  }

  /// Lines between two others.
  private mutating func interlude(_ column: Int) {
    while chance(22) {
      if chance(40) {
        if chance(20) { text += "   " }
        breakLine()
      } else {
        let place = one([column, column, column, 0, column + 2, max(column - 2, 0)])
        text += String(repeating: " ", count: place) + comment()
        breakLine()
      }
    }
  }

  // MARK: - Nodes

  private mutating func writeFile() {
    lineBreak = chance(12) ? "\r\n" : "\n"
    if chance(8) { text += "\u{FEFF}" }
    if chance(3) {
      interlude(0)
      return
    }
    if chance(10) {
      interlude(0)
      if chance(30) { text += "%YAML 1.2"; endLine() }
      text += "---"
      endLine()
    }
    interlude(0)
    if chance(90) {
      writeMapping(0, depth: 0)
    } else {
      flow(depth: 1, column: 0)
      endLine()
    }
    interlude(0)
    if chance(5) { text += "..."; endLine() }
    if chance(10), text.hasSuffix("\n") { text.removeLast() }
  }

  private mutating func writeMapping(_ column: Int, depth: Int, isInline: Bool = false) {
    var keys = Set<String>()
    for index in 0...random.next(depth == 0 ? 6 : 4) {
      var key = one(Self.keys)
      while !keys.insert(key).inserted { key += "x" }
      if index > 0 || !isInline {
        interlude(column)
        text += String(repeating: " ", count: column)
      }
      if chance(3) {
        text += "? \(key)"
        endLine()
        interlude(column)
        text += String(repeating: " ", count: column)
      } else {
        text += key
      }
      text += one([":", ":", ":", " :"])
      writeValue(column, depth: depth + 1, isInList: false)
    }
  }

  private mutating func writeList(_ column: Int, depth: Int, isInline: Bool = false) {
    for index in 0...random.next(4) {
      if index > 0 || !isInline {
        interlude(column)
        text += String(repeating: " ", count: column)
      }
      text += "-"
      writeValue(column, depth: depth + 1, isInList: true)
    }
  }

  /// What stands after a colon or a dash, to the end of its lines.
  private mutating func writeValue(_ column: Int, depth: Int, isInList: Bool) {
    var anchor = ""
    if chance(4) {
      anchor = "&a\(anchors.count)"
      text += " \(anchor)"
    }
    defer { if !anchor.isEmpty { anchors.append(String(anchor.dropFirst())) } }
    let inner = column + one([1, 2, 2, 2, 3, 4])
    let kind = random.next(depth > 5 ? 60 : 100)
    switch kind {
    case ..<4 where !isInList || true: endLine()
    case ..<8 where !anchors.isEmpty && anchor.isEmpty:
      text += " *\(one(anchors))"
      endLine()
    case ..<34:
      text += one([" ", " ", "   "])
      scalar(isInFlow: false, column: column)
      endLine()
    case ..<40:
      blockScalar(column)
    case ..<44:
      endLine()
      interlude(inner)
      text += String(repeating: " ", count: inner)
      scalar(isInFlow: false, column: column)
      endLine()
    case ..<60:
      text += " "
      flow(depth: depth, column: column)
      endLine()
    case ..<80:
      if isInList, anchor.isEmpty, chance(70) {
        text += " "
        writeMapping(column + 2, depth: depth, isInline: true)
      } else {
        endLine()
        writeMapping(inner, depth: depth)
      }
    default:
      if isInList, anchor.isEmpty, chance(40) {
        text += " "
        writeList(column + 2, depth: depth, isInline: true)
      } else {
        endLine()
        writeList(!isInList && chance(30) ? column : inner, depth: depth)
      }
    }
  }

  /// Space in brackets: perhaps with line breaks and comments.
  private mutating func flowSpace(_ column: Int) {
    switch random.next(14) {
    case 0:
      endLine(60)
      interlude(column)
      text += String(repeating: " ", count: column + 1 + random.next(6))
    case 1: text += "  "
    case 2: break
    default: text += " "
    }
  }

  private mutating func flow(depth: Int, column: Int) {
    let isMapping = chance(55)
    text += isMapping ? "{" : "["
    let count = random.next(depth > 5 ? 2 : 5)
    var keys = Set<String>()
    for index in 0..<count {
      flowSpace(column)
      if isMapping {
        var key = one(Self.keys)
        while !keys.insert(key).inserted { key += "x" }
        text += "\(key):"
        flowSpace(column)
        if !text.hasSuffix(" ") { text += " " }
      } else if chance(3) {
        text += "pair: "
      }
      if depth < 6, chance(35) {
        flow(depth: depth + 1, column: column)
      } else if chance(3), !anchors.isEmpty {
        text += "*\(one(anchors)) "
      } else {
        scalar(isInFlow: true, column: column)
      }
      if index + 1 < count || chance(10) {
        flowSpace(column)
        text += ","
      }
    }
    flowSpace(column)
    text += isMapping ? "}" : "]"
  }

  // MARK: - Scalars

  private mutating func scalar(isInFlow: Bool, column: Int) {
    switch random.next(20) {
    case 0...7: text += one(Self.plain)
    case 8...10: text += one(Self.quoted)
    case 11: text += one(Self.keys).first == "\"" ? "x" : "word"
    case 12:
      text += one([
        "1", "-7", "0x1F", "0o17", "010", "1e3", ".5", "1.", "+4", "true", "False", "~", "null", "NULL",
      ])
    case 13:
      text += one(["yes", "no", "On", "1:30", "1_000", "0b11", "2026-11-20", "y", "=", "1.2.3", "0777_1"])
    case 14, 15:
      // Several lines.
      let quote = one(["", "\"", "'"])
      text += quote + "first"
      for _ in 0...random.next(2) {
        breakLine()
        if !quote.isEmpty, chance(20) { breakLine() }
        text +=
          String(repeating: " ", count: column + 1 + random.next(4))
          + one(["second line", "and “more” é", "x - y"])
      }
      if quote == "\"", chance(30) {
        text += " \\"; breakLine(); text += String(repeating: " ", count: column + 2) + "\\  joined"
      }
      text += quote
    case 16: text += "a long text " + String(repeating: "of many words ", count: 1 + random.next(12)) + "here"
    default:
      text +=
        isInFlow
        ? "w\(random.next(100))"
        : one(["a, b", "x [y] {z}", "it's", "say \"no\"", "back\\slash", "a#b", "a:b", "http://x.y/z?q=1"])
    }
  }

  private mutating func blockScalar(_ column: Int) {
    let inner = 1 + random.next(4)
    let isIndicated = chance(30)
    text += one([" |", " >"])
    if isIndicated { text += "\(inner)" }
    text += one(["", "", "-", "+"])
    endLine(20)
    let indentation = String(repeating: " ", count: column + inner)
    if chance(10) { breakLine() }
    for index in 0...random.next(4) {
      if index > 0, chance(20) { breakLine() }
      let more = (isIndicated || index > 0) && chance(20) ? "  " : ""
      text +=
        indentation + more
        + one(["text", "# no comment", "é 日本", "key: value", "tab\tinside", "- item", "trailing  "])
      breakLine()
    }
    if chance(15) { breakLine() }
  }

  private static let keys = [
    "a", "b", "key", "id", "when", "then", "rules", "responders", "name", "version", "do", "do", "title",
    "\"q k\"",
    "'it''s'", "http.route", "yes", "on", "010", "0", "null", "é", "a b", "x-y", "\"1:2\"",
  ]
  private static let plain = [
    "word", "two words", "{error.message}x".replacingBraces, "5xx", "com.shop.*", "café", "日本語", "a-b", "-x",
    "100%",
    "400..<500", "$name", "Really!", "a_b", "x/y",
  ]
  private static let quoted = [
    "\"{error.message}\"", "'single'", "\"\"", "''", "\"yes\"", "'no'", "\"1\"", "\"a: b\"", "'# no'",
    "\"tab\\t\"",
    "\"\\u00e9\\x41\"", "\"line\\nbreak\"", "'it''s'", "\"say \\\"x\\\"\"", "'say \"x\" it''s'", "\" lead\"",
    "\"trail \"",
    "\"null\"", "\"~\"", "'- x'", "\"a\\\\b\"", "\"1:30\"", "\"0o7\"", "\"\\u2028\"", "\"[x]\"", "\"&a\"",
    "\"*a\"",
    "\"---\"", "\"...\"", "\"?\"", "\"? x\"", "\"-\"", "\"a:\"", "\":a\"", "\"%x\"", "\"@x\"", "\"`x\"",
    "\"!x\"", "\"\\a\"",
  ]
}

extension String {
  fileprivate var replacingBraces: String { filter { $0 != "{" && $0 != "}" } }
}

/// Numbers that are the same on every machine.
struct SplitMix {
  private var state: UInt64

  init(_ seed: UInt64) {
    // Neighbouring seeds must not walk along one another's numbers.
    state = (seed &+ 1) &* 0xD134_2543_DE82_EF95
    state = (state ^ (state >> 29)) &* 0xA076_1D64_78BD_642F
  }

  mutating func next(_ bound: Int) -> Int {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return Int((z ^ (z >> 31)) % UInt64(bound))
  }
}
