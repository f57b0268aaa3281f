import ErrorStreams
import Testing

@Suite("OpenTelemetry's requests under other names, and on consoles")
struct OTLPRequestTests {
  private static func read(_ text: String) throws -> ReadStream {
    let read = try ReadStream(Array(text.utf8))
    #expect(read.format == "otlp")
    #expect(read.counts.malformed == 0, "\(read.rejected)")
    return read
  }

  private static let pythonSpan = #"""
    {
        "name": "charge",
        "context": {
            "trace_id": "0x1f7ecc9d09faaa295c3748ad8dc52c6e",
            "span_id": "0xc404e7df93e6ff8f",
            "trace_state": "[]"
        },
        "kind": "SpanKind.INTERNAL",
        "parent_id": null,
        "start_time": "2026-11-28T00:36:30.753670Z",
        "end_time": "2026-11-28T00:36:30.754583Z",
        "status": {
            "status_code": "ERROR",
            "description": "AppError: declined"
        },
        "attributes": {
            "http.response.status_code": 500
        },
        "events": [
            {
                "name": "exception",
                "timestamp": "2026-11-28T00:36:30.754552Z",
                "attributes": {
                    "exception.type": "shop.AppError",
                    "exception.message": "declined"
                }
            }
        ],
        "links": [],
        "resource": {
            "attributes": {
                "service.name": "shop"
            },
            "schema_url": ""
        }
    }

    """#

  private static let pythonLog = #"""
    {
        "body": "charge failed",
        "severity_number": 17,
        "severity_text": "ERROR",
        "attributes": {
            "exception.type": "AppError",
            "exception.message": "declined"
        },
        "dropped_attributes": 0,
        "timestamp": "2026-11-28T00:36:30.753725Z",
        "observed_timestamp": "2026-11-28T00:36:30.753796Z",
        "trace_id": "0x1f7ecc9d09faaa295c3748ad8dc52c6e",
        "span_id": "0xc404e7df93e6ff8f",
        "trace_flags": 3,
        "resource": {
            "attributes": {
                "service.name": "shop"
            },
            "schema_url": ""
        },
        "event_name": ""
    }

    """#

  @Test("A span that Python's exporter prints on a console is read with its events, status and service")
  func pythonSpan() throws {
    let read = try Self.read(Self.pythonSpan)
    #expect(
      read.records == [
        #"{"time":"2026-11-28T00:36:30.754552Z","origin":"shop","severity":"error","type":"shop.AppError","message":"declined","status":500,"operation":"1f7ecc9d09faaa295c3748ad8dc52c6e","attributes":{"name":"exception","resource":{"service.name":"shop"},"traceId":"1f7ecc9d09faaa295c3748ad8dc52c6e","spanId":"c404e7df93e6ff8f","kind":"SpanKind.INTERNAL","span":"charge"}}"#
      ]
    )
  }

  @Test("A log record on a console is read, and an invalid trace of zeros is not an operation")
  func pythonLog() throws {
    let read = try Self.read(Self.pythonLog)
    let record = try #require(read.records.first)
    #expect(record.hasPrefix(#"{"time":"2026-11-28T00:36:30.753725Z","origin":"shop","severity":"error","#))
    #expect(record.contains(#""type":"AppError","message":"declined""#))
    #expect(record.contains(#""body":"charge failed""#))
    let zeros = Self.pythonLog.replacing(
      "1f7ecc9d09faaa295c3748ad8dc52c6e",
      with: String(repeating: "0", count: 32)
    )
    #expect(try Self.read(zeros).records.first?.contains("operation") == false)
  }

  @Test("A span that ended well is a completion, and a log below a warning no error")
  func fine() throws {
    let span = Self.pythonSpan.replacing("\"ERROR\"", with: "\"UNSET\"")
      .replacing("exception\"", with: "sent\"")
    #expect(try Self.read(span).records.first?.hasPrefix(#"{"completed":true"#) == true)
    let log = Self.pythonLog.replacing("17", with: "9").replacing("exception.", with: "x.")
    let read = try Self.read(log)
    #expect(read.records == [])
    #expect(read.counts.notErrors == 1)
  }

  @Test("A failure on a span and in its log is one, on a console, too")
  func joined() throws {
    let read = try Self.read(Self.pythonLog + Self.pythonSpan)
    #expect(read.records.count == 1)
    #expect(read.counts.joined == 1)
  }

  @Test("What Go's exporters print has other names and lists of attributes")
  func go() throws {
    let span =
      #"{"Name":"charge","SpanContext":{"TraceID":"1f7ecc9d09faaa295c3748ad8dc52c6e","SpanID":"c404e7df93e6ff8f","TraceFlags":"01"},"Parent":{"TraceID":"00000000000000000000000000000000","SpanID":"0000000000000000"},"SpanKind":3,"StartTime":"2026-11-28T00:36:30.753670Z","EndTime":"2026-11-28T00:36:30.754583Z","Attributes":[{"Key":"http.response.status_code","Value":{"Type":"INT64","Value":503}}],"Events":null,"Links":null,"Status":{"Code":"Error","Description":"upstream"},"Resource":[{"Key":"service.name","Value":{"Type":"STRING","Value":"shop"}}],"InstrumentationScope":{"Name":"shop/pay","Version":""}}"#
    let record = try #require(try Self.read(span + "\n").records.first)
    #expect(
      record.hasPrefix(
        #"{"time":"2026-11-28T00:36:30.754583Z","origin":"shop/pay","severity":"error","message":"upstream","status":503,"operation":"1f7ecc9d09faaa295c3748ad8dc52c6e","#
      )
    )
    let log =
      #"{"Timestamp":"0001-01-01T00:00:00Z","ObservedTimestamp":"2026-11-28T00:36:30.753796Z","Severity":17,"SeverityText":"ERROR","Body":{"Type":"String","Value":"charge failed"},"Attributes":[{"Key":"order","Value":{"Type":"Int64","Value":7}}],"TraceID":"1f7ecc9d09faaa295c3748ad8dc52c6e","SpanID":"c404e7df93e6ff8f","Resource":[{"Key":"service.name","Value":{"Type":"STRING","Value":"shop"}}],"Scope":{"Name":"shop/pay"}}"#
    #expect(
      try Self.read(log + "\n").records == [
        #"{"time":"2026-11-28T00:36:30.753796Z","origin":"shop/pay","severity":"error","operation":"1f7ecc9d09faaa295c3748ad8dc52c6e","message":"charge failed","attributes":{"severityText":"ERROR","traceId":"1f7ecc9d09faaa295c3748ad8dc52c6e","spanId":"c404e7df93e6ff8f","resource":{"service.name":"shop"},"scope":{"name":"shop/pay"},"order":7}}"#
      ]
    )
  }

  @Test("The names of Protocol Buffers with underscores are those of OTLP/JSON; keys of attributes stay")
  func underscores() throws {
    let request =
      #"{"resource_logs":[{"resource":{"attributes":[{"key":"service.name","value":{"string_value":"shop"}}]},"scope_logs":[{"log_records":[{"time_unix_nano":"1795826190660527872","severity_number":"SEVERITY_NUMBER_ERROR","body":{"string_value":"charge failed"},"attributes":[{"key":"order_id","value":{"int_value":"42"}}]}]}]}]}"#
    #expect(
      try Self.read(request + "\n").records == [
        #"{"time":"2026-11-28T00:36:30.660527Z","origin":"shop","severity":"error","message":"charge failed","attributes":{"resource":{"service.name":"shop"},"order_id":42}}"#
      ]
    )
  }

  @Test("A part of a request, as Java's exporters log it, is read as one")
  func part() throws {
    let part =
      #"{"resource":{"attributes":[{"key":"service.name","value":{"stringValue":"shop"}}]},"scopeSpans":[{"scope":{"name":"shop.pay"},"spans":[{"traceId":"7befb41270cb22b406a4effb857fd076","spanId":"18487f92d3161274","name":"GET","endTimeUnixNano":"1795825967897358000","status":{"code":2,"message":"down"}}]}]}"#
    #expect(try Self.read(part + "\n").records.first?.contains(#""message":"down""#) == true)
  }

  @Test(
    "Objects that have some of the names alone are none of these",
    arguments: [
      #"{"severity_number":17,"message":"x"}"#, #"{"resource":{"a":1},"attributes":{}}"#,
      #"{"context":{"trace_id":"1"},"level":"error","msg":"x"}"#,
    ]
  )
  func others(line: String) throws {
    #expect(try ReadStream(Array("\(line)\n".utf8)).format != "otlp")
  }

  @Test(
    "Broken and odd ones are never invalid JSON",
    arguments: [
      #"{"context":{"trace_id":5},"resource":[1,{"Key":2}],"status":7,"events":[3,{"name":"exception","attributes":4}],"attributes":[null]}"#,
      #"{"severity_number":17,"resource":"x","body":null,"attributes":{"a":{"b":[]}}}"#,
      #"{"resource_spans":{"a_b":[{"_":1,"__x_":"\"\\"}]},"resource_logs":7}"#,
      #"{"scopeSpans":5,"resource":0}"#,
    ]
  )
  func odd(line: String) throws {
    let read = try ReadStream(Array("\(line)\n".utf8))
    #expect(read.counts.malformed == 0)
  }
}
