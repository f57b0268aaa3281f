import ErrorStreams
import Foundation
import Testing

/// What Apple's frameworks print of an error, as in public bug reports, in other words and with other names.
@Suite("Texts of Apple's errors")
struct AppleErrorTextTests {
  static let texts: [(text: String, errors: String)] = [
    (#"The operation couldn’t be completed. (NSURLErrorDomain error -1009.)"#, #"NSURLErrorDomain -1009"#),
    (#"The operation couldn’t be completed. (CKErrorDomain error 2.)"#, #"CKErrorDomain 2"#),
    (
      #"sign-in failed: The operation couldn’t be completed. (Account.LoginError error 5.)"#,
      #"Account.LoginError 5"#
    ),
    (#"The operation couldn’t be completed. (OSStatus error -34018.)"#, #"NSOSStatusErrorDomain -34018"#),
    (#"The operation couldn’t be completed. (Cocoa error 260.)"#, #"NSCocoaErrorDomain 260"#),
    (
      #"The operation couldn’t be completed. (com.apple.AuthenticationServices.AuthorizationError error 1001.)"#,
      #"com.apple.AuthenticationServices.AuthorizationError 1001"#
    ),
    (
      #"The operation couldn’t be completed. (CoreMediaErrorDomain error -16839 - No playlist in time.)"#,
      #"CoreMediaErrorDomain -16839 “No playlist in time”"#
    ),
    (
      #"The operation (first try) couldn’t be completed. (Shop.PayError error 3 - not now (code 7, see (a)).)"#,
      #"Shop.PayError 3 “not now (code 7, see (a))”"#
    ),
    (
      #"load: The operation couldn’t be completed. (kCLErrorDomain error 0.); retrying later"#,
      #"kCLErrorDomain 0"#
    ),
    (
      #"Der Vorgang konnte nicht abgeschlossen werden. (NSURLErrorDomain-Fehler -1013.)"#,
      #"NSURLErrorDomain -1013"#
    ),
    (#"L’opération n’a pas pu s’achever. (Shop.CartError erreur 3.)"#, #"Shop.CartError 3"#),
    (
      #"L’opération n’a pas pu s’achever. (erreur com.apple.AuthenticationServices.AuthorizationError 1000.)"#,
      #"com.apple.AuthenticationServices.AuthorizationError 1000"#
    ),
    (#"No se ha podido completar la operación. (Error de Shop.CartError 10.)"#, #"Shop.CartError 10"#),
    (
      #"No se ha podido completar la operación. (Error com.apple.coreaudio.avfaudio 561145187.)"#,
      #"com.apple.coreaudio.avfaudio 561145187"#
    ),
    (#"No se ha podido completar la operación. (Shop.CartError error 4.)"#, #"Shop.CartError 4"#),
    (#"A operação não pôde ser concluída. (kCLErrorDomain erro 4.)"#, #"kCLErrorDomain 4"#),
    (#"De bewerking kan niet worden voltooid. (Shop.CartError fout 1.)"#, #"Shop.CartError 1"#),
    (#"Не удалось завершить операцию. (Shop.CartError, ошибка 1)"#, #"Shop.CartError 1"#),
    (#"Не удалось завершить операцию. (ошибка com.example.builder -1.)"#, #"com.example.builder -1"#),
    (#"操作を完了できませんでした。（NSURLErrorDomainエラー-999）"#, #"NSURLErrorDomain -999"#),
    (#"操作を完了できませんでした。（Shop.CartError エラー -1）"#, #"Shop.CartError -1"#),
    (#"未能完成操作。（NSURLErrorDomain错误-1013。）"#, #"NSURLErrorDomain -1013"#),
    (#"작업을 완료할 수 없습니다.(SKErrorDomain 오류 2.)"#, #"SKErrorDomain 2"#),
    (
      #"<CKError 0x16e798a0: "Not Authenticated" (9/1002); "iCloud is off for this app"; Retry after 3.0 seconds>"#,
      #"CKErrorDomain 9 “iCloud is off for this app” after 3.0s"#
    ),
    (
      #"fetch failed: <CKError 0x283aa0003: "Request Rate Limited" (7/2008); Retry after 26.5 seconds>"#,
      #"CKErrorDomain 7 “Request Rate Limited” after 26.5s"#
    ),
    (
      #"<CKError 0x283aa0003: "Network Unavailable" (3/NSURLErrorDomain:-1009); "offline">"#,
      #"CKErrorDomain 3 “offline”, NSURLErrorDomain -1009"#
    ),
    (
      #"<CKError 0x1: "Zone Busy" (6/2013); server message = "try later"; uuid = 4C2A; container ID = "iCloud.shop">"#,
      #"CKErrorDomain 6 “try later”"#
    ),
    (
      #"<CKError 0x1: "Partial Failure" (2/1011); "Failed to modify some records"; partial errors: { a:(zone) = <CKError 0x2: "Server Record Changed" (14/2004); "oplock"> }>"#,
      #"CKErrorDomain 2 “Failed to modify some records”, CKErrorDomain 14 “oplock”"#
    ),
    (
      #"Error Domain=CKErrorDomain Code=2 "Failed to modify some records" UserInfo={CKPartialErrors={"<CKRecordID: 0x1; recordName=a>" = "<CKError 0x2: \"Zone Busy\" (6/2013); server message = \"busy\"; Retry after 3.0 seconds>"; }}"#,
      #"CKErrorDomain 2 “Failed to modify some records” after 3.0s, CKErrorDomain 6 “busy”"#
    ),
    (
      #"Error Domain=CKErrorDomain Code=7 "Request Rate Limited" UserInfo={CKRetryAfter=30, ContainerID=iCloud.shop}"#,
      #"CKErrorDomain 7 “Request Rate Limited” after 30s"#
    ),
    (
      #"Error Domain=com.shop.api Code=429 "Too many" UserInfo={Retry-After=2.5}"#,
      #"com.shop.api 429 “Too many” after 2.5s"#
    ),
    (#"sync ended with Domain=CKErrorDomain Code=2"#, #"CKErrorDomain 2"#),
    (
      #"Task <1>.<2> finished with error [-1009] Error Domain=NSURLErrorDomain Code=-1009 "offline" UserInfo={NSUnderlyingError=0x1 {Error Domain=kCFErrorDomainCFNetwork Code=-1009 "(null)"}}"#,
      #"NSURLErrorDomain -1009 “offline”, kCFErrorDomainCFNetwork -1009"#
    ),
    (
      #"URLError(_nsError: Error Domain=NSURLErrorDomain Code=-1001 "timed out" UserInfo={NSLocalizedDescription=timed out})"#,
      #"NSURLErrorDomain -1001 “timed out”"#
    ),
    (
      #"sessionTaskFailed(error: Error Domain=NSURLErrorDomain Code=-1200 "TLS" UserInfo={})"#,
      #"NSURLErrorDomain -1200 “TLS”"#
    ),
    (
      #"Error Domain=SKErrorDomain Code=0 "(null)" UserInfo={NSUnderlyingError=0x2 {Error Domain=ASDErrorDomain Code=500 "Unhandled exception" UserInfo={NSUnderlyingError=0x3 {Error Domain=AMSErrorDomain Code=100 "Authentication Failed"}}}}"#,
      #"SKErrorDomain 0, ASDErrorDomain 500 “Unhandled exception”, AMSErrorDomain 100 “Authentication Failed”"#
    ),
    (
      #"Error Domain=NSOSStatusErrorDomain Code=-25308 "errSecInteractionNotAllowed""#,
      #"NSOSStatusErrorDomain -25308 “errSecInteractionNotAllowed”"#
    ),
    (
      #"Error Domain=FIRFirestoreErrorDomain Code=7 "Missing or insufficient permissions." UserInfo={}"#,
      #"FIRFirestoreErrorDomain 7 “Missing or insufficient permissions.”"#
    ),
    (
      #"Error Domain=NSCocoaErrorDomain Code=134060 "A Core Data error occurred." UserInfo={message=Unable to find a store}"#,
      #"NSCocoaErrorDomain 134060 “A Core Data error occurred.”"#
    ),
    (
      #"Error Domain=com.apple.LocalAuthentication Code=-2 "Canceled by user." UserInfo={NSLocalizedDescription=Canceled by user.}"#,
      #"com.apple.LocalAuthentication -2 “Canceled by user.”"#
    ),
    (
      #"Set-Cookie: a=b; Domain=shop.com; Path=/ and then Error Domain=NSURLErrorDomain Code=-1005 "lost""#,
      #"NSURLErrorDomain -1005 “lost”"#
    ),
    (#"load failed: HTTPClientError.deadlineExceeded"#, #"HTTPClientError.deadlineExceeded"#),
    (
      #"decode: Swift.DecodingError.typeMismatch(Swift.Int, Swift.DecodingError.Context(codingPath: [], debugDescription: "x", underlyingError: nil))"#,
      #"Swift.DecodingError.typeMismatch"#
    ),
  ]

  @Test("have a domain, a code, the delay they ask for, and causes", arguments: texts)
  func read(text: String, errors: String) throws {
    #expect(try Self.errors(in: text) == errors)
  }

  @Test(
    "are not seen in other texts",
    arguments: [
      #"upload stopped (parse error 12) in line 3"#,
      #"(HTTP error 404) was the last (code error 7)."#,
      #"Domain=example.com; Path=/; Secure"#,
      #"see (section error 5.)"#,
      #"a price (nginx.conf error x.)"#,
      #"<CKError 0x1: no number>"#,
      #"load failed: retry.later"#,
    ]
  )
  func others(text: String) throws {
    #expect(try Self.errors(in: text) == "")
  }

  @Test("make a line without a level an error, in any language")
  func lines() throws {
    let lines = Self.texts.prefix(22).map { "2026-11-20 09:00:01.000+0100 Notes[412:9001] \($0.text)\n" }
    let read = try ReadStream(Array(lines.joined().utf8))
    #expect(read.format == "nslog")
    #expect(read.records.count == 22)
  }

  /// The errors of a record whose message is `text`: domain and code or type and case, a message of its own, the delay.
  private static func errors(in text: String) throws -> String {
    let quoted = text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
    let line =
      #"{"timestamp":"2026-11-20 09:00:05.000000+0100","machTimestamp":1,"eventMessage":"\#(quoted)","eventType":"logEvent","messageType":"Error","subsystem":"com.shop","category":"sync","processID":1,"threadID":2,"traceID":3}"#
    let read = try ReadStream(Array((line + "\n").utf8))
    let record = try #require(read.records.first)
    let root = try #require(try JSONSerialization.jsonObject(with: Data(record.utf8)) as? [String: Any])
    let whole = describe(root, besides: text)
    let causes = root["underlying"] as? [[String: Any]] ?? []
    return ([whole] + causes.map { describe($0, besides: text) }).joined(separator: ", ")
  }

  private static func describe(_ error: [String: Any], besides text: String) -> String {
    var parts: [String] = []
    if let domain = error["domain"] as? String, let code = error["code"] as? Int {
      parts.append("\(domain) \(code)")
    } else if let type = error["type"] as? String, let name = error["case"] as? String {
      return "\(type).\(name)"
    }
    if let message = error["message"] as? String, message != text { parts.append("“\(message)”") }
    if let delay = error["retryAfter"] as? String { parts.append("after \(delay)") }
    return parts.joined(separator: " ")
  }
}
