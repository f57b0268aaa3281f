internal import Bytes

/// Gives each failure of `go test -json` what its test printed, which the log has in lines of its own: the member `Failure`.
///
/// A failure without it is told elsewhere: a test fails with each of its subtests, and a package with each of its tests.
final class TestOutputs {
  /// The output of tests, packages and builds, by their names.
  private var outputs: [[UInt8]: [UInt8]] = [:]
  /// Tests and packages in which something failed that was told.
  private var told: Set<[UInt8]> = []
  private var tape = JSONTape()
  /// Nil until it is known whether the stream is one of `go test`.
  private var isOn: Bool?
  private var linesSeen = 0

  /// Lines before the first event, such as those of the linker.
  private static let mostBefore = 16
  private static let mostOutput = 1 << 16
  private static let mostTests = 1 << 14

  init(isOff: Bool) { if isOff { isOn = false } }

  func complete(_ chunk: inout Chunk) {
    if isOn == nil { decide(chunk.bytes.slice) }
    guard isOn == true else { return }
    var completed = Buffer<UInt8>(capacity: chunk.bytes.count + 256)
    var hasFailures = false
    for line in chunk.bytes.slice.lines {
      let failure = failure(line)
      if let failure, let brace = line.lastIndex(of: UInt8(ascii: "}")) {
        completed.append(line[0..<brace])
        completed.append(",\"Failure\":")
        failure.withUnsafeBytes { JSONText.append(string: ByteSlice($0), to: &completed) }
        completed.append(line[brace..<line.count])
        hasFailures = true
      } else {
        completed.append(line)
      }
      completed.append(UInt8(ascii: "\n"))
    }
    guard hasFailures else { return }
    if chunk.bytes[chunk.bytes.count - 1] != UInt8(ascii: "\n") { completed.removeLast(1) }
    swap(&completed, &chunk.bytes)
  }

  private func decide(_ text: ByteSlice) {
    for line in text.lines where !line.isBlank {
      if isEvent(line) {
        isOn = true
        return
      }
      linesSeen += 1
      if linesSeen >= Self.mostBefore {
        isOn = false
        return
      }
    }
  }

  /// Whether a line is an event, which is left on the tape.
  private func isEvent(_ line: ByteSlice) -> Bool {
    guard !line.isEmpty, line[0] == UInt8(ascii: "{"),
      tape.scan(line, depthLimit: 4, valueLimit: 64, repairs: true) == nil, tape[0].kind == .object
    else { return false }
    return text("Action") != nil && (text("Package") != nil || text("ImportPath") != nil)
  }

  /// The output of a test that failed; nil for any other event, and for a failure that was told.
  private func failure(_ line: ByteSlice) -> [UInt8]? {
    guard isEvent(line), let action = text("Action"), let package = text("Package") ?? text("ImportPath")
    else {
      return nil
    }
    let test = text("Test")
    let name = Self.name(package, test)
    if action == "output" || action == "build-output" {
      guard let output = text("Output"), !Self.isFrame(output) else { return nil }
      note(output, of: name)
      return nil
    }
    if action == "pass" || action == "skip" { outputs[name] = nil }
    guard action == "fail" else { return nil }
    var output = outputs.removeValue(forKey: name) ?? []
    if let build = text("FailedBuild") { output = (outputs[Self.name(build, nil)] ?? []) + output }
    let isTold = told.remove(name) != nil
    let said = output.withUnsafeBytes { ByteSlice($0).isBlank }
    if test == nil ? isTold : isTold && said { return nil }
    noteFailure(package, test)
    return said ? Self.sentence(test ?? package) : output
  }

  private static func sentence(_ name: ByteSlice) -> [UInt8] { Array("FAIL: ".utf8) + Array(name.buffer) }

  private func text(_ key: StaticString) -> ByteSlice? {
    guard let place = tape.member(ByteSlice(key), of: 0), tape[place].kind == .string else { return nil }
    return tape.text(of: tape[place])
  }

  private static func name(_ package: ByteSlice, _ test: ByteSlice?) -> [UInt8] {
    Array(package.buffer) + (test.map { [0] + Array($0.buffer) } ?? [])
  }

  private func note(_ output: ByteSlice, of name: [UInt8]) {
    guard outputs.count < Self.mostTests, (outputs[name]?.count ?? 0) + output.count < Self.mostOutput else {
      return
    }
    outputs[name, default: []].append(contentsOf: output.buffer)
  }

  /// Notes that the failure of the package, and of each test around this one, is told.
  private func noteFailure(_ package: ByteSlice, _ test: ByteSlice?) {
    guard told.count < Self.mostTests else { return }
    guard let test else { return }
    told.insert(Self.name(package, nil))
    var end = test.count
    while let slash = test[0..<end].lastIndex(of: UInt8(ascii: "/")) {
      told.insert(Self.name(package, test[0..<slash]))
      end = slash
    }
  }

  /// Whether a line is `go test`'s own, around the output of a test.
  private static func isFrame(_ output: ByteSlice) -> Bool {
    let line = output.trimmed
    switch line.isEmpty ? 0 : line[0] {
    case UInt8(ascii: "="): return line.hasPrefix(ByteSlice("=== "))
    case UInt8(ascii: "-"): return line.hasPrefix(ByteSlice("--- "))
    case UInt8(ascii: "F"): return line == "FAIL" || line.hasPrefix(ByteSlice("FAIL\t"))
    case UInt8(ascii: "e"): return line.hasPrefix(ByteSlice("exit status "))
    default: return false
    }
  }
}
