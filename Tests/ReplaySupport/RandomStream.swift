import TestSupport

/// A stream of valid, blank, invalid, foreign, long and truncated lines; the same for the same seed.
package struct RandomStream {
  package private(set) var bytes: [UInt8] = []
  /// Lines written.
  package private(set) var lines = 0
  /// The `record-bytes` limit for replays of it.
  package static let lineLimit = 400

  package init(seed: UInt64, lines count: Int) {
    var random = SeededRandom(seed: seed)
    if Bool.random(using: &random) { bytes += [0xEF, 0xBB, 0xBF] }
    for number in 0..<count {
      bytes += Self.line(number, &random)
      lines += 1
      let isLast = number == count - 1
      switch Int.random(in: 0..<8, using: &random) {
      case 0: bytes += Array("\r\n".utf8)
      case 1 where isLast: cut(&random)
      default: bytes += Array("\n".utf8)
      }
    }
  }

  /// Truncates the stream inside its last line, or right after it.
  private mutating func cut(_ random: inout SeededRandom) {
    guard let last = bytes.lastIndex(of: UInt8(ascii: "\n")), last + 2 < bytes.count else {
      bytes.append(UInt8(ascii: "\n"))
      return
    }
    bytes.removeLast(Int.random(in: 0..<(bytes.count - last - 1), using: &random))
  }

  private static func line(_ number: Int, _ random: inout SeededRandom) -> [UInt8] {
    let size = Int.random(in: 0..<300, using: &random)
    switch Int.random(in: 0..<20, using: &random) {
    case 0: return []
    case 1: return Array(repeating: UInt8(ascii: " "), count: Int.random(in: 0..<900, using: &random))
    case 2: return Array("not JSON at all \(number)".utf8)
    case 3: return Array(#"{"status":503,"message":"\#(String(repeating: "x", count: 350 + size))"}"#.utf8)
    case 4: return Array(#"{"level":"info","number":\#(number)}"#.utf8)
    case 5: return Array(#"{"type":"A"#.utf8) + [0xFF, 0xC3] + Array(#""}"#.utf8)
    case 6: return Array(#"[503, {"status":503}]"#.utf8)
    case 7: return Array(#"{"type":"Cut","payload":[1,{"a":"#.utf8)
    case 8: return [0, 0, 0]
    case 9: return Array(#"{"status":409,"answers":["No such button"],"category":"unheard"}"#.utf8)
    case 10: return Array(#"{"domain":"D","code":\#(number % 40),"attempt":"wrong"}"#.utf8)
    case 11: return Array(#"{"event":"opened","with":{"n":\#(number % 3)}}"#.utf8)
    case 12: return Array(#"{"event":"closed","id":"e\#(number)"}"#.utf8)
    default:
      let time = 1_700_000_000 + number - Int.random(in: 0..<5, using: &random)
      return Array(
        """
        {"status":\(400 + Int.random(in: 0..<130, using: &random)),"operation":"op\(number % 7)","time":\(time),\
        \(number % 3 == 0 ? "\"id\":\(number)," : "")"type":"Kind\(number % 13)","message":"\(String(repeating: "é", count: size / 3))"}
        """.utf8
      )
    }
  }
}
