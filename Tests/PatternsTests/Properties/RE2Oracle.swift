import Foundation

/// PyPI's google-re2, asked through `scripts/re2-oracle.py` in a virtual environment that the tests set up.
enum RE2Oracle {
  static let version = "1.1.20251105"

  struct Question: Encodable {
    let pattern: String
    let texts: [String]
  }

  struct Answer: Decodable {
    let error: String?
    let names: [String: Int]?
    /// For each text the spans of all groups, in bytes, or nil where nothing matches.
    let found: [[[Int]]?]?
    /// For each text whether the pattern matches all of it.
    let full: [Bool]?
  }

  struct Failure: Error {
    let message: String
  }

  /// The interpreter that has google-re2; set up when first asked for.
  static let python: Result<URL, Failure> = {
    let folder = TestEnvironment.root.appendingPathComponent(".build/venv-re2-\(version)")
    let python = folder.appendingPathComponent("bin/python")
    if (try? run(python, ["-c", "import re2"])) != nil { return .success(python) }
    do {
      try run(URL(fileURLWithPath: "/usr/bin/env"), ["python3", "-m", "venv", folder.path])
      try run(python, ["-m", "pip", "install", "--quiet", "google-re2==\(version)"])
      return .success(python)
    } catch {
      return .failure(Failure(message: "google-re2 cannot be installed: \(error)"))
    }
  }()

  static var isHere: Bool { (try? python.get()) != nil }

  static func ask(_ questions: [Question]) throws -> [Answer] {
    let encoder = JSONEncoder()
    let input = Data(try questions.map { try encoder.encode($0) }.joined(separator: [0x0A]))
    let output = try run(python.get(), [script], input: input)
    let decoder = JSONDecoder()
    return try output.split(separator: 0x0A).map { try decoder.decode(Answer.self, from: Data($0)) }
  }

  static let script = TestEnvironment.root.appendingPathComponent("scripts/re2-oracle.py").path

  /// Runs a program to its end and returns its standard output.
  @discardableResult
  static func run(_ program: URL, _ arguments: [String], input: Data = Data()) throws -> Data {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
      "patterns-\(UUID().uuidString)"
    )
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let files = ["in", "out", "err"].map { folder.appendingPathComponent($0) }
    try input.write(to: files[0])
    for file in files[1...] { try Data().write(to: file) }
    let process = Process()
    process.executableURL = program
    process.arguments = arguments
    process.standardInput = try FileHandle(forReadingFrom: files[0])
    process.standardOutput = try FileHandle(forWritingTo: files[1])
    process.standardError = try FileHandle(forWritingTo: files[2])
    try process.run()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      let message = (try? String(contentsOf: files[2], encoding: .utf8)) ?? ""
      throw Failure(
        message: "\(program.lastPathComponent) \(process.terminationStatus): \(message.suffix(300))"
      )
    }
    return try Data(contentsOf: files[1])
  }
}
