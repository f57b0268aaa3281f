import ErrorStreams
import Testing

@Suite("Dead letters of brokers")
struct DeadLetterTests {
  private static func message(_ deaths: String, in path: [String] = ["properties", "headers"]) -> String {
    var text = #"{"x-death":[\#(deaths)],"x-first-death-queue":"wait"}"#
    for name in path.reversed() { text = #"{"routing_key":"orders","message_id":"m7","\#(name)":\#(text)}"# }
    return text
  }

  private static let rejected =
    #"{"count":3,"exchange":"","queue":"orders","reason":"rejected","routing-keys":["orders"],"time":1795994914}"#
  private static let expired =
    #"{"count":1,"exchange":"","queue":"wait","reason":"expired","routing-keys":["wait"],"time":1795994913}"#

  @Test(
    "A message of RabbitMQ tells of its last death",
    arguments: [["properties", "headers"], ["headers"]]
  )
  func lastDeath(path: [String]) throws {
    let text = Self.message(Self.rejected + "," + Self.expired, in: path)
    let read = try ReadStream(Array("[\(text)]".utf8))
    #expect(read.format == "dead-letters")
    let record = try #require(read.records.first)
    #expect(
      record.hasPrefix(
        #"{"time":"2026-11-29T23:28:34Z","origin":"orders","severity":"error","domain":"rabbitmq","type":"rejected","#
          + #""attempt":3,"operation":"m7""#
      ),
      "\(record)"
    )
  }

  @Test("Its content is not kept")
  func content() throws {
    let text = #"{"payload":"card 4111","properties":{"headers":{"x-death":[\#(Self.expired)]}}}"#
    let read = try ReadStream(Array(text.utf8))
    #expect(read.records.count == 1 && !read.records[0].contains("4111"))
  }

  @Test("A message without a death is passed over, and a death that is none rejects nothing")
  func noDeath() throws {
    let read = try ReadStream(Array((Self.message(Self.expired) + "\n" + Self.message("")).utf8))
    #expect(read.records.count == 1 && read.counts.passedOver == 1)
  }

  private static func advisory(_ kind: String, _ rest: String) -> String {
    #"{"type":"io.nats.jetstream.advisory.v1.\#(kind)","id":"q1","timestamp":"2026-11-29T23:27:25.08Z",\#(rest)}"#
  }

  private static let place = #""stream":"ORDERS","consumer":"pay","stream_seq":2,"deliveries":5"#

  @Test(
    "An advisory of JetStream is the failure of a message",
    arguments: [("max_deliver", "error"), ("terminated", "error"), ("nak", "warning")]
  )
  func advisories(kind: String, severity: String) throws {
    let read = try ReadStream(Array(Self.advisory(kind, Self.place).utf8))
    #expect(read.format == "jetstream")
    let record = try #require(read.records.first)
    for part in [
      #""origin":"ORDERS.pay","severity":"\#(severity)""#,
      #""type":"io.nats.jetstream.advisory.v1.\#(kind)""#,
      #""attempt":5,"operation":"ORDERS:2""#,
    ] {
      #expect(record.contains(part), "\(part) in \(record)")
    }
  }

  @Test("Other advisories are no errors, but for answers that are")
  func audits() throws {
    let answer = { (rest: String) in
      Self.advisory(
        "api_audit",
        #""subject":"$JS.API.STREAM.INFO.NOPE","response":"{\"type\":\"x\",\#(rest)}""#
      )
    }
    let read = try ReadStream(
      Array(
        [
          Self.advisory("consumer_action", #""stream":"ORDERS","consumer":"pay","action":"create""#),
          answer(#"\"success\":true"#),
          answer(#"\"error\":{\"code\":404,\"err_code\":10059,\"description\":\"stream not found\"}"#),
        ].joined(separator: "\n").utf8
      )
    )
    #expect(read.counts.notErrors == 2 && read.records.count == 1, "\(read.records)")
    let record = try #require(read.records.first)
    #expect(
      record.contains(#""severity":"warning""#) && record.contains(#""code":10059,"status":404"#)
        && record.contains(#""message":"stream not found""#),
      "\(record)"
    )
  }
}
