import Foundation
import Testing

/// Every file under `Cases`, run against the real binary.
struct CommandLineTests {
  private static let folder = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Cases")

  static let names: [String] = {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return names.filter { $0.hasSuffix(".case") }.map { String($0.dropLast(5)) }.sorted()
  }()

  @Test("A command produces the output of its case", arguments: names)
  func matchesItsCase(_ name: String) throws {
    let file = Self.folder.appending(path: "\(name).case")
    let written = try String(contentsOf: file, encoding: .utf8)
    let expected = try CommandLineCase(parsing: written)
    let shell = try Shell()
    defer { shell.remove() }
    for (name, text) in expected.files { try shell.write(text, to: name) }
    let environment = Self.environment(expected)
    if let requirement = expected.input("requires"),
      try shell.run(requirement, environment: environment, stdin: "").status != 0
    {
      #if compiler(>=6.3)
        try Test.cancel("this machine lacks: \(requirement)")
      #else
        print("\(name): not run, this machine lacks: \(requirement)")
        return
      #endif
    }
    let result = try shell.run(
      expected.input("command") ?? "",
      environment: environment,
      stdin: expected.input("stdin") ?? ""
    )
    var actual = expected
    actual.outcome = CommandLineCase.Outcome(
      stdout: VisibleBytes.text(of: result.stdout, replacing: shell.work.path),
      stderr: VisibleBytes.text(of: result.stderr, replacing: shell.work.path),
      status: result.status
    )
    #expect(actual.outcome.status == expected.outcome.status)
    #expect(actual.outcome.stdout == expected.outcome.stdout)
    #expect(actual.outcome.stderr == expected.outcome.stderr)
    guard ProcessInfo.processInfo.environment["UPDATE_GOLDENS"] == "1", actual.text != written else { return }
    try actual.text.write(to: file, atomically: true, encoding: .utf8)
    Issue.record("\(name).case is rewritten: look at it and run again without UPDATE_GOLDENS")
  }

  @Test("The folder has a plausible number of cases")
  func thereAreCases() {
    #expect(Self.names.count >= 280)
  }

  private static func environment(_ given: CommandLineCase) -> [String: String] {
    var variables: [String: String] = [:]
    for line in (given.input("env") ?? "").split(separator: "\n") {
      let parts = line.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      if parts.count == 2 { variables[String(parts[0])] = String(parts[1]) }
    }
    return variables
  }
}
