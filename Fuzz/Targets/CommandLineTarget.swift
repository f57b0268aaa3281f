/// Arguments, one a line, run in this process in a folder with a few files.
struct CommandLineTarget: FuzzTarget {
  private let folder: CommandFolder

  init(root: String) {
    folder = CommandFolder([
      // So few that mutate and generate are quick.
      "rules.yaml": Array(
        "version: 1\nresponders:\n  - id: app\n    rules: [ { id: busy, when: { status: 503 }, then: retry } ]\n"
          .utf8),
      "rules.test.yaml": Array(
        "version: 1\ncases: [ { name: busy, error: { status: 503 }, expect: { by: busy } } ]\n".utf8),
      "faulty.yaml": Array(
        "version: 1\nresponders:\n  - id: a\n    rules: [ { when: { staus: 5 }, then: stop } ]\n".utf8),
      "stream.ndjson": Array("{\"type\":\"A\",\"status\":503}\n{\"type\":\"B\"\n{\"level\":\"info\"}\n".utf8),
      "app.log": Array("2026-11-25 10:00:00,123 ERROR shop it failed\nnot a line\n".utf8),
    ])
  }

  func check(_ input: [UInt8]) {
    let arguments = input.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      .map { String(decoding: $0, as: UTF8.self) }
    guard arguments.count <= 16, arguments.allSatisfy({ Self.isInside($0) }) else { return }
    let status = folder.status(of: arguments)
    // Without an argument, or with --help, help is printed in place of a report.
    let isReport =
      status < 2 && !arguments.contains { $0.hasPrefix("-h") || $0.hasPrefix("--h") || $0.hasPrefix("--v") }
    if isReport, arguments.count > 2, arguments.suffix(2) == ["--format", "json"],
      !arguments.dropLast(2).contains("-"),
      ["validate", "lint", "codes"].contains(arguments[0])
    {
      JSONText.check(String(decoding: folder.output, as: UTF8.self))
    }
  }

  /// Nothing outside the folder is named, and nothing is waited for.
  private static func isInside(_ argument: String) -> Bool {
    !argument.contains("..") && !argument.hasPrefix("/") && !argument.contains("=/")
      && !argument.contains("\0")
      && !argument.hasPrefix("--watch") && !argument.hasPrefix("--w") && !argument.hasPrefix("--fol")
      && argument.utf8.count <= 200
  }

}
