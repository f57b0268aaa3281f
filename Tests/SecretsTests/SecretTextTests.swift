import Secrets
import Testing

@Suite("A secret in a text is hidden")
struct SecretTextTests {
  private func hidden(_ text: String) -> String { SecretText.hiding(.standard, in: text) }

  @Test(arguments: [
    "password=hunter2", "password = hunter2", "password => hunter2", "'password' => 'hunter2'",
    "PGPASSWORD=hunter2 psql",
    #"{\"pwd\": \"hunter2\"}"#, "login --password hunter2 --host a", "--api-key=hunter2",
    "<password>hunter2</password>",
    "AccountKey=hunter2;", "https://a.blob/x?sv=1&sig=hunter2", "otp=hunter2",
    "Bearer abcdefghijklmnopqrstuvwxyzhunter2",
    "https://anna:hunter2@shop.example/", "token: \"hunter2\"", "Authorization: Basic hunter2",
  ])
  func `by its name`(text: String) {
    #expect(!hidden(text).contains("hunter2") && hidden(text).contains("[redacted]"), "\(hidden(text))")
  }

  // None of these is anybody's: they are made of the documented prefixes.
  @Test(arguments: [
    "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.SflKxwRJSMeKKF2QT4", "AKIA" + "IOSFODNN7EXAMPLE",
    "ghp_" + String(repeating: "a1B2", count: 9), "github_pat_" + String(repeating: "a1B2", count: 9),
    "glpat-" + String(repeating: "x1", count: 10), "xoxb-" + "123456789012-abcdef",
    "sk_live_" + String(repeating: "4e", count: 12),
    "AIza" + String(repeating: "SyD-9", count: 7), "npm_" + String(repeating: "a1B2", count: 9),
    "hvs." + String(repeating: "CAES", count: 8), "4111 1111 1111 1111", "4111111111111111",
    "5500-0055-5555-5559",
    "378282246310005",
    "-----BEGIN RSA PRIVATE KEY-----\\nMIIE\\nabc\\n-----END RSA PRIVATE KEY-----",
  ])
  func `by its shape`(secret: String) {
    for text in [secret, "got \(secret), and more", "url=https://x/\(secret)?a=b", "[\(secret)]"] {
      #expect(hidden(text) == text.replacing(secret, with: "[redacted]"))
    }
  }

  @Test func `a bearer's token has a digit, a capital inside, or sixteen letters`() {
    for token in ["abc1", "abCd", "abcdefghijklmnop"] {
      #expect(hidden("sent Bearer \(token) to it") == "sent Bearer [redacted] to it")
    }
    #expect(hidden("the Bearer authentication failed") == "the Bearer authentication failed")
  }

  @Test func `two card numbers in a row are two`() {
    #expect(hidden("4111111111111111 5500005555555559") == "[redacted] [redacted]")
  }

  @Test(arguments: [
    "order 4111111111111112", "4111111111111111x", "id 1700000000000000 at 1700000000000",
    "eyJhbGciOiJIUzI1NiJ9",
    "-----BEGIN CERTIFICATE-----", "sk-1", "the session = 4 minutes", "expected token == nil", "password: ",
    "bearer authentication", "--password --host a", "<token/>", "pins=4", "spin=4", "AKIAIOSFODNN",
    "sig=SIGTERM",
    "3528000000000000000000", "2026-11-20 08:00:00 4000", "a > b", "x >= 5",
    "sudo: anna : TTY=pts/6 ; PWD=/home/anna/shop ; USER=root",
  ])
  func `what is none stays`(text: String) {
    #expect(hidden(text) == text)
  }
}
