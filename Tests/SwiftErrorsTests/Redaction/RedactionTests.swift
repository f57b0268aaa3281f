import Foundation
import SwiftErrors
import Testing

private let seed = "hunter2-9f86d081"

private struct Leaky: LocalizedError, ProblemError, CausedError, CustomNSError {
  var errorDescription: String? { "POST https://anna:\(seed)@shop.example/pay?a=1&token=\(seed)&b=2 failed" }
  var failureReason: String? { "{\"api_key\": \"\(seed)\", \"id\": 4}" }
  var recoverySuggestion: String? { "Authorization: Bearer \(seed)\nAccept: */*" }
  var errorUserInfo: [String: Any] {
    ["sessionCookie": seed, "list": [["pwd": seed]], "url": URL(string: "x:/?secret=\(seed)") as Any]
  }
  var problem: Problem? {
    Problem(
      title: "password=\(seed)",
      detail: "Session(user: anna, token: \"\(seed)\")",
      extensions: ["clientSecret": .string(seed), "debug": ["headers": ["X-Api-Key": .string(seed)]]]
    )
  }
  var underlyingErrors: [any Error] {
    [Login.failed(user: "anna", password: seed), NSError(domain: "d", code: 1, userInfo: ["token": seed])]
  }
}

private enum Login: Error {
  case failed(user: String, password: String)
}

struct RedactionTests {
  @Test func `a secret that is everywhere in an error is nowhere in its record`() {
    let occurrence = ErrorOccurrence(
      origin: "app",
      operation: "pay?token=\(seed)",
      attributes: [
        "userPassword": .string(seed), "http": ["request": ["header": ["Set-Cookie": [.string(seed)]]]],
        "http.request.header.authorization": .string(seed), "note": "pwd=\(seed)", "card_number": 4_111,
      ]
    )
    let text = line(Leaky(), occurrence)
    #expect(!text.contains(seed))
    #expect(text.contains("anna"))
    #expect(text.contains("a=1&token=[redacted]&b=2"))
    #expect(!text.contains("4111"))
  }

  @Test(arguments: [
    "password", "Password", "userPassword", "PASSWORD_HASH", "X-Api-Key", "apiKey", "APIKey", "api_key",
    "apikey",
    "auth_token", "accessToken", "tokens", "Set-Cookie", "cookies", "http.request.header.authorization",
    "clientSecret", "privateKey", "session", "session_id", "userCredentials", "pwd", "passwd", "cardNumber",
  ])
  func `names of secrets are hidden`(name: String) {
    #expect(Redaction.default.hides(key: name))
  }

  @Test(arguments: [
    "user", "key", "access", "broken", "tokenizer", "passage", "author", "authorized", "obsession", "cart",
    "api",
    "secretary", "publicKey", "keyboard", "", "...",
  ])
  func `other names are not`(name: String) {
    #expect(!Redaction.default.hides(key: name))
  }

  @Test func `an app adds its own names`() {
    let redaction = Redaction(secretKeys: ["loyalty_pin"])
    #expect(redaction.hides(key: "loyaltyPin") && redaction.hides(key: "X-Loyalty-PIN"))
    #expect(redaction.hides(key: "password"))
    #expect(!redaction.hides(key: "pin") && !Redaction.default.hides(key: "loyaltyPin"))
  }

  @Test(arguments: [
    ("https://a:b@host/p", "https://[redacted]@host/p"),
    ("https://host/p?x=1&access_token=abc#f", "https://host/p?x=1&access_token=[redacted]"),
    ("password=abc, next", "password=[redacted], next"),
    ("password: abc next", "password: [redacted] next"),
    ("{\"token\":\"a b\"}", "{\"token\":\"[redacted]\"}"),
    ("Cookie: a=b; c=d\nHost: x", "Cookie: [redacted]\nHost: x"),
    ("sent Bearer abc123 twice", "sent Bearer [redacted] twice"),
    ("Login(user: x, session: abc)", "Login(user: x, session: [redacted])"),
  ])
  func `secrets inside texts are hidden`(text: String, shown: String) {
    #expect(Redaction.default.text(text) == shown)
  }

  @Test(arguments: [
    "https://host/path?page=2", "Session: expired", "URLSession: timed out", "bearer authentication required",
    "Please enter your password.", "mail a@b.example", "token", "a: b = c", "=:=:", "12:30:45", "",
    "Is this a secret?", "Unexpected token ] in JSON",
  ])
  func `other texts stay as they are`(text: String) {
    #expect(Redaction.default.text(text) == text)
  }

  @Test func `booleans and nulls tell no secret`() {
    let record = RecordedError(
      PlainError.first,
      ErrorOccurrence(attributes: ["hasPassword": true, "token": nil])
    )
    #expect(JSONValue.object(record.attributes) == ["hasPassword": true, "token": nil])
  }

  @Test func `an app rewrites texts as they are recorded`() {
    let redaction = Redaction(rewrite: { $0.replacing("/Users/anna", with: "~") })
    let policy = RecordingPolicy(redaction: redaction)
    let error = NSError(
      domain: "d",
      code: 1,
      userInfo: [NSLocalizedDescriptionKey: "no /Users/anna/x", "f": "/Users/anna"]
    )
    let record = RecordedError(error, policy: policy)
    #expect(record.message == "no ~/x")
    #expect(JSONValue.object(record.attributes)["userInfo"] == ["f": "~"])
  }
}
