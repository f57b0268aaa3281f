import RuleEngine
import Testing

@Suite("The reader of rule files")
struct SourceReaderTests {
  private func read(_ name: String, _ bytes: [UInt8], _ limits: Limits = Limits()) -> Reading {
    var diagnostics = Diagnostics()
    let reading = SourceReader(limits: limits).read(name: name, bytes: bytes, into: &diagnostics)
    return Reading(reading.file, limits) { _, _, all in
      all = diagnostics
      return reading.node
    }
  }

  private func read(_ name: String, _ text: String) -> Reading { read(name, Array(text.utf8)) }

  @Test("selects the format by the file extension")
  func endings() {
    #expect(read("a.json", "{\"a\": 1}").outline == #"{"a": 1}"#)
    #expect(read("a.JSON", "{a: 1}").findings == ["syntax-error 1:2-3"])
    #expect(read("rules/a", "a: 1").findings == ["unknown-file-kind 1:1-1"])
    #expect(read("a.toml", "a = 1").findings == ["unknown-file-kind 1:1-1"])
  }

  @Test("selects YAML by the file extension", .enabled(if: YAMLEvents.isSupported))
  func yamlEndings() {
    #expect(read("a.yaml", "a: 1").outline == #"{"a": 1}"#)
    #expect(read("HEAD~1:x/a.b.yml", "a: 1").outline == #"{"a": 1}"#)
  }

  @Test("reports an empty file", arguments: ["", " \n", "\u{FEFF}", "\u{FEFF}\n"])
  func empty(text: String) {
    #expect(read("a.json", text).findings == ["empty-file 1:1-1"])
    if YAMLEvents.isSupported { #expect(read("a.yaml", text).findings == ["empty-file 1:1-1"]) }
  }

  @Test("rejects a file that is too large by the limit's name, without reading it")
  func tooLarge() {
    var limits = Limits()
    limits.ruleFileBytes = 10
    #expect(read("a.json", Array("[12345678]".utf8), limits).findings == [])
    let reading = read("a.json", Array("[123456789]".utf8), limits)
    #expect(
      reading.messages.first?.hasSuffix(
        "The limit rule-file-bytes is 10; raise it with --limit rule-file-bytes=N."
      ) == true
    )
  }

  /// A text in UTF-16, with or without a byte order mark.
  private static func utf16(_ text: String, isBigEndian: Bool, mark: Bool = true) -> [UInt8] {
    ((mark ? [0xFEFF] : []) + Array(text.utf16)).flatMap { unit in
      let (high, low) = (UInt8(unit >> 8), UInt8(unit & 0xFF))
      return isBigEndian ? [high, low] : [low, high]
    }
  }

  private static func utf32(_ text: String, isBigEndian: Bool, mark: Bool = true) -> [UInt8] {
    ((mark ? [0xFEFF] : []) + text.unicodeScalars.map(\.value)).flatMap { scalar in
      let bytes = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: scalar >> UInt32($0)) }
      return isBigEndian ? bytes : bytes.reversed()
    }
  }

  @Test("reads UTF-8 and UTF-16 with a byte order mark", arguments: [true, false])
  func byteOrderMarks(isBigEndian: Bool) {
    let text = "{\"é😀\": [\"x\", 1, 1 ] }"
    #expect(read("a.json", "\u{FEFF}" + text).outline == "{\"é😀\": [\"x\", 1, 1]}")
    let reading = read("a.json", Self.utf16(text, isBigEndian: isBigEndian))
    #expect(reading.outline == "{\"é😀\": [\"x\", 1, 1]}")
    #expect(reading.node?.members?.first?.value.range.place == "1:8-20")
    #expect(
      read("a.json", Self.utf16("{\"é\": ]", isBigEndian: isBigEndian)).findings == ["syntax-error 1:7-8"]
    )
    if YAMLEvents.isSupported {
      #expect(
        read("a.yaml", Self.utf16("a: 1\nb: é\n", isBigEndian: isBigEndian)).outline == #"{"a": 1, "b": "é"}"#
      )
    }
  }

  @Test(
    "rejects UTF-32, and UTF-16 without a byte order mark, and says what to do",
    arguments: [true, false],
    ["a.json", "a.yaml"]
  )
  func otherEncodings(isBigEndian: Bool, name: String) {
    let files = [
      Self.utf16("{\"a\": 1}", isBigEndian: isBigEndian, mark: false),
      Self.utf32("{\"a\": 1}", isBigEndian: isBigEndian),
      Self.utf32("{\"a\": 1}", isBigEndian: isBigEndian, mark: false),
    ]
    for bytes in files {
      let reading = read(name, bytes)
      #expect(reading.findings == ["not-utf8 1:1-1"])
      #expect(reading.messages.first?.hasSuffix("Save it as UTF-8.") == true)
    }
  }

  @Test("reports half a surrogate pair in UTF-16", arguments: [true, false])
  func brokenUTF16(isBigEndian: Bool) {
    let lone: [UInt8] = isBigEndian ? [0xD8, 0x00] : [0x00, 0xD8]
    let text = Self.utf16("[\n\"a", isBigEndian: isBigEndian)
    #expect(
      read("a.json", text + lone + Self.utf16("\"]", isBigEndian: isBigEndian, mark: false)).findings == [
        "not-utf8 2:3-4"
      ]
    )
    #expect(read("a.json", text + [0x61]).findings == ["not-utf8 2:3-4"])
  }

  @Test(
    "reports the position of invalid UTF-8",
    arguments: [
      ("overlong", [0xC0, 0xAF]), ("overlong in three bytes", [0xE0, 0x80, 0xAF]),
      ("surrogate", [0xED, 0xA0, 0x80]),
      ("truncated", [0xE2, 0x82]), ("truncated in four bytes", [0xF0, 0x9F, 0x98]),
      ("lone continuation", [0x80]),
      ("beyond Unicode", [0xF4, 0x90, 0x80, 0x80]), ("Latin 1", [0xE9]), ("no lead", [0xFF]),
      ("five bytes", [0xF8, 0x88, 0x80, 0x80, 0x80]),
    ] as [(String, [UInt8])],
    ["a.json", "a.yaml"]
  )
  func notUTF8(fault: (name: String, bytes: [UInt8]), name: String) {
    for (before, place) in [("", "1:1"), ("[ \"é\",\n\"é", "2:3"), ("\u{FEFF}# ü\r\n# ", "2:3")] {
      for after in ["", " x", "\"]\n"] {
        let reading = read(name, Array(before.utf8) + fault.bytes + Array(after.utf8))
        #expect(reading.findings.count == 1)
        #expect(reading.findings.first?.hasPrefix("not-utf8 \(place)-") == true, "\(reading.findings)")
      }
    }
  }

  @Test("rejects binary data", arguments: ["a.json", "a.yaml"])
  func binary(name: String) {
    #expect(read(name, Array("a: 1\nb\0: 2".utf8)).findings == ["binary-file 2:2-3"])
    #expect(
      read(name, [0x7F, 0x45, 0x4C, 0x46, 0x02, 0x01, 0x01, 0x00, 0xFF, 0xFE]).findings == [
        "binary-file 1:8-9"
      ]
    )
    #expect(
      read(name, [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0x00]).findings == ["binary-file 3:1-2"]
    )
  }

  @Test("rejects control characters in YAML with their position", .enabled(if: YAMLEvents.isSupported))
  func controlCharacters() {
    let codes = Array(1..<0x20) + [0x7F, 0x80, 0x9F, 0xFFFE] as [UInt32]
    for scalar in codes.compactMap(Unicode.Scalar.init) where !["\t", "\n", "\r"].contains(scalar) {
      let reading = read("a.yaml", "é: 1\nb: é\(Character(scalar))\n")
      #expect(reading.findings == ["syntax-error 2:5-6"], "\(scalar.value)")
    }
    for scalar in ["\t", "\u{85}", "\u{A0}", "\u{FEFF}", "\u{FFFD}", "\u{10FFFF}"] {
      #expect(read("a.yaml", "a: \"\(scalar)x\"\n").findings == [], "\(scalar.debugDescription)")
    }
  }
}
