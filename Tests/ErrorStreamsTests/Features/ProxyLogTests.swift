import ErrorStreams
import Foundation
import RuleEngine
import Testing

/// Lines of HAProxy 2.6.12 and 3.0.11 and of nginx 1.22.1.
@Suite("Logs of proxies that try again")
struct ProxyLogTests {
  private struct Member {
    let record: [String: Any]
    var attributes: [String: Any] { record["attributes"] as? [String: Any] ?? [:] }

    func has(_ members: [String: String]) -> Bool {
      members.allSatisfy { (record[$0.key] ?? attributes[$0.key]).map { "\($0)" } ?? "none" == $0.value }
    }
  }

  private static func read(_ lines: [String], format: String) throws -> [Member] {
    let read = try ReadStream(Array(lines.map { "\($0)\n" }.joined().utf8))
    #expect(read.format == format)
    #expect(read.counts.malformed == 0 && read.counts.unread == 0)
    return try read.records.map { text in
      Member(
        record: try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
      )
    }
  }

  private static func haproxy(_ status: String, _ state: String, _ connections: String) -> String {
    #"127.0.0.1:59116 [27/Nov/2026:23:35:34.291] web api/B 0/0/401/-1/404 \#(status) 209 - - \#(state) 14/1/0/0/\#(connections) 0/0 "POST /orders/7 HTTP/1.1""#
  }

  @Test(
    arguments: [
      ("503", "SC--", "3", ["status": "503", "attempt": "4", "retries": "3", "severity": "error"]),
      (
        "503", "SC--", "+3",
        ["status": "503", "attempt": "4", "redispatched": "+", "connections": "14/1/0/0/+3"]
      ),
      ("504", "sH--", "0", ["status": "504", "attempt": "1", "redispatched": "none", "method": "POST"]),
      ("404", "----", "2", ["status": "404", "attempt": "3", "severity": "warning"]),
      // In place of a status, of an answer that ended behind a hint.
      ("0", "SD--", "1", ["status": "none", "attempt": "2", "severity": "error"]),
    ]
  )
  func `HAProxy's last failure is the try behind its retries`(
    status: String,
    state: String,
    connections: String,
    members: [String: String]
  ) throws {
    let records = try Self.read([Self.haproxy(status, state, connections)], format: "haproxy")
    #expect(records.count == 1 && records[0].has(members), "\(records)")
  }

  @Test func `an answer behind failed deliveries is a warning`() throws {
    let records = try Self.read(
      ["0", "2", "+1"].map { Self.haproxy("200", "----", $0) },
      format: "haproxy"
    )
    #expect(records.count == 2)
    #expect(
      records[0].has([
        "severity": "warning", "attempt": "3", "retries": "2", "answered": "200", "status": "none",
        "fault": "none",
      ])
    )
    #expect(records[1].has(["attempt": "2", "redispatched": "+", "server": "B", "end": "none"]))
  }

  @Test func `a TCP session tells of its tries, too`() throws {
    let records = try Self.read(
      ["10.0.1.2:33314 [06/Feb/2009:12:12:52.443] fnt bck/srv1 0/-1/5007 0 sC 0/0/0/0/3 0/0"],
      format: "haproxy"
    )
    #expect(records.count == 1 && records[0].has(["attempt": "4", "origin": "bck", "status": "none"]))
  }

  private static func nginx(
    _ level: String,
    _ message: String,
    connection: Int = 301,
    upstream: String = "http://10.0.0.1:80/orders"
  ) -> String {
    #"2026/11/27 23:31:32 [\#(level)] 76#76: *\#(connection) \#(message), client: 127.0.0.1, server: shop.example, request: "GET /orders HTTP/1.1", upstream: "\#(upstream)", host: "shop.example""#
  }

  private static let refused = nginx(
    "error",
    "connect() failed (111: Connection refused) while connecting to upstream"
  )
  private static let leftOut = nginx(
    "warn",
    "upstream server temporarily disabled while connecting to upstream"
  )

  @Test func `a server that is left out is not a failure beside the one that it follows`() throws {
    let records = try Self.read([Self.refused, Self.leftOut], format: "nginx-error")
    #expect(records.count == 1)
    #expect(
      records[0].has([
        "severity": "error",
        "message": "connect() failed (111: Connection refused) while connecting to upstream",
        "method": "GET", "connection": "301", "operation": "none", "disabled": "none",
      ])
    )
  }

  @Test func `a server that is left out after a status is the one sign of its failure`() throws {
    let message = "upstream server temporarily disabled while reading response header from upstream"
    let records = try Self.read([Self.nginx("warn", message)], format: "nginx-error")
    #expect(records.count == 1 && records[0].has(["severity": "warning", "message": message]))
  }

  @Test func `each failed try of a request is a failure, and so is one of another connection`() throws {
    let other = "http://10.0.0.2:80/orders"
    let message = "connect() failed (111: Connection refused) while connecting to upstream"
    let lines = [
      Self.refused, Self.leftOut, Self.nginx("error", message, upstream: other),
      Self.nginx(
        "warn",
        "upstream server temporarily disabled while connecting to upstream",
        upstream: other
      ),
      Self.nginx("error", message, connection: 302),
    ]
    #expect(try Self.read(lines, format: "nginx-error").count == 3)
  }

  /// A chunk of the stream ends where no connection goes on.
  @Test func `a failure and its warning stay together in a long log`() throws {
    let lines = (0..<3_000).flatMap { connection in
      [
        Self.nginx("error", "connect() failed (111: Connection refused)", connection: connection + 1),
        Self.nginx(
          "warn",
          "upstream server temporarily disabled while connecting to upstream",
          connection: connection + 1
        ),
      ]
    }
    let read = try ReadStream(Array(lines.map { "\($0)\n" }.joined().utf8))
    #expect(read.records.count == 3_000)
    #expect(read.counts.joined == 3_000)
  }
}
