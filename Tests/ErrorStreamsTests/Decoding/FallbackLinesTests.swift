import ErrorStreams
import Foundation
import Replay
import ReplaySupport
import RuleEngine
import TestSupport
import Testing
import Counting

@Suite("Lines that do not fit the format of their stream")
struct FallbackLinesTests {
  /// GoogleCloudPlatform/ops-agent, logging_processor-mongodb/input.log: a line of text, then JSON.
  private static let mongodb = """
    2014-11-03T18:28:32.450-0500 I NETWORK [initandlisten] waiting for connections on port 27017
    {"t":{"$date":"2025-07-21T15:00:28.308+00:00"},"s":"I",  "c":"CONTROL",  "id":23285,   "ctx":"main","msg":"Automatically disabling TLS 1.0"}
    {"t":{"$date":"2025-07-21T15:00:28.309+00:00"},"s":"E",  "c":"NETWORK",  "id":23024, "ctx":"initandlisten","msg":"Failed to unlink socket file","attr":{"path":"/tmp/mongodb-27017.sock","error":"Operation not permitted"}}

    """
  /// The same, logging_processor-cassandra-system/input.log, without the level's column of its first lines.
  private static let cassandra = """
    java.lang.IllegalStateException: not yet
    \tat org.apache.cassandra.db.A.b(A.java:1)
    ERROR: Commit log sync failed
    2025-07-22 11:25:42,154 [CompactionExecutor:2] ERROR org.apache.cassandra.A - Error during compaction
    java.lang.RuntimeException: Out of memory while compacting sstable
    \tat org.apache.cassandra.db.compaction.CompactionTask.runWith(CompactionTask.java:315)
    2025-07-22 11:25:43,154 [CompactionExecutor:2] INFO org.apache.cassandra.A - done

    """
  private static let pino = """
    {"time":1795225279537,"level":30,"pid":17,"hostname":"web-1","msg":"started"}
    2026-11-21 01:41:19,483 ERROR [main] com.shop.Pay - charge failed
    com.shop.Timeout: upstream timed out
    \tat com.shop.Pay.charge(Pay.java:12)

    Caused by: java.net.ConnectException: refused
    \t... 1 more
    plain words of a program
    {"hello":"world"}
    {"message":"a word"}
    {"type":"heartbeat","id":"4"}
    {"type":"TimeoutError","message":"late"}
    {"level":"error"}
    {"time":1795225279538,"level":50,"pid":17,"hostname":"web-1","msg":"boom"}

    """

  @Test("JSON after a first line of text is read in its format, and counted")
  func textThenJSON() throws {
    let read = try ReadStream(Array(Self.mongodb.utf8))
    #expect(read.counts.otherFormats == 2)
    #expect(read.counts.malformed == 0)
    #expect(read.counts.notErrors == 2)
    #expect(read.records.count == 1)
    #expect(read.records.first?.contains("Failed to unlink socket file") == true)
  }

  @Test("Text with a level and another logger's lines are read after a trace")
  func traceThenText() throws {
    let read = try ReadStream(Array(Self.cassandra.utf8))
    #expect(read.counts.malformed == 0)
    #expect(read.records.count == 3)
    #expect(read.records.contains { $0.contains(#""message":"Commit log sync failed""#) })
    #expect(read.records.contains { $0.contains(#""type":"java.lang.RuntimeException""#) })
  }

  @Test(
    "In a JSON log, text with its trace is a record; objects without a level are no errors, one with an unreadable level is rejected"
  )
  func jsonThenText() throws {
    let read = try ReadStream(Array(Self.pino.utf8))
    #expect(read.format == "pino")
    #expect(read.records.count == 3)
    #expect(read.records.first?.contains(#""type":"com.shop.Timeout""#) == true)
    #expect(read.records.first?.contains(#""underlying":[{"type":"java.net.ConnectException""#) == true)
    #expect(read.counts.notErrors == 4)
    #expect(read.counts.otherFormats == 2)
    #expect(read.rejected.map { $0.line } == [8, 13])
    #expect(read.counts.continued == 5)
  }

  @Test("A format that is named is the only one")
  func named() throws {
    let table = FormatTable()
    let read = try ReadStream(Array(Self.pino.utf8), input: .format(try #require(table.named("pino")), table))
    #expect(read.records.count == 1)
    #expect(read.counts.otherFormats == 0)
    #expect(read.counts.malformed == 11)
  }

  @Test("Among a collector's lines, each other line is read by itself")
  func wrapped() throws {
    let text = """
      {"log":"2026-11-21 01:41:19,483 ERROR [main] com.shop.Pay - one\\n","stream":"stderr","time":"2026-11-21T01:41:19.5Z"}
      ERROR: two
      {"log":"ERROR:app:three\\n","stream":"stderr","time":"2026-11-21T01:41:19.5Z"}

      """
    let read = try ReadStream(Array(text.utf8))
    #expect(read.format == "docker")
    #expect(read.records.count == 3)
    #expect(read.counts.otherFormats == 1)
  }

  @Test("Among other JSON, an envelope's header is passed over and its event is an error")
  func envelopes() throws {
    let ecs =
      #"{"@timestamp":"2026-11-21T01:41:19Z","log.level":"ERROR","ecs.version":"1.2.0","message":"one"}"#
    let text = """
      \(ecs)
      {"event_id":"1e5fc69c41514d91b08313e78ebad787","trace":{"environment":"production"}}
      {"type":"event","content_type":"application/json"}
      {"event_id":"1e5fc69c41514d91b08313e78ebad787","level":"error","exception":{"values":[{"type":"KeyError","value":"'user'"}]},"platform":"python"}
      {"event_id":"2e5fc69c41514d91b08313e78ebad787","sent_at":"2026-11-22T02:27:02.904734Z"}
      \(ecs)

      """
    let read = try ReadStream(Array(text.utf8))
    #expect(read.format == "ecs")
    #expect(read.records.count == 3)
    #expect(read.counts.passedOver == 3)
    #expect(read.counts.malformed == 0)
  }

  @Test("Chunk sizes and the number of jobs do not change what is read")
  func chunks() async throws {
    let rules = """
      version: 1
      responders: [ { id: app, rules: [ { id: all, when: {}, then: cancel } ] } ]
      """
    var replays = try Replays(rules: rules)
    replays.options.input = .detected(FormatTable())
    replays.options.limits = Limits()
    let access =
      "10.0.0.1 - - [22/Nov/2026:05:00:01 +0000] \"GET / HTTP/1.1\" 503 12 \"-\" \"curl\"\n"
    for text in [
      Self.mongodb + Self.pino, Self.cassandra + Self.pino + Self.mongodb, Self.pino + Self.cassandra,
      access + Self.cassandra + access, Self.pino + access + Self.cassandra,
    ] {
      let bytes = Array(String(repeating: text, count: 3).utf8)
      let (alone, whole) = try await replays.run([bytes], jobs: 1, chunkSize: 1 << 18)
      #expect(alone.lineCounts.addsUp)
      #expect(alone.lineCounts.otherFormats > 0)
      for size in [61, 97, 256, 600] {
        let (beside, parts) = try await replays.run([bytes], jobs: 3, chunkSize: size)
        #expect(beside.lineCounts == alone.lineCounts, "chunks of \(size)")
        #expect(parts.resolutions == whole.resolutions)
        #expect(parts.rejects == whole.rejects)
        #expect(parts.json == whole.json)
      }
    }
  }
}
