@testable import Bytes
@testable import Records
@testable import Engine
import RuleEngine
import Testing

@Suite("The key for kinds of errors")
struct KindCacheTests {
  /// The key of a record between others in a stream; nil if it has none.
  private func key(_ line: String) -> KindKey? {
    var record = ErrorRecord()
    var bytes = Buffer<UInt8>()
    for byte in line.utf8 { bytes.append(byte) }
    bytes.append(UInt8(ascii: "\n"))
    for byte in #"{"type":"Next","domain":"next","code":7}"#.utf8 { bytes.append(byte) }
    let padded = bytes.padded()
    guard record.read(lineAt: 0, of: padded) != nil else { return nil }
    var key = KindKey()
    return record.writeKindKey(to: &key) ? key : nil
  }

  private func isSame(_ left: KindKey?, _ right: KindKey?) -> Bool? {
    guard let left, let right else { return nil }
    #expect(!(left == right) || left.hash == right.hash)
    return left == right
  }

  @Test("consists of domain, type, case and code, whatever surrounds them")
  func alike() {
    let one = key(#"{"type":"Shop.Error","domain":"shop","case":"late","code":4}"#)
    #expect(
      isSame(one, key(#"{"code":4,"message":"x","case":"late","domain":"shop","type":"Shop.Error"}"#)) == true
    )
    #expect(
      isSame(one, key(#"{"code": 4, "case": "late", "domain": "shop", "type": "Shop.Error", "code": 4}"#))
        == true
    )
  }

  @Test(
    "differs if any part differs or is missing",
    arguments: [
      #"{"type":"Shop.Errors","domain":"shop","case":"late","code":4}"#,
      #"{"type":"Shop.Erro","domain":"shop","case":"late","code":4}"#,
      #"{"type":"Shop.Error\u0000","domain":"shop","case":"late","code":4}"#,
      #"{"type":"Shop.Error","domain":"shoq","case":"late","code":4}"#,
      #"{"type":"Shop.Error","domain":"","case":"late","code":4}"#,
      #"{"type":"Shop.Error","case":"late","code":4}"#,
      #"{"type":"Shop.Error","domain":null,"case":"late","code":4}"#,
      #"{"type":"Shop.Error","domain":"shop","code":4}"#,
      #"{"type":"Shop.Error","domain":"shop","case":"late","code":5}"#,
      #"{"type":"Shop.Error","domain":"shop","case":"late","code":0}"#,
      #"{"type":"Shop.Error","domain":"shop","case":"late"}"#,
      #"{"type":"Shop.Error","domain":"late","case":"shop","code":4}"#,
    ]
  )
  func apart(_ other: String) {
    let one = key(#"{"type":"Shop.Error","domain":"shop","case":"late","code":4}"#)
    #expect(isSame(one, key(other)) ?? false == false)
  }

  @Test("differs by lengths that the words do not show")
  func lengths() {
    // No byte of a text is zero, but an empty text is all zeros.
    #expect(isSame(key(#"{"type":"","code":4}"#), key(#"{"domain":"","code":4}"#)) == false)
    #expect(isSame(key(#"{"type":"","code":4}"#), key(#"{"message":"","code":4}"#)) == false)
    let longest = String(repeating: "n", count: 32)
    #expect(isSame(key(#"{"type":"\#(longest)"}"#), key(#"{"type":"\#(longest.dropLast())"}"#)) == false)
  }

  @Test("differs for long types and codes that are texts, by every byte and by whose they are")
  func longTexts() {
    func texts(_ count: Int) -> [String] {
      let text = String(repeating: "n", count: count)
      return [text, text.dropLast() + "x", "x" + text.dropFirst()]
    }
    var keys: [String: KindKey] = [:]
    func add(_ members: [String: String]) {
      let line = members.sorted { $0.key < $1.key }.map { #""\#($0.key)":"\#($0.value)""# }.joined(
        separator: ","
      )
      keys[line] = key("{\(line)}")
    }
    for text in [1, 8, 9, 16, 31, 32, 33, 40, 63, 64].flatMap({ texts($0) }) {
      for field in ["type", "code", "domain", "case"] {
        add([field: text])
        for other in ["type", "code", "domain", "case"] where other != field {
          for short in ["n", "nnnnnnnnn"] { add([field: text, other: short]) }
        }
      }
      add(["type": text, "code": text])
    }
    keys[#""code":8"#] = key(#"{"code":8}"#)
    #expect(keys.count > 400)
    for (line, key) in keys {
      for (other, otherKey) in keys where line < other {
        if key == otherKey { Issue.record("\(line) and \(other) have the same key") }
      }
    }
  }

  @Test(
    "is missing for unusual records, for which value classes are used",
    arguments: [
      #"{"type":"a\tb"}"#, #"{"type":"A","is":["Error"]}"#, #"{"type":"A","code":-0}"#,
      #"{"type":"A","code":""}"#, #"{"type":"A","code":"a\tb"}"#,
      #"{"type":"nnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnn","case":"c","domain":"d"}"#,
      #"{"type":"A","case":"c","domain":"d","code":"nnnnnnnnn"}"#,
    ]
  )
  func unusual(_ line: String) {
    let isTold = key(line) != nil
    #expect(!isTold)
  }

  @Test("finds its kind in a cache, unless the cache evicted it")
  func cache() throws {
    var cache = KindCache()
    let keys = (0..<1_000).compactMap { key(#"{"type":"Shop.Error","code":\#($0)}"#) }
    #expect(keys.count == 1_000)
    for (index, key) in keys.enumerated() {
      cache.remember(key, key.hash, kind: Index(index), identity: UInt64(index))
    }
    var found = 0
    for (index, key) in keys.enumerated() {
      guard let place = cache.find(key, key.hash) else { continue }
      #expect(cache[place].kind == Index(index) && cache[place].identity == UInt64(index))
      found += 1
    }
    // Kinds may evict one another, but most of these fit.
    #expect(found > 900)
    cache.clear()
    #expect(cache.find(keys[0], keys[0].hash) == nil)
  }
}
