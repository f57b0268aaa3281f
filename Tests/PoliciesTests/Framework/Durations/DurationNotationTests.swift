import Source
import Testing

@testable import Policies

@Suite("A notation of durations")
struct DurationNotationTests {
  @Test(
    arguments: [
      ("1m30s", "90s"), ("500ms", "500ms"), ("1.5s", "1500ms"), ("0s", "0s"), ("", nil), ("5", nil),
      ("5 s", nil),
    ] as [(String, String?)]
  )
  func `of Go's has units one after the other`(text: String, shown: String?) {
    let span = GoDuration().span(of: .made(text))
    #expect(span.map { Node(.delay($0), at: Node.made("").range).text } == shown)
  }

  @Test func `of Go's in a policy is a whole number of milliseconds`() throws {
    for text in ["1500us", "0.5ms", "0s"] {
      let value = try policy("\"\(text)\"")
      #expect(value.goDuration() == nil)
      #expect(value.messages.count == 1)
    }
    #expect(try policy("\"0s\"").goDuration(allowsZero: true) != nil)
  }

  @Test func `of protocol buffers is a number of seconds`() {
    #expect(ProtobufDuration().span(of: .made("0.25s")) != nil)
    #expect(ProtobufDuration().span(of: .made("250ms")) == nil)
    #expect(ProtobufDuration().span(of: .made(3)) == nil)
    #expect(LongProtobufDuration().span(of: .made("0.1234567891s")) == 0.1234567891)
  }

  @Test(
    arguments: [
      ("00:00:02", 2), ("1.00:00:00.5", 86_400.5), ("2", 172_800), ("-00:01", -60), ("24:00", nil),
      ("x", nil),
    ] as [(String, Double?)]
  )
  func `of .NET's counts days, and then as a clock does`(text: String, seconds: Double?) {
    #expect(DotNetTimeSpan().span(of: .made(text)) == seconds)
  }

  @Test(
    arguments: [
      ("500ms", 500), ("2m", 120_000), ("1500us", 1), ("PT1.5S", 1_500), ("p1dt1h", 90_000_000), ("7", 7),
      ("-1s", nil), ("1w", nil), ("P", nil),
    ] as [(String, Double?)]
  )
  func `of Spring's is one with a unit, or one of ISO 8601`(text: String, milliseconds: Double?) {
    #expect(SpringDuration().span(of: .made(text)) == milliseconds)
  }

  @Test func `of Airflow's is a number of seconds that Python has`() {
    #expect(SecondsDuration().span(of: .made(90)) == 90)
    #expect(SecondsDuration().span(of: .made("90")) == nil)
    #expect(SecondsDuration().span(of: .made(90_000_000_000_000)) == nil)
  }
}
