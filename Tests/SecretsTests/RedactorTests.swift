import Bytes
import Foundation
import Secrets
import TestSupport
import Testing

@Suite("Every kind of secret is hidden")
struct SeededSecretsTests {
  private let redactor = Redactor(isOn: true)

  @Test func `the list is there`() {
    #expect(SeededSecret.all.count == 92)
    #expect(SeededSecret.all.allSatisfy { !$0.secret.isEmpty && $0.text.contains($0.secret) })
  }

  @Test(arguments: SeededSecret.all)
  func `in a text`(seed: SeededSecret) {
    let hidden = redactor.text(seed.text)
    #expect(!hidden.contains(seed.secret) && hidden.contains("[redacted]"), "\(hidden)")
    #expect(redactor.text(hidden) == hidden, "hiding twice is hiding once")
    #expect(Redactor.off.text(seed.text) == seed.text)
  }

  @Test(arguments: SeededSecret.all)
  func `in the JSON of a record`(seed: SeededSecret) {
    let record = "{\"message\":\(seed.text.json),\"attributes\":{\"list\":[\(seed.text.json)],\"n\":1.50}}"
    let hidden = redactor.json(record)
    #expect(!hidden.contains(seed.secret) && hidden.contains("\"n\":1.50"), "\(hidden)")
  }
}

@Suite("A redactor")
struct RedactorTests {
  private let redactor = Redactor(isOn: true)

  @Test func `hides what a record has under a secret's name, at any depth`() {
    let record =
      #"{"message": "hunter2 was refused", "attributes": {"login": {"user_password": ["hunter2", 12345]}}}"#
    #expect(
      redactor.json(record)
        == #"{"message":"[redacted] was refused","attributes":{"login":{"user_password":["[redacted]","[redacted]"]}}}"#
    )
  }

  @Test func `leaves a record without secrets as it is written`() {
    let record = #"{ "message": "no route",  "n": 1.50, "flags": [true, null] }"#
    #expect(redactor.json(record) == record)
  }

  @Test func `counts of tokens and sessions are no secrets`() {
    let record = #"{"max_tokens":4096,"sessions":12,"token":null,"has_password":true}"#
    #expect(redactor.json(record) == record)
  }

  @Test func `leaves out the member that only names secrets`() {
    let line = #"{"id":"1","(record)":{"password":"hunter2"},"log":"said hunter2"}"#
    #expect(redactor.json(line, without: "(record)") == #"{"id":"1","log":"said [redacted]"}"#)
  }

  @Test func `hides the start of a secret before the mark of a cut`() {
    let own = redactor.about(json: #"{"password": "hunter2hunter2"}"#)
    #expect(own.text("it was “hunter2hu…”") == "it was “[redacted]…”")
  }

  /// Names of all forms, of secrets and others: a redactor looks for parts of them before it takes a name apart.
  private static let names: [String] = {
    let words = [
      "password", "passwd", "pwd", "passphrase", "token", "jwt", "bearer", "authorization", "cookie",
      "secret",
      "api_key", "apiKey", "session", "credential", "card_number", "cvc", "cvv", "pass", "key", "broken",
      "host",
      "ca", "to\u{212A}en", "größe", "p", "",
    ]
    let forms: [(String) -> String] = [
      { $0 }, { $0.uppercased() }, { "user" + $0.capitalized }, { "x-" + $0 }, { $0 + "_id" }, { $0 + "s" },
      { "re" + $0 }, { $0 + "less" }, { "1" + $0 + "2" },
    ]
    return words.flatMap { word in forms.map { $0(word) } }
  }()

  @Test(arguments: names)
  func `a name is a secret's in a record as it is for a recorder`(name: String) {
    let own = redactor.about(json: "{\(name.json): \"hunter2\"}")
    #expect((own.text("hunter2") == "[redacted]") == SecretWords.standard.match(name))
  }

  @Test func `an object of a program is named by its class`() {
    let text = "Skipping AppWindowToken{df0798e token=Token{78af589 ActivityRecord{3b04890 u0 t761}}}"
    #expect(redactor.text(text) == text)
    #expect(
      redactor.text("AccessToken[token=Token{value=hunter2}]") != "AccessToken[token=Token{value=hunter2}]"
    )
  }
}

@Suite("A log without secrets stays as it is")
struct SecretFreeLogTests {
  /// The logs of `Tests/Fixtures/streams`, their records, and the streams of the rule sets.
  private static let files: [URL] = {
    let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..")
    let folders = [root.appending(path: "Tests/Fixtures/streams"), root.appending(path: "rules")]
    let all = folders.flatMap { folder in
      (FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)?.allObjects as? [URL])
        ?? []
    }
    let logs = all.filter { file in
      ["log", "records"].contains(file.pathExtension) || file.lastPathComponent == "stream.ndjson"
    }
    return logs.sorted { $0.path < $1.path }
  }()

  @Test func `line by line, as a text and as a record`() throws {
    let redactor = Redactor(isOn: true)
    var lines = 0
    for file in Self.files {
      for line in try String(contentsOf: file, encoding: .utf8).split(separator: "\n") {
        lines += 1
        let line = String(line)
        let shown = file.pathExtension == "log" ? redactor.text(line) : redactor.json(line)
        #expect(shown == line, "\(file.lastPathComponent)")
      }
    }
    #expect(lines > 500)
  }
}
