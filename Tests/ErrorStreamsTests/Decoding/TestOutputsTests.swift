import ErrorStreams
import Testing

@Suite("Failures of go test -json, with what their tests printed")
struct TestOutputsTests {
  private static func event(
    _ action: String,
    _ test: String?,
    _ output: String? = nil,
    package: String = "shop"
  ) -> String {
    let named = test.map { #","Test":"\#($0)""# } ?? ""
    let said = output.map { #","Output":"\#($0)\n""# } ?? ""
    return
      #"{"Time":"2026-11-27T23:06:16.2695Z","Action":"\#(action)","Package":"\#(package)"\#(named)\#(said)}"#
  }

  private static func read(_ lines: [String]) throws -> ReadStream {
    try ReadStream(Array((lines.joined(separator: "\n") + "\n").utf8))
  }

  private static let failing = [
    event("run", "TestPay"), event("output", "TestPay", "=== RUN   TestPay"),
    event("output", "TestPay", "    pay_test.go:3: got 3"),
    event("output", "TestPay", "--- FAIL: TestPay (0.00s)"),
    event("fail", "TestPay"),
  ]

  @Test("a failed test is one error, and so neither its package nor the lines that it printed are")
  func test() throws {
    let read = try Self.read(
      Self.failing + [Self.event("output", nil, "FAIL\\tshop\\t0.006s"), Self.event("fail", nil)]
    )
    #expect(read.format == "go-test")
    try #require(read.records.count == 1)
    #expect(read.records[0].contains(#""origin":"shop","severity":"error","operation":"TestPay""#))
    #expect(read.records[0].contains(#""message":"pay_test.go:3: got 3""#))
    #expect(read.counts.malformed == 0)
  }

  @Test("what tests that run at the same time print is told apart")
  func parallel() throws {
    let read = try Self.read([
      Self.event("output", "TestA", "    a_test.go:1: a"),
      Self.event("output", "TestB", "    b_test.go:1: b"),
      Self.event("output", "TestA", "    a_test.go:2: more", package: "other"), Self.event("fail", "TestA"),
      Self.event("pass", "TestB"), Self.event("fail", "TestA", package: "other"),
    ])
    try #require(read.records.count == 2)
    #expect(read.records[0].contains(#""message":"a_test.go:1: a""#))
    #expect(read.records[1].contains(#""message":"a_test.go:2: more""#))
  }

  @Test("a test is no other failure than its subtest, unless it says something of its own")
  func subtests() throws {
    let sub = [Self.event("output", "TestA/one", "    a_test.go:1: one"), Self.event("fail", "TestA/one")]
    #expect(try Self.read(sub + [Self.event("fail", "TestA"), Self.event("fail", nil)]).records.count == 1)
    let own = try Self.read(
      sub + [Self.event("output", "TestA", "    a_test.go:9: and this"), Self.event("fail", "TestA")]
    )
    #expect(own.records.count == 2)
  }

  @Test("a failure without a word is named by its test")
  func silent() throws {
    let read = try Self.read([Self.event("run", "TestA"), Self.event("fail", "TestA")])
    try #require(read.records.count == 1)
    #expect(read.records[0].contains(#""message":"FAIL: TestA""#))
  }

  @Test("a panic is the error of its test")
  func panic() throws {
    let read = try Self.read([
      Self.event("output", "TestA", "panic: no order [recovered]"), Self.event("output", "TestA", ""),
      Self.event("output", "TestA", "goroutine 7 [running]:"),
      Self.event("output", "TestA", "shop.TestA(0x0?)"),
      Self.event("output", "TestA", "\\t/srv/a_test.go:4 +0x2"), Self.event("fail", "TestA"),
    ])
    try #require(read.records.count == 1)
    #expect(read.records[0].contains(#""type":"panic""#))
    #expect(read.records[0].contains("no order"))
  }

  @Test("a package that cannot be built fails with what the compiler says")
  func builds() throws {
    let read = try Self.read([
      #"{"ImportPath":"shop","Action":"build-output","Output":"./pay.go:3:1: undefined: x\n"}"#,
      #"{"ImportPath":"shop","Action":"build-fail"}"#, Self.event("start", nil),
      #"{"Time":"2026-11-27T23:06:16.2695Z","Action":"fail","Package":"shop","Elapsed":0,"FailedBuild":"shop"}"#,
    ])
    try #require(read.records.count == 1)
    #expect(read.records[0].contains("undefined: x"))
  }

  @Test("tests that pass are no errors")
  func passing() throws {
    let read = try Self.read([
      Self.event("output", "TestA", "    a_test.go:1: fine"), Self.event("pass", "TestA"),
      Self.event("pass", nil),
    ])
    #expect(read.records.isEmpty)
    #expect(read.counts.notErrors == 3)
  }
}
