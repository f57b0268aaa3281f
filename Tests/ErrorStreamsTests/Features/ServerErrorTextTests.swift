import ErrorStreams
import RuleEngine
import Testing

/// Texts of gRPC Swift 2.4, AsyncHTTPClient 1.33, SwiftNIO 2, Hummingbird 2.26, ServiceLifecycle 2.11 and PostgresNIO 1, as their
/// sources and public logs have them.
@Suite("Errors of servers in Swift, in a member of a log")
struct ServerErrorTextTests {
  @Test(
    "have their type, and a code where the text tells one",
    arguments: [
      ("CancellationError()", #""type":"CancellationError","#),
      ("HTTPError: Not Found, no such order", #""type":"HTTPError","#),
      (
        "ServiceGroupError: errorCode: A service has finished unexpectedly., file: A/B.swift, line: 311 , message: x",
        #""type":"ServiceGroupError","#
      ),
      (
        "PSQLError – Generic description to prevent accidental leakage of sensitive data.",
        #""type":"PSQLError","#
      ),
      (
        #"PSQLError(code: server, serverInfo: [sqlState: 23505, message: duplicate key "orders_pkey"])"#,
        #""type":"PSQLError","code":"23505","#
      ),
      (
        "NIOConnectionError(host: \"db\", port: 5432, dnsAError: nil, dnsAAAAError: nil, connectionErrors: [NIOPosix.SingleConnectionFailure(target: [IPv4]10.0.0.7:5432, error: connection reset (error set): Connection refused (errno: 111))])",
        #""type":"NIOConnectionError","domain":"NSPOSIXErrorDomain","code":111,"platform":"linux","#
      ),
      (
        #"RPCError(code: unavailable, message: "shop is down")"#,
        #""type":"RPCError","domain":"grpc","code":14,"#
      ),
      (
        #"GRPCStatus(code: notFound, message: "no order")"#, #""type":"GRPCStatus","domain":"grpc","code":5,"#
      ),
      (
        "read(descriptor:pointer:size:): Connection reset by peer (errno: 104)",
        #""domain":"NSPOSIXErrorDomain","code":104,"#
      ),
      ("TypeError: x is not a function", #""type":"TypeError","#),
    ]
  )
  func read(text: String, members: String) throws {
    let line = #"{"level":"error","msg":"request failed","err":\#(text.json)}"#
    let record = try #require(try ReadStream(Array("\(line)\n".utf8)).records.first)
    #expect(record.contains(members + #""message":\#(text.json)"#), "\(record)")
    let metadata = "2026-12-05T10:00:01+0000 error api: error=\(text) [Api] request failed"
    let logged = try #require(try ReadStream(Array("\(metadata)\n".utf8)).records.first)
    #expect(logged.contains(members + #""message":\#(text.json)"#), "\(logged)")
  }

  @Test("the code of gRPC Swift is a code of grpc, and its message stands alone")
  func status() throws {
    let text = #"unavailable: "shop is down" (cause: "connect(descriptor:addr:size:): refused (errno: 111)")"#
    let line = #"{"level":"error","msg":"call failed","err":\#(text.json)}"#
    let record = try #require(try ReadStream(Array("\(line)\n".utf8)).records.first)
    #expect(record.contains(#""domain":"grpc","code":14,"message":"shop is down""#), "\(record)")
  }

  @Test(
    "are not seen in other texts",
    arguments: [
      "Error: late", "Errors(1)", "PayError", "PayError(1) and more", "unavailable", "unavailable: now",
      "closed: \"x\"", "can't create table shop (errno: 150)", "payError(1)", "PayError: ",
    ]
  )
  func others(text: String) throws {
    let line = #"{"level":"error","msg":"request failed","err":\#(text.json)}"#
    let record = try #require(try ReadStream(Array("\(line)\n".utf8)).records.first)
    #expect(!record.contains(#""domain""#) && !record.contains(#""code""#), "\(record)")
  }
}
