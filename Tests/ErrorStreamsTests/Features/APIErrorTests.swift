import ErrorStreams
import Foundation
import Testing

/// Errors of APIs, one on each line, in the shapes that their documentation has.
@Suite("Errors of APIs as JSON")
struct APIErrorTests {
  private static func members(_ record: String) throws -> [String: String] {
    let object = try JSONSerialization.jsonObject(with: Data(record.utf8)) as? [String: Any] ?? [:]
    return object.mapValues { "\($0)" }
  }

  private static func check(_ lines: [String], _ expected: [[String: String]]) throws {
    let read = try ReadStream(Array("\(lines.joined(separator: "\n"))\n".utf8))
    #expect(read.format == "api-error")
    #expect(read.counts.malformed == 0, "\(read.rejected)")
    #expect(read.counts.notErrors == lines.count - expected.count)
    #expect(read.records.count == expected.count, "\(read.records)")
    for (record, members) in zip(read.records, expected) {
      let found = try Self.members(record)
      for (name, value) in members {
        // An empty value stands for a member that is not there.
        #expect(found[name] == (value.isEmpty ? nil : value), "\(name) of \(record)")
      }
    }
  }

  @Test("An answer of an HTTP API has type, code, status and message of its object “error”")
  func http() throws {
    try Self.check(
      [
        #"{"status":429,"error":{"type":"insufficient_quota","code":"insufficient_quota","message":"Quota exceeded"}}"#,
        #"{"time":"2026-11-27T10:00:00Z","status":429,"error":{"type":"rate_limit_error","message":"Slow down"},"retry_after":"20s"}"#,
        #"{"error":{"code":429,"message":"Quota exceeded","status":"RESOURCE_EXHAUSTED"}}"#,
        #"{"type":"error","error":{"type":"overloaded_error","message":"Overloaded"},"request_id":"req_1"}"#,
        #"{"error":{"message":"Token expired","type":"OAuthException","code":190}}"#,
        #"{"error":{"status":404,"message":"No such track"}}"#,
        #"{"error":"invalid_grant","error_description":"Refresh token expired"}"#,
        #"{"error":{"root_cause":[],"type":"index_not_found_exception","reason":"no such index [x]"},"status":404}"#,
        #"{"ts":1795820204.5,"method":"POST","path":"/v1/messages/17","status":529,"error":{"code":"overloaded","message":"Overloaded"}}"#,
      ],
      [
        [
          "status": "429", "type": "insufficient_quota", "code": "insufficient_quota",
          "message": "Quota exceeded",
        ],
        [
          "status": "429", "type": "rate_limit_error", "code": "", "message": "Slow down",
          "time": "2026-11-27T10:00:00Z", "retryAfter": "20s",
        ],
        ["status": "429", "code": "RESOURCE_EXHAUSTED", "message": "Quota exceeded", "type": ""],
        ["type": "overloaded_error", "message": "Overloaded", "severity": "error"],
        ["type": "OAuthException", "code": "190", "status": "", "message": "Token expired"],
        ["status": "404", "message": "No such track"],
        ["code": "invalid_grant", "message": "Refresh token expired"],
        ["status": "404", "type": "index_not_found_exception", "message": "no such index [x]"],
        ["status": "529", "code": "overloaded", "time": "2026-11-27T22:56:44.500Z"],
      ]
    )
  }

  @Test("In JSON-RPC an error is one, and neither a request nor a result is")
  func rpc() throws {
    try Self.check(
      [
        #"{"jsonrpc":"2.0","method":"sum","params":{"a":1},"id":1}"#,
        #"{"jsonrpc":"2.0","error":{"code":-32603,"message":"Internal error","data":{"status":503}},"id":1}"#,
        #"{"jsonrpc":"2.0","result":{"error":{"code":3},"a":[1]},"id":2}"#,
        #"{"jsonrpc":"2.0","result":19,"error":null,"id":3}"#,
        #"{"jsonrpc":"2.0","method":"notifications/progress"}"#,
        #"{"jsonrpc":"2.0","error":{"code":-32601,"message":"Method not found","data":"x"},"id":"4"}"#,
      ],
      [
        ["code": "-32603", "message": "Internal error", "status": "503", "severity": "error"],
        ["code": "-32601", "message": "Method not found", "status": ""],
      ]
    )
  }

  @Test("A tool's result in MCP is an error if it says so, and its first text is the message")
  func tools() throws {
    try Self.check(
      [
        #"{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"pay","arguments":{}}}"#,
        #"{"jsonrpc":"2.0","id":3,"result":{"isError":true,"content":[{"type":"text","text":"Card declined"},{"type":"text","text":"Try again"}]}}"#,
        #"{"jsonrpc":"2.0","id":4,"result":{"isError":false,"content":[{"type":"text","text":"paid"},{"type":"text","text":"twice"}]}}"#,
        #"{"jsonrpc":"2.0","id":5,"result":{"content":[{"type":"text","text":"paid"}]}}"#,
        #"{"content":[{"type":"text","text":"No such file"}],"isError":true}"#,
      ],
      [
        ["message": "Card declined", "severity": "error", "underlying": ""],
        ["message": "No such file", "severity": "error"],
      ]
    )
  }

  @Test("A batch of answers is a list of them")
  func batch() throws {
    let read = try ReadStream(
      Array(
        #"[{"jsonrpc":"2.0","result":7,"id":"1"},{"jsonrpc":"2.0","error":{"code":-32600,"message":"Invalid Request"},"id":null}]"#
          .utf8
      )
    )
    #expect(read.format == "api-error")
    #expect(read.records.count == 1)
    #expect(read.counts.notErrors == 1)
  }

  @Test("The first error of GraphQL's list is the error, with the code of its extensions")
  func graphQL() throws {
    try Self.check(
      [
        #"{"errors":[{"message":"Not logged in","path":["me"],"extensions":{"code":"UNAUTHENTICATED"}},{"message":"b"}],"data":null}"#,
        #"{"data":{"me":{"errors":[{"message":"none"}]}}}"#,
        #"{"errors":[{"message":"Down","extensions":{"code":"BAD_GATEWAY","http":{"status":502}}}],"data":{"me":null}}"#,
        #"{"errors":[{"message":"Syntax Error: Expected Name","locations":[{"line":1,"column":3}]}]}"#,
      ],
      [
        ["message": "Not logged in", "code": "UNAUTHENTICATED", "severity": "error", "underlying": ""],
        ["message": "Down", "code": "BAD_GATEWAY", "status": "502"],
        ["message": "Syntax Error: Expected Name", "code": "", "severity": "error"],
      ]
    )
  }

  @Test("What web frameworks answer has a status, a reason and a time")
  func frameworks() throws {
    try Self.check(
      [
        #"{"timestamp":"2026-11-27T10:00:00.000+00:00","status":500,"error":"Internal Server Error","path":"/x/1"}"#,
        #"{"timestamp":"2026-11-27T10:00:01.000+00:00","status":404,"error":"Not Found","message":"No resource y.","path":"/y"}"#,
        #"{"timestamp":1795820204000,"status":500,"error":"Internal Server Error","exception":"shop.Declined","message":"declined","path":"/x","trace":"shop.Declined: declined\n\tat a.B.c(B.java:3)\nCaused by: java.io.IOException: gone\n\t... 3 more\n"}"#,
        #"{"statusCode":404,"message":"Cannot GET /x","error":"Not Found"}"#,
        #"{"statusCode":500,"code":"FST_ERR_X","error":"Internal Server Error","message":"declined"}"#,
      ],
      [
        ["status": "500", "message": "Internal Server Error", "time": "2026-11-27T10:00:00.000Z"],
        ["status": "404", "message": "No resource y."],
        ["status": "500", "type": "shop.Declined", "message": "declined", "time": "2026-11-27T22:56:44Z"],
        ["status": "404", "message": "Cannot GET /x"],
        ["status": "500", "code": "FST_ERR_X", "message": "declined"],
      ]
    )
  }

  @Test("Our own records, and those of loggers, are not taken for answers")
  func others() throws {
    for (line, format) in [
      (#"{"domain":"shop","code":3,"error":{"code":"x","message":"y"}}"#, "errctl"),
      (#"{"type":"PayError","message":"m","origin":"pay","error":{"code":"x"}}"#, "errctl"),
      (#"{"level":"error","msg":"failed","error":{"code":"x","message":"y"}}"#, "json"),
      (
        #"{"method":"GET","path":"/x","status":502,"error":"upstream timed out"}"#, "access-json"
      ),
      (
        #"{"timestamp":"2026-11-27T10:00:00Z","method":"GET","path":"/x","status":502,"error":"upstream timed out"}"#,
        "access-json"
      ),
      (
        #"{"message":"declined","status":502,"origin":"pay","attributes":{"errors":[{"message":"m"}]}}"#,
        "errctl"
      ),
      (#"{"errors":3,"lines":100,"time":"2026-11-27T10:00:00Z"}"#, "unknown"),
      (#"{"title":"Out of credit","status":403,"detail":"30 left"}"#, "problem"),
    ] {
      #expect(try ReadStream(Array("\(line)\n".utf8)).format == format, "\(line)")
    }
  }
}
