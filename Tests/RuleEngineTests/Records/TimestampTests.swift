import Foundation
import RuleEngine
import TestSupport
import Testing

@Suite("Times")
struct TimestampTests {
  static let moments: [(String, Int64?)] = [
    ("1970-01-01T00:00:00Z", 0),
    ("1970-01-01T00:00:00.000001Z", 1),
    ("1970-01-01T00:00:00.1234567Z", 123_456),
    ("1969-12-31T23:59:59.5Z", -500_000),
    ("2026-11-20T08:15:02.120Z", 1_795_162_502_120_000),
    ("2026-11-20T09:15:02.120+01:00", 1_795_162_502_120_000),
    ("2026-11-19t22:45:02.12-09:30", 1_795_162_502_120_000),
    ("2000-02-29 00:00:00z", 951_782_400_000_000),
    ("1990-12-31T23:59:60Z", 662_688_000_000_000),
    ("1900-02-29T00:00:00Z", nil), ("2026-13-01T00:00:00Z", nil), ("2026-11-20T24:00:00Z", nil),
    ("2026-11-20T08:15:02", nil), ("2026-11-20", nil), ("2026-11-20T08:15:02.Z", nil),
    ("2026-11-20T08:15:02Zx", nil), ("2026-11-20T08:15:02+0100", nil), ("", nil),
    (String(repeating: "\0", count: 11) + "08:15:02Z", nil),
  ]

  @Test("are RFC 3339, to the microsecond", arguments: moments)
  func texts(text: String, microseconds: Int64?) {
    let read = Array(text.utf8).withUnsafeBytes { Timestamp(ByteSlice($0))?.microseconds }
    #expect(read == microseconds)
  }

  @Test("agree with Foundation on random days")
  func againstFoundation() {
    var random = SeededRandom(seed: 7)
    let formatter = ISO8601DateFormatter()
    for _ in 0..<500 {
      let seconds = Int64.random(in: -60_000_000_000..<250_000_000_000, using: &random)
      let text = formatter.string(from: Date(timeIntervalSince1970: Double(seconds)))
      // Foundation uses the Julian calendar before 1582; RFC 3339 does not.
      guard seconds > -12_219_292_800 else { continue }
      let read = Array(text.utf8).withUnsafeBytes { Timestamp(ByteSlice($0))?.microseconds }
      #expect(read == seconds * 1_000_000, "\(text)")
    }
  }

  @Test("parse the same with three fractional digits as with more, whatever a byte is")
  func milliseconds() {
    for text in ["2026-11-20T08:15:02.120Z", "2026-11-20T23:59:60.999Z"] {
      for place in 0...23 {
        for byte in UInt8.min...UInt8.max {
          var short = Array(text.utf8)
          short[place] = byte
          // With 27 bytes, no piece is read together with the next one.
          let long = Array(short[0..<23]) + Array("000".utf8) + Array(short[23...])
          let read = [short, long].map { bytes in
            bytes.withUnsafeBytes { Timestamp(ByteSlice($0))?.microseconds }
          }
          #expect(read[0] == read[1], "\(byte) at \(place)")
        }
      }
    }
  }

  @Test("may be Unix seconds, from year 0 to year 9999")
  func unixSeconds() {
    #expect(Timestamp(unixSeconds: 1.5)?.microseconds == 1_500_000)
    #expect(Timestamp(unixSeconds: -62_167_219_200) != nil)
    #expect(Timestamp(unixSeconds: 253_402_300_800) == nil)
    #expect(Timestamp(unixSeconds: .nan) == nil)
  }

  static let spans: [(String, Int64?)] = [
    ("200ms", 200_000), ("1.5s", 1_500_000), ("10m", 600_000_000), ("2h", 7_200_000_000),
    ("1d", 86_400_000_000), ("0s", 0), ("0.0000015s", 1), ("007s", 7_000_000),
    ("5", nil), ("s", nil), ("-1s", nil), ("1 s", nil), ("1.s", nil), (".5s", nil), ("1e3s", nil),
    ("1S", nil), ("1m30s", nil), ("99999999999999999999d", nil), ("9223372036854775807s", nil),
  ]

  @Test("and durations are a number with a unit", arguments: spans)
  func lengths(text: String, microseconds: Int64?) {
    #expect(TimeSpan(text)?.microseconds == microseconds)
  }
}

@Suite("Numbers")
struct NumberTests {
  @Test("compare by value, without rounding integers")
  func comparing() {
    #expect(Number.integer(500) == .decimal(500.0))
    #expect(Number.integer(9_007_199_254_740_993) != .decimal(9_007_199_254_740_992))
    #expect(Number.integer(9_007_199_254_740_993) > .decimal(9_007_199_254_740_992))
    #expect(Number.integer(.max) < .decimal(0x1p63) && Number.integer(.min) == .decimal(-0x1p63))
    #expect(Number.integer(-1) < .decimal(-0.5) && Number.decimal(-1.5) < .integer(-1))
    #expect(Number.integer(0) == .decimal(-0.0))
    #expect(Number.integer(500).hashValue == Number.decimal(500).hashValue)
  }
}
