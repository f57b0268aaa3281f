import Foundation
import RuleEngine
import Testing

private let interpreter = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
  .map { "\($0)/python3" }.first(where: FileManager.default.isExecutableFile(atPath:))

@Suite("The JSON scanner and Python's json", .enabled(if: interpreter != nil, "python3"))
struct JSONDifferentialTests {
  private static let count = 4_000

  /// Reads texts as hexadecimal lines and prints 1 for JSON, or else 0. Python would allow NaN and Infinity,
  /// which is disabled here. Invalid UTF-8 is repaired on both sides.
  private static let program = """
    import json, sys
    def refuse(word): raise ValueError(word)
    for line in sys.stdin:
        text = bytes.fromhex(line.strip()).decode('utf-8', errors='replace')
        try:
            json.loads(text, parse_constant=refuse)
            print(1)
        except (ValueError, RecursionError):
            print(0)
    """

  @Test("accept and reject the same four thousand mutated texts")
  func mutations() throws {
    let texts = (0..<Self.count).map { index in
      var random = RandomJSON(seed: UInt64(index))
      return random.mutated(Array(random.text(depth: 3).utf8))
    }
    let answers = try Self.python(texts)
    #expect(answers.count == texts.count)
    var accepted = 0
    for (text, isJSON) in zip(texts, answers) {
      let fault = JSONTape.scanning(text, repairs: true) { _, fault in fault }
      #expect(
        (fault == nil) == isJSON,
        "\(String(decoding: text, as: UTF8.self).debugDescription) \(String(describing: fault))"
      )
      if isJSON { accepted += 1 }
    }
    print("mutated JSON: \(Self.count) texts decided as Python does, \(accepted) of them JSON")
    #expect(accepted > Self.count / 10)
    #expect(accepted < Self.count * 9 / 10)
  }

  private static func python(_ texts: [[UInt8]]) throws -> [Bool] {
    let path = try #require(interpreter)
    let input = FileManager.default.temporaryDirectory.appending(path: "errctl-json-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: input) }
    try Data(texts.map(hexadecimal).joined(separator: "\n").utf8).write(to: input)

    let process = Process()
    process.executableURL = URL(filePath: path)
    process.arguments = ["-c", program]
    process.standardInput = try FileHandle(forReadingFrom: input)
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let answers = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return String(decoding: answers, as: UTF8.self).split(separator: "\n").map { $0 == "1" }
  }

  private static func hexadecimal(_ bytes: [UInt8]) -> String {
    bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }
}
