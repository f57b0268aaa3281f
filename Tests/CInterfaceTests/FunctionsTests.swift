import CErrctl
import CInterface
import Foundation
import Testing

/// Rules in a folder of their own, opened as a C program does.
private final class OpenFile {
  let rules: OpaquePointer?
  let path: String
  private(set) var failure: UnsafeMutablePointer<errctl_failure>?

  init(_ text: String, imports: [String: String] = [:]) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "errctl-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    path = folder.appending(path: "rules.yaml").path
    try text.write(toFile: path, atomically: true, encoding: .utf8)
    for (name, text) in imports {
      try text.write(to: folder.appending(path: name), atomically: true, encoding: .utf8)
    }
    rules = errctl_open(path, 0, &failure)
  }

  deinit {
    errctl_close(rules)
    errctl_failure_free(failure)
    try? FileManager.default.removeItem(atPath: (path as NSString).deletingLastPathComponent)
  }

  func rewrite(_ text: String) throws { try text.write(toFile: path, atomically: true, encoding: .utf8) }

  func decide(_ record: String, filled: Int = ERRCTL_EVERYTHING) -> (status: errctl_status, answer: Answer) {
    let resolution = errctl_resolution_create()
    defer { errctl_resolution_free(resolution) }
    let status = errctl_decide(rules, record, record.utf8.count, UInt32(filled), resolution)
    return (status, Answer(resolution))
  }
}

private struct Answer {
  let values: errctl_resolution
  let text: String

  init(_ resolution: UnsafeMutablePointer<errctl_resolution>?) {
    values = resolution?.pointee ?? errctl_resolution()
    text = values.text.map { String(cString: $0) } ?? ""
  }
}

/// How often several threads were granted a retry.
private final class Tally: @unchecked Sendable {
  private let lock = NSLock()
  private(set) var count = 0

  func add(_ number: Int) { lock.withLock { count += number } }
}

@Suite("The functions of errctl.h")
struct FunctionsTests {
  private static func counted(_ tries: Int) -> String {
    """
    version: 1
    name: counted
    responders:
      - id: app
        rules:
          - { id: again, when: { type: Busy }, then: { retry: { maxAttempts: \(tries), per: [ type ], within: 1h, backoff: { initial: 2s, multiplier: 1, jitter: none } } } }
          - { id: gone, when: { message: { contains: gone } }, then: abort }
    """
  }

  @Test("decide a record as `errctl replay` does")
  func decided() throws {
    let file = try OpenFile(Self.counted(3))
    let (status, answer) = file.decide(#"{"id":"a","type":"Busy"}"#)
    #expect(status == errctl_status(ERRCTL_OK))
    #expect(answer.values.evaluation == Int32(ERRCTL_RETRY))
    #expect(answer.values.flags == UInt32(ERRCTL_HANDLED))
    #expect(answer.values.delay == 2_000 && answer.values.attempt == 1 && answer.values.max_attempts == 3)
    #expect(answer.values.ordinal == 1 && answer.values.version == 1)
    #expect(
      answer.text
        == #"{"id":"a","path":["app"],"by":{"responder":"app","rule":"again"},"evaluation":"retry","handled":true,"retry":{"attempt":1,"maxAttempts":3,"delay":2}}"#
    )
    #expect(answer.values.length == answer.text.utf8.count)
    let unhandled = file.decide(#"{"type":"Other"}"#).answer
    #expect(unhandled.values.flags == 0 && unhandled.values.delay == -1 && unhandled.values.max_attempts == 0)
    #expect(unhandled.text.hasPrefix(#"{"id":"2","#))
  }

  @Test("reject whatever is not a record, with a reason")
  func rejected() throws {
    let file = try OpenFile(Self.counted(3))
    for text in [
      "", "{", "[]", "5", "{}", #"{"type":5}"#, "\u{0}", #"{"type":"\u{0}"#, "{\"type\":\"a\"}\n{}",
    ] {
      let (status, answer) = file.decide(text)
      #expect(status == errctl_status(ERRCTL_NOT_A_RECORD), "\(text)")
      #expect(answer.text.hasSuffix("."), "\(text): \(answer.text)")
    }
    let long = file.decide(#"{"type":"\#(String(repeating: "x", count: 1 << 20))"}"#)
    #expect(long.status == errctl_status(ERRCTL_TOO_LONG) && long.answer.text.contains("1048576"))
    #expect(file.decide(#"{"type":"Busy"}"#).answer.values.ordinal == 1)
  }

  @Test("take null for every pointer")
  func null() throws {
    let file = try OpenFile(Self.counted(3))
    let resolution = errctl_resolution_create()
    defer { errctl_resolution_free(resolution) }
    let none = errctl_status(ERRCTL_NO_ARGUMENT)
    #expect(errctl_decide(nil, "{}", 2, 0, resolution) == none)
    #expect(errctl_decide(file.rules, nil, 2, 0, resolution) == none)
    #expect(errctl_decide(file.rules, "{}", 2, 0, nil) == none)
    #expect(errctl_hide_secrets(nil, 0, resolution) == none && errctl_hide_secrets("{}", 2, nil) == none)
    #expect(errctl_fields(nil) == 0 && errctl_rules_version(nil) == 0)
    #expect(errctl_open(nil, 0, nil) == nil && errctl_open("no-such-file", 0, nil) == nil)
    #expect(errctl_reload(nil, nil) == 0)
    errctl_close(nil)
    errctl_resolution_free(nil)
    errctl_failure_free(nil)
  }

  @Test("place a rule file's first error, in an import too")
  func failures() throws {
    let wrong = try OpenFile(
      "version: 1\nimports: [ part.yaml ]\nresponders: [ { id: a } ]\n",
      imports: ["part.yaml": "version: 1\nlist: 5\n"]
    )
    let failure = try #require(wrong.failure).pointee
    #expect(wrong.rules == nil && failure.line == 2 && failure.column == 1)
    #expect(failure.code.map { String(cString: $0) } == "unknown-key")
    #expect(failure.file.map { String(cString: $0) } == wrong.path.replacing("rules.yaml", with: "part.yaml"))
    #expect(String(cString: try #require(failure.findings)).contains("\"unknown-key\""))
    let fragment = try OpenFile("version: 1\n")
    #expect(String(cString: try #require(fragment.failure?.pointee.message)).contains("fragment"))
    #expect(fragment.failure?.pointee.line == 0 && fragment.failure?.pointee.file == nil)
  }

  @Test("say which costly fields the rules read, and decide nothing without them")
  func fields() throws {
    let file = try OpenFile(Self.counted(3))
    #expect(errctl_fields(file.rules) == UInt32(ERRCTL_MESSAGE))
    #expect(file.decide(#"{"type":"Busy"}"#, filled: 0).status == errctl_status(ERRCTL_INCOMPLETE))
    #expect(file.decide(#"{"type":"Busy"}"#, filled: ERRCTL_MESSAGE).answer.values.ordinal == 1)
    let others = "when: { underlying: { type: A }, attributes: { a: 1 } }"
    try file.rewrite(Self.counted(3).replacing("when: { message: { contains: gone } }", with: others))
    #expect(errctl_reload(file.rules, nil) == 2 && errctl_rules_version(file.rules) == 2)
    #expect(
      errctl_fields(file.rules) & UInt32(ERRCTL_CAUSES | ERRCTL_ATTRIBUTES)
        == UInt32(ERRCTL_CAUSES | ERRCTL_ATTRIBUTES)
    )
    try file.rewrite(Self.counted(3).replacing("then: abort", with: "then: { transform: { message: x } }"))
    #expect(errctl_reload(file.rules, nil) == 3 && errctl_fields(file.rules) == UInt32(ERRCTL_EVERYTHING))
  }

  @Test("keep the old rules where a reload is rejected, and counts over one that is taken")
  func reloaded() throws {
    let file = try OpenFile(Self.counted(3))
    #expect(file.decide(#"{"type":"Busy"}"#).answer.values.attempt == 1)
    try file.rewrite("version: 1\nnonsense: 1\n")
    var failure: UnsafeMutablePointer<errctl_failure>?
    #expect(errctl_reload(file.rules, &failure) == 0 && failure?.pointee.line == 2)
    errctl_failure_free(failure)
    try file.rewrite(Self.counted(3) + "\n")
    #expect(errctl_reload(file.rules, nil) == 2)
    #expect(file.decide(#"{"type":"Busy"}"#).answer.values.attempt == 2)
  }

  @Test("grant each try once, whatever the number of threads, while the rules are reloaded")
  func concurrent() throws {
    let file = try OpenFile(Self.counted(301))
    let granted = Tally()
    nonisolated(unsafe) let rules = file.rules
    let threads = (0..<6).map { number in
      Thread {
        let resolution = errctl_resolution_create()
        let record = #"{"type":"Busy","operation":"o\#(number)"}"#
        for round in 0..<100 {
          let status = errctl_decide(rules, record, record.utf8.count, UInt32(ERRCTL_EVERYTHING), resolution)
          if status == errctl_status(ERRCTL_OK), Answer(resolution).values.evaluation == Int32(ERRCTL_RETRY) {
            granted.add(1)
          }
          if number == 0, round % 10 == 0 { _ = errctl_reload(rules, nil) }
        }
        errctl_resolution_free(resolution)
      }
    }
    for thread in threads { thread.start() }
    while !threads.allSatisfy({ $0.isFinished }) { sched_yield() }
    #expect(granted.count == 300)
    #expect(file.decide(#"{"type":"Other","message":""}"#).answer.values.ordinal == 601)
    #expect(errctl_rules_version(file.rules) == 11)
  }

  @Test("name the rule file and its imports")
  func files() throws {
    let file = try OpenFile(
      "imports: [ part.yaml ]\n" + Self.counted(3),
      imports: ["part.yaml": "version: 1\nlists: { a: [ 1 ] }\n"]
    )
    let resolution = errctl_resolution_create()
    defer { errctl_resolution_free(resolution) }
    #expect(errctl_files(file.rules, resolution) == errctl_status(ERRCTL_OK))
    let files = try JSONDecoder().decode([String].self, from: Data(Answer(resolution).text.utf8))
    #expect(files.map { ($0 as NSString).lastPathComponent } == ["rules.yaml", "part.yaml"])
    #expect(errctl_files(nil, resolution) == errctl_status(ERRCTL_NO_ARGUMENT))
  }

  @Test("hide the secrets of any JSON value")
  func secrets() {
    let resolution = errctl_resolution_create()
    defer { errctl_resolution_free(resolution) }
    let value = #"[{"token":"abc","n":1},"password=hunter2 x"]"#
    #expect(errctl_hide_secrets(value, value.utf8.count, resolution) == errctl_status(ERRCTL_OK))
    #expect(Answer(resolution).text == #"[{"token":"[redacted]","n":1},"password=[redacted] x"]"#)
    #expect(errctl_hide_secrets("{", 1, resolution) == errctl_status(ERRCTL_NOT_A_RECORD))
  }
}
