import ErrorStreams
import Foundation
import RuleEngine
import Testing

@Suite("Requests, which are no operations")
struct RequestTests {
  struct Log: CustomTestStringConvertible {
    let format: String
    let lines: [String]
    let request: String
    let route: String
    /// Those of each line.
    var operations: [String?] = [nil, nil]

    var testDescription: String { format }
  }

  /// Two lines each, of different clients with the same request.
  static let logs: [Log] = [
    Log(
      format: "access",
      lines: [1, 2].map {
        #"10.0.0.\#($0) - - [26/Nov/2026:18:00:00 +0000] "GET /pay/143?page=2 HTTP/1.1" 503 10 "-" "a""#
      },
      request: "GET /pay/143?page=2 HTTP/1.1",
      route: "/pay/<n>"
    ),
    Log(
      format: "access-json",
      lines: [1, 2].map {
        #"{"time":"2026-11-26T18:00:00+00:00","remote_addr":"10.0.0.\#($0)","request":"GET /pay/143 HTTP/1.1","status":"503"}"#
      },
      request: "GET /pay/143 HTTP/1.1",
      route: "/pay/<n>"
    ),
    Log(
      format: "access-json",
      lines: ["a1", "a2"].map {
        #"{"time":"2026-11-26T18:00:00+00:00","method":"GET","path":"/pay","status":503,"request_id":"\#($0)"}"#
      },
      request: "/pay",
      route: "/pay",
      operations: ["a1", "a2"]
    ),
    Log(
      format: "access-json",
      lines: ["", "-"].map {
        #"{"time":"2026-11-26T18:00:00+00:00","method":"GET","path":"/pay","status":503,"request_id":"\#($0)"}"#
      },
      request: "/pay",
      route: "/pay"
    ),
    Log(
      format: "logfmt-access",
      lines: ["r1", "r2"].map {
        #"at=error code=H12 desc="Request timeout" method=GET path="/pay/7" host=shop.example request_id=\#($0) status=503"#
      },
      request: "/pay/7",
      route: "/pay/<n>",
      operations: ["r1", "r2"]
    ),
    Log(
      format: "traefik",
      lines: [1, 2].map {
        #"{"ClientHost":"10.0.0.\#($0)","DownstreamStatus":502,"RequestMethod":"GET","RequestPath":"/pay","StartUTC":"2026-11-26T18:00:00Z"}"#
      },
      request: "/pay",
      route: "/pay"
    ),
    Log(
      format: "haproxy",
      lines: [1, 2].map {
        #"10.0.1.\#($0):33317 [06/Feb/2026:12:14:14.655] http-in static/srv1 10/0/30/-1/109 503 2750 - - SH-- 1/1/1/1/0 0/0 "GET /a/77 HTTP/1.1""#
      },
      request: "GET /a/77 HTTP/1.1",
      route: "/a/<n>"
    ),
    Log(
      format: "elb",
      lines: ["aaaa", "bbbb"].map {
        #"http 2026-11-30T22:23:00.186641Z app/lb/50 10.0.0.1:2817 - 0.000 0.001 0.000 502 - 34 366 "GET http://shop.example:80/a/7?b=1 HTTP/1.1" "curl" - - arn:aws:x "Self=1-0-\#($0);Root=1-58-\#($0)" "-" "-" 0 2026-11-30T22:22:48.364000Z "forward" "-" "-" "-" "-" "-" "-""#
      },
      request: "GET http://shop.example:80/a/7?b=1 HTTP/1.1",
      route: "/a/<n>",
      operations: ["1-58-aaaa", "1-58-bbbb"]
    ),
    Log(
      format: "envoy",
      lines: ["\"c1\"", "\"-\""].map {
        #"[2026-11-21T01:41:19.310Z] "GET /pay HTTP/1.1" 503 UF 0 91 5 - "10.0.35.28" "curl" \#($0) "shop.example" "10.0.2.1:80""#
      },
      request: "GET /pay HTTP/1.1",
      route: "/pay",
      operations: ["c1", nil]
    ),
    Log(
      format: "w3c-extended",
      lines: ["#Fields: date time cs-method cs-uri-stem sc-status"]
        + [1, 2].map { "2026-05-02 17:42:1\($0) GET /orders/9.htm 503" },
      request: "/orders/9.htm",
      route: "/orders/<n>.htm"
    ),
    Log(
      format: "nginx-error",
      lines: [1, 2].map {
        #"2026/11/22 06:28:39 [error] 12813#12813: *2 connect() failed, client: 10.0.0.\#($0), server: shop.example, request: "GET /pay?order=42 HTTP/1.1", host: "shop.example""#
      },
      request: "GET /pay?order=42 HTTP/1.1",
      route: "/pay"
    ),
    Log(
      format: "django",
      lines: [1, 2].map { #"[22/Nov/2026 06:28:3\#($0)] "GET /pay/1 HTTP/1.1" 503 10"# },
      request: "GET /pay/1 HTTP/1.1",
      route: "/pay/<n>"
    ),
    Log(
      format: "otlp",
      lines: ["00000000000000000000000000000000", "5b8efff798038103d269b633813fc60c"].map {
        #"{"resourceLogs":[{"scopeLogs":[{"logRecords":[{"timeUnixNano":"1795314152827870464","severityNumber":17,"body":{"stringValue":"failed"},"traceId":"\#($0)","attributes":[{"key":"http.route","value":{"stringValue":"/orders/{id}"}}]}]}]}]}"#
      },
      request: "/orders/{id}",
      route: "/orders/{id}",
      operations: [nil, "5b8efff798038103d269b633813fc60c"]
    ),
    Log(
      format: "gcp",
      lines: ["i1", "i2"].map {
        #"{"insertId":"\#($0)","logName":"projects/p/logs/requests","timestamp":"2026-11-21T01:41:19Z","severity":"ERROR","trace":"projects/p/traces/\#($0)","httpRequest":{"requestUrl":"https://shop.example/pay/5?a=b","status":503}}"#
      },
      request: "https://shop.example/pay/5?a=b",
      route: "/pay/<n>",
      operations: ["projects/p/traces/i1", "projects/p/traces/i2"]
    ),
    Log(
      format: "ecs",
      lines: ["t1", "t2"].map {
        #"{"@timestamp":"2026-11-22T02:22:32.521Z","log.level":"error","message":"failed","ecs.version":"1.6.0","trace.id":"\#($0)","url":{"path":"/pay/3"}}"#
      },
      request: "/pay/3",
      route: "/pay/<n>",
      operations: ["t1", "t2"]
    ),
  ]

  private static func text(_ field: String, _ record: String) -> String? {
    guard let range = record.range(of: "\"\(field)\":\"") else { return nil }
    return String(record[range.upperBound...].prefix { $0 != "\"" })
  }

  @Test("A request line, a URL or a path is two attributes, and only an id is an operation", arguments: logs)
  func request(log: Log) throws {
    let read = try ReadStream(Array(log.lines.map { "\($0)\n" }.joined().utf8))
    #expect(read.format == log.format)
    #expect(read.counts.malformed == 0 && read.counts.unread == 0)
    #expect(read.records.map { Self.text("operation", $0) } == log.operations)
    for record in read.records {
      #expect(record.contains(#""attributes":{"request":"\#(log.request)","route":"\#(log.route)""#))
      // The ids stay attributes.
      let operation = Self.text("operation", record)
      #expect(operation.map { record.ranges(of: $0).count >= 2 } ?? true)
    }
  }

  @Test("A route of the log itself goes before one that is made of its request")
  func ownRoute() throws {
    let read = try ReadStream(
      Array(#"{"status":503,"method":"GET","path":"/pay/7","route":"/pay/:order","client":"a"}"#.utf8)
    )
    #expect(read.format == "access-json")
    #expect(
      read.records == [
        #"{"origin":"http","severity":"error","status":503,"message":"/pay/7","attributes":{"request":"/pay/7","method":"GET","route":"/pay/:order","client":"a"}}"#
      ]
    )
  }

  @Test("What is not a request has no route")
  func noRoute() throws {
    let read = try ReadStream(
      Array(#"10.0.0.1 - - [26/Nov/2026:18:00:00 +0000] "\x16\x03\x01" 400 0 "-" "-""#.utf8)
    )
    #expect(
      read.records == [
        #"{"time":"2026-11-26T18:00:00Z","origin":"http","severity":"warning","status":400,"message":"\\x16\\x03\\x01","attributes":{"request":"\\x16\\x03\\x01","client":"10.0.0.1","ident":"-","user":"-","bytes":"0","referrer":"-","agent":"-"}}"#
      ]
    )
  }
}
