@testable import Records
import Bytes
import RuleEngine
import Testing

@Suite("Kinds of errors")
struct KindPartsTests {
  /// The name and the hash of a record's kind.
  private func kind(_ line: String) throws -> (name: String, hash: UInt64) {
    var record = ErrorRecord()
    var bytes = Buffer<UInt8>()
    for byte in line.utf8 { bytes.append(byte) }
    try #require(record.read(bytes.slice) == nil, "\(line)")
    let identity = record.kindIdentity(known: 0)
    // The part that is cached for a type or a domain leads to the same.
    let isNamed = line.contains(#""type":"#) || line.contains(#""domain":"#)
    #expect(!isNamed || record.kindIdentity(known: record.kindKeyHash) == identity)
    return (record.kindName(), record.kindHash(identity: identity))
  }

  @Test(
    "are named by type and case, else code, else status, else the folded message",
    arguments: [
      (#"{"type":"Shop.Busy","case":"late","code":3,"status":503,"message":"m"}"#, "Shop.Busy.late"),
      (#"{"type":"HTTPError","status":503,"message":"m"}"#, "HTTPError 503"),
      (#"{"type":"PostgresError","code":"23505","status":500}"#, "PostgresError 23505"),
      (#"{"type":"Boom","message":"no 3"}"#, "Boom"),
      (#"{"type":"Boom","attributes":{"http.response.status_code":404}}"#, "Boom 404"),
      (#"{"type":"GRPCCore.RPCError","domain":"grpc","code":14}"#, "GRPCCore.RPCError 14"),
      (#"{"type":"NSRangeException","domain":"SIGNAL","code":6}"#, "NSRangeException 6"),
      (#"{"domain":"NSCocoaErrorDomain","code":640}"#, "NSCocoaErrorDomain 640"),
      (
        #"{"type":"Foundation.CocoaError","domain":"NSCocoaErrorDomain","code":640}"#,
        "NSCocoaErrorDomain 640"
      ),
      (#"{"type":"NSError","domain":"com.shop.pay","code":7}"#, "com.shop.pay 7"),
      (#"{"type":"URLError","code":-1001}"#, "URLError -1001"),
      (#"{"type":"SKError","domain":"SKErrorDomain","case":"late","code":2}"#, "SKError.late"),
      (#"{"domain":"http","status":503}"#, "http 503"),
      (#"{"status":503}"#, "status 503"),
      (#"{"status":503,"message":"upstream 7 timed out"}"#, "503 upstream <n> timed out"),
      (#"{"code":"E17","message":"disk full"}"#, "E17 disk full"),
      (#"{"code":"Gone","status":502}"#, "Gone"), (#"{"code":17,"status":502}"#, "code 17"),
      (#"{"message":"no key \"a\""}"#, #"no key "<text>""#),
      (
        #"{"problem":{"type":"https://x.org/credit","status":403},"message":"m"}"#, "https://x.org/credit 403"
      ),
      (#"{"problem":{"title":"t","status":403},"message":"m"}"#, "403 m"),
      (#"{"event":"tap","code":null}"#, "tap"),
    ]
  )
  func named(_ line: String, _ name: String) throws {
    #expect(try kind(line).name == name)
  }

  @Test("are two where two rules would have to tell them apart")
  func apart() throws {
    let lines = [
      #"{"type":"HTTPError","status":503}"#, #"{"type":"HTTPError","status":404}"#, #"{"type":"HTTPError"}"#,
      #"{"type":"HTTPError","code":404}"#, #"{"type":"HTTPError","case":"404"}"#,
      #"{"type":"URLError","code":-1001}"#, #"{"type":"URLError","code":-1009}"#,
      #"{"type":"NSError","domain":"a","code":1}"#, #"{"type":"NSError","domain":"b","code":1}"#,
      #"{"status":500,"message":"GET /pay"}"#, #"{"status":404,"message":"GET /pay"}"#,
      #"{"message":"GET /pay"}"#, #"{"status":500}"#, #"{"status":404}"#,
    ]
    #expect(Set(try lines.map { try kind($0).hash }).count == lines.count)
  }

  @Test("are one where only numbers, quoted texts or further members differ")
  func alike() throws {
    func same(_ one: String, _ other: String) throws -> Bool { try kind(one).hash == kind(other).hash }
    #expect(try same(#"{"status":500,"message":"id 1"}"#, #"{"message":"id 22","status":500}"#))
    #expect(try same(#"{"type":"A","status":500,"message":"x"}"#, #"{"type":"A","status":500}"#))
    #expect(
      try same(
        #"{"domain":"NSURLErrorDomain","code":-1001}"#,
        #"{"type":"Foundation.URLError","domain":"NSURLErrorDomain","code":-1001}"#
      )
    )
  }
}
